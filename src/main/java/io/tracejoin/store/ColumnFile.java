package io.tracejoin.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
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
  private static final VarHandle SHORTS =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

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
   * Reads a column; may be called by several threads at once.
   *
   * @param into at least as long as there are rows
   * @param room where the bytes of a chunk are put on the way
   */
  void read(int column, long[] into, Room room) {
    try {
      for (int chunk = 0; chunk < chunks.size(); chunk++) {
        int from = chunk * CHUNK;
        read(chunks.get(chunk)[column], room, into, from);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Room for the bytes of a chunk. */
  static final class Room {
    private final byte[] array = new byte[CHUNK * Long.BYTES];
    private final ByteBuffer bytes = ByteBuffer.wrap(array);
  }

  private void read(Piece piece, Room room, long[] into, int from) throws IOException {
    int n = Math.min(rows - from, CHUNK);
    if (piece.width == 0) {
      Arrays.fill(into, from, from + n, piece.least);
      return;
    }
    ByteBuffer bytes = room.bytes.clear().limit(n * piece.width);
    for (long position = piece.position; bytes.hasRemaining(); ) {
      position += file.read(bytes, position);
    }
    decode(piece, room.array, into, from);
  }

  private void decode(Piece piece, byte[] bytes, long[] into, int from) {
    int n = Math.min(rows - from, CHUNK);
    switch (piece.width) {
      case Byte.BYTES -> {
        for (int i = 0; i < n; i++) {
          into[from + i] = value(bytes[i] & 0xffL, piece.least);
        }
      }
      case Short.BYTES -> {
        for (int i = 0; i < n; i++) {
          into[from + i] = value((short) SHORTS.get(bytes, 2 * i) & 0xffffL, piece.least);
        }
      }
      case Integer.BYTES -> {
        for (int i = 0; i < n; i++) {
          into[from + i] = value((int) INTS.get(bytes, 4 * i) & 0xffffffffL, piece.least);
        }
      }
      default -> ByteBuffer.wrap(bytes).asLongBuffer().get(into, from, n);
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
