package io.tracejoin.store;

import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.postgresql.jdbc.PgResultSet;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.PreparedStatementSetter;
import org.springframework.jdbc.core.ResultSetExtractor;

/** Reads the columns of a row from left to right. */
final class RowReader {

  private final ResultSet row;
  private int column;

  RowReader(ResultSet row) {
    this.row = row;
  }

  /**
   * Asks for rows and reads them all, without the connection pool's wrapper around each value.
   *
   * @param row reads one from its first column on
   */
  static <T> List<T> query(
      JdbcTemplate jdbc, String sql, PreparedStatementSetter parameters, Row<T> row) {
    return Objects.requireNonNull(
        jdbc.query(sql, parameters, (ResultSetExtractor<List<T>>) result -> all(result, row)));
  }

  private static <T> List<T> all(ResultSet result, Row<T> row) throws SQLException {
    RowReader in = new RowReader(result.unwrap(PgResultSet.class));
    List<T> all = new ArrayList<>();
    while (in.row.next()) {
      in.column = 0;
      all.add(row.read(in));
    }
    return all;
  }

  /** Reads one row. */
  interface Row<T> {
    T read(RowReader in) throws SQLException;
  }

  /** The row itself, for what this cannot read. */
  ResultSet row() {
    return row;
  }

  /** A sum of {@code bigint}; 0 of nothing. */
  static BigDecimal sum(ResultSet row, String column) throws SQLException {
    @Nullable BigDecimal sum = row.getBigDecimal(column);
    return sum == null ? BigDecimal.ZERO : sum;
  }

  long int8() throws SQLException {
    return row.getLong(++column);
  }

  int int4() throws SQLException {
    return row.getInt(++column);
  }

  boolean bool() throws SQLException {
    return row.getBoolean(++column);
  }

  UUID uuid() throws SQLException {
    return Objects.requireNonNull(row.getObject(++column, UUID.class));
  }

  String text() throws SQLException {
    return Objects.requireNonNull(row.getString(++column));
  }

  @Nullable Long nullableInt8() throws SQLException {
    long value = int8();
    return row.wasNull() ? null : value;
  }

  @Nullable Integer nullableInt4() throws SQLException {
    int value = int4();
    return row.wasNull() ? null : value;
  }

  @Nullable Boolean nullableBool() throws SQLException {
    boolean value = bool();
    return row.wasNull() ? null : value;
  }

  byte @Nullable [] nullableBytes() throws SQLException {
    return row.getBytes(++column);
  }

  @Nullable String nullableText() throws SQLException {
    return row.getString(++column);
  }
}
