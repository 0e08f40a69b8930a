package io.tracejoin.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;

/**
 * A table that values of one type are copied into.
 *
 * @param columns how each column is filled from a value, in the order of writing
 */
record CopyTarget<T>(String table, List<Column<T>> columns) {

  /** One column: its name beside what is written into it, so that the two cannot drift apart. */
  record Column<T>(String name, BiConsumer<CopyRows, T> value) {}

  CopyTarget {
    columns = List.copyOf(columns);
  }

  /** The names, separated by commas. */
  String names() {
    return columns.stream().map(Column::name).collect(Collectors.joining(", "));
  }

  /** Copies all values; in the connection's transaction, if it is in one. */
  void write(Connection connection, Iterable<T> values) throws SQLException {
    send(
        connection,
        sink -> {
          CopyRows rows = new CopyRows(sink);
          encode(rows, values);
          rows.end();
        });
  }

  /**
   * As {@link #write}, for a batch that fits into memory and fills few of the columns: the others
   * get their defaults, which must be null.
   */
  void writeFilled(Connection connection, Iterable<T> values) throws SQLException {
    FilledColumns<T> filled = new FilledColumns<>(this, values);
    filled.columns().send(connection, filled::write);
  }

  /** Rows without the end of the data. */
  void encode(CopyRows rows, Iterable<T> values) throws SQLException {
    for (T value : values) {
      rows.row(columns.size());
      for (Column<T> column : columns) {
        column.value().accept(rows, value);
      }
    }
  }

  /** Writes rows. */
  private interface Rows {
    void write(CopyRows.Sink sink) throws SQLException;
  }

  private void send(Connection connection, Rows rows) throws SQLException {
    CopyIn copy = connection.unwrap(PGConnection.class).getCopyAPI().copyIn(statement());
    try (StalledWrites stalled = StalledWrites.watch(connection)) {
      rows.write(
          (bytes, length) -> {
            copy.writeToCopy(bytes, 0, length);
            stalled.written();
          });
      copy.endCopy();
    } finally {
      if (copy.isActive()) {
        copy.cancelCopy();
      }
    }
  }

  private String statement() {
    return "COPY " + table + " (" + names() + ") FROM STDIN (FORMAT binary)";
  }
}
