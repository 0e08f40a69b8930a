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
    CopyIn copy = connection.unwrap(PGConnection.class).getCopyAPI().copyIn(statement());
    try (StalledWrites stalled = StalledWrites.watch(connection)) {
      encode(copy, values, stalled);
      copy.endCopy();
    } finally {
      if (copy.isActive()) {
        copy.cancelCopy();
      }
    }
  }

  private void encode(CopyIn copy, Iterable<T> values, StalledWrites stalled) throws SQLException {
    CopyRows rows =
        new CopyRows(
            (bytes, length) -> {
              copy.writeToCopy(bytes, 0, length);
              stalled.written();
            });
    for (T value : values) {
      rows.row(columns.size());
      for (Column<T> column : columns) {
        column.value().accept(rows, value);
      }
    }
    rows.end();
  }

  private String statement() {
    return "COPY " + table + " (" + names() + ") FROM STDIN (FORMAT binary)";
  }
}
