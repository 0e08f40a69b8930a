package io.tracejoin.store;

import java.nio.ByteBuffer;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * Rows in PostgreSQL's binary COPY format that leave out the columns which no row fills: of a table
 * of many columns a batch fills less than half, and each that is sent costs the database time.
 */
final class FilledColumns<T> {

  private static final int PIECE = 1 << 16;

  private final CopyTarget<T> target;
  private final BitSet filled;
  private byte[] bytes = new byte[PIECE];
  private int length;

  /** Encodes the rows. */
  FilledColumns(CopyTarget<T> target, Iterable<T> values) throws SQLException {
    this.target = target;
    this.filled = new BitSet(target.columns().size());
    CopyRows rows = new CopyRows(this::append);
    target.encode(rows, values);
    rows.end();
    note();
  }

  private void append(byte[] piece, int size) {
    if (bytes.length - length < size) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + size));
    }
    System.arraycopy(piece, 0, bytes, length, size);
    length += size;
  }

  private void note() {
    ByteBuffer in = ByteBuffer.wrap(bytes, 0, length).position(CopyRows.HEADER);
    for (int fields = in.getShort(); fields >= 0; fields = in.getShort()) {
      for (int i = 0; i < fields; i++) {
        int size = in.getInt();
        if (size >= 0) {
          filled.set(i);
          in.position(in.position() + size);
        }
      }
    }
  }

  /** The columns of which some row has a value. */
  CopyTarget<T> columns() {
    List<CopyTarget.Column<T>> columns = new ArrayList<>();
    filled.stream().forEach(i -> columns.add(target.columns().get(i)));
    return new CopyTarget<>(target.table(), columns);
  }

  /** Writes the values of those, piece by piece. */
  void write(CopyRows.Sink sink) throws SQLException {
    int count = filled.cardinality();
    ByteBuffer in = ByteBuffer.wrap(bytes, 0, length).position(CopyRows.HEADER);
    // What was read is overwritten with what is left of it, which is never longer.
    int to = CopyRows.HEADER;
    for (int fields = in.getShort(); fields >= 0; fields = in.getShort()) {
      in.putShort(to, (short) count);
      to += Short.BYTES;
      for (int i = 0; i < fields; i++) {
        int from = in.position();
        int size = Integer.BYTES + Math.max(0, in.getInt());
        in.position(from + size);
        if (filled.get(i)) {
          System.arraycopy(bytes, from, bytes, to, size);
          to += size;
        }
      }
      if (to >= PIECE) {
        sink.write(bytes, to);
        to = 0;
      }
    }
    in.putShort(to, (short) -1);
    sink.write(bytes, to + Short.BYTES);
  }
}
