package io.tracejoin.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Columns of numbers in a temporary file, gone when it is closed: a million requests of many
 * columns do not fit into the heap, one column of them does. Rows are appended in chunks; within a
 * chunk each column lies together, as distances from its least value of 1, 2, 4 or 8 bytes.
 */
final class ColumnFile implements AutoCloseable {

  /** In place of a value that is not known. */
  static final long NULL = Long.MIN_VALUE;

  private static final int CHUNK = 8192;

  private final FileChannel file;
  private final long[][] open;
  private final ByteBuffer bytes = ByteBuffer.allocateDirect(CHUNK * Long.BYTES);
  private final List<Piece[]> chunks = new ArrayList<>();
  private final boolean[] filled;
  private int rowsOfChunk;
  private int rows;

  /** Where one column of one chunk lies; width 0 where all its values are {@code least}. */
  private record Piece(long position, int width, long least) {}

  ColumnFile(int columns) {
    open = new long[columns][CHUNK];
    filled = new boolean[columns];
    try {
      Path path = Files.createTempFile("tracejoin-report-", ".columns");
      file =
          FileChannel.open(
              path,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE,
              StandardOpenOption.DELETE_ON_CLOSE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Sets a value of the row that is being appended. */
  void set(int column, long value) {
    open[column][rowsOfChunk] = value;
  }

  /** Ends a row. */
  void endRow() {
    rows++;
    if (++rowsOfChunk == CHUNK) {
      flush();
    }
  }

  /** Ends appending. */
  void end() {
    flush();
  }

  int rows() {
    return rows;
  }

  /** Whether no row has a value in the column. */
  boolean empty(int column) {
    return !filled[column];
  }

  /**
   * Reads a column.
   *
   * @param into at least as long as there are rows
   */
  void read(int column, long[] into) {
    try {
      for (int chunk = 0; chunk < chunks.size(); chunk++) {
        int from = chunk * CHUNK;
        read(chunks.get(chunk)[column], into, from, Math.min(rows, from + CHUNK));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void read(Piece piece, long[] into, int from, int to) throws IOException {
    long least = piece.least;
    if (piece.width == 0) {
      Arrays.fill(into, from, to, least);
      return;
    }
    bytes.clear().limit((to - from) * piece.width);
    for (long position = piece.position; bytes.hasRemaining(); ) {
      position += file.read(bytes, position);
    }
    bytes.flip();
    switch (piece.width) {
      case Byte.BYTES -> {
        for (int i = from; i < to; i++) {
          into[i] = value(bytes.get() & 0xffL, least);
        }
      }
      case Short.BYTES -> {
        for (int i = from; i < to; i++) {
          into[i] = value(bytes.getShort() & 0xffffL, least);
        }
      }
      case Integer.BYTES -> {
        for (int i = from; i < to; i++) {
          into[i] = value(bytes.getInt() & 0xffffffffL, least);
        }
      }
      default -> bytes.asLongBuffer().get(into, from, to - from);
    }
  }

  private static long value(long distance, long least) {
    return distance == 0 ? NULL : least + distance - 1;
  }

  private void flush() {
    if (rowsOfChunk == 0) {
      return;
    }
    Piece[] pieces = new Piece[open.length];
    try {
      for (int column = 0; column < open.length; column++) {
        pieces[column] = write(column);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    chunks.add(pieces);
    rowsOfChunk = 0;
  }

  private Piece write(int column) throws IOException {
    long[] values = open[column];
    long least = Long.MAX_VALUE;
    long most = NULL;
    boolean full = true;
    for (int i = 0; i < rowsOfChunk; i++) {
      long value = values[i];
      if (value == NULL) {
        full = false;
      } else {
        least = Math.min(least, value);
        most = Math.max(most, value);
      }
    }
    if (most == NULL) {
      return new Piece(0, 0, NULL);
    }
    filled[column] = true;
    if (full && least == most) {
      return new Piece(0, 0, least);
    }
    int width = width(most - least);
    long position = file.size();
    encode(values, width, least);
    while (bytes.hasRemaining()) {
      file.write(bytes, position + bytes.position());
    }
    return new Piece(position, width, least);
  }

  /** One more than the distance must fit: 0 stands for what is not known. */
  private static int width(long distance) {
    if (distance < 0 || distance >= 0xffffffffL) {
      return Long.BYTES;
    }
    return distance >= 0xffff ? Integer.BYTES : distance >= 0xff ? Short.BYTES : Byte.BYTES;
  }

  private void encode(long[] values, int width, long least) {
    bytes.clear();
    for (int i = 0; i < rowsOfChunk; i++) {
      long value = values[i];
      long distance = value == NULL ? 0 : value - least + 1;
      switch (width) {
        case Byte.BYTES -> bytes.put((byte) distance);
        case Short.BYTES -> bytes.putShort((short) distance);
        case Integer.BYTES -> bytes.putInt((int) distance);
        default -> bytes.putLong(value);
      }
    }
    bytes.flip();
  }

  @Override
  public void close() {
    try {
      file.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
