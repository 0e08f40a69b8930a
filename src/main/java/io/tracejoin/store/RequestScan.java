package io.tracejoin.store;

import static java.util.stream.Collectors.joining;

import io.tracejoin.store.RequestColumn.Kind;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyOut;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;

/** Reads all requests of a run once, as a binary COPY, into columns. */
final class RequestScan {

  /** What is scanned are constants, the run is a number: COPY takes no parameters. */
  private static final String SCAN =
      "COPY (SELECT %s FROM joined_request r WHERE r.run_id = %d) TO STDOUT (FORMAT binary)";

  private static final String LIMIT =
      "SELECT set_config('statement_timeout', CAST(? AS text), true)";

  private static final String COLUMNS =
      RequestColumn.ALL.stream()
          .filter(it -> it.kind() != Kind.UUID_REST)
          .map(RequestColumn::sql)
          .collect(joining(", "));

  private static final VarHandle SHORTS =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final int HEADER = 19;
  private static final int NO_LENGTH = -1;
  private static final int MILLIS = 1000;

  private final ColumnFile file = new ColumnFile(RequestColumn.ALL.size());
  private final ColumnTerms terms = new ColumnTerms();
  private final byte[][] lastTexts = new byte[RequestColumn.ALL.size()][0];
  private final int[] lastTerms = new int[RequestColumn.ALL.size()];
  private byte[] row = new byte[0];
  private int position;

  private RequestScan() {
    Arrays.fill(lastTerms, terms.number(""));
  }

  /**
   * Scans in the transaction of the calling thread.
   *
   * @return empty where the texts differ too much to be kept
   */
  static Optional<RequestColumns> scan(JdbcTemplate jdbc, int run) {
    if (jdbc.getQueryTimeout() > 0) {
      jdbc.queryForObject(LIMIT, String.class, jdbc.getQueryTimeout() * MILLIS);
    }
    RequestScan scan = new RequestScan();
    Optional<RequestColumns> columns = Optional.empty();
    try {
      columns =
          Objects.requireNonNull(
              jdbc.execute(
                  (ConnectionCallback<Optional<RequestColumns>>)
                      connection -> scan.read(connection, run)));
      return columns;
    } finally {
      if (columns.isEmpty()) {
        scan.file.close();
      }
    }
  }

  private Optional<RequestColumns> read(Connection connection, int run) throws SQLException {
    CopyOut copy =
        connection.unwrap(PGConnection.class).getCopyAPI().copyOut(SCAN.formatted(COLUMNS, run));
    try {
      boolean first = true;
      for (byte[] message = copy.readFromCopy(); message != null; message = copy.readFromCopy()) {
        row = message;
        position = first ? HEADER : 0;
        first = false;
        if (readRow() && terms.full()) {
          return Optional.empty();
        }
      }
    } finally {
      if (copy.isActive()) {
        copy.cancelCopy();
      }
    }
    file.end();
    return Optional.of(new RequestColumns(file, terms));
  }

  /** False for what is no row: the header alone, and the end. */
  private boolean readRow() {
    if (position >= row.length || (short) SHORTS.get(row, position) == NO_LENGTH) {
      return false;
    }
    position += Short.BYTES;
    for (RequestColumn column : RequestColumn.ALL) {
      if (column.kind() != Kind.UUID_REST) {
        readField(column);
      }
    }
    file.endRow();
    return true;
  }

  private void readField(RequestColumn column) {
    int length = (int) INTS.get(row, position);
    position += Integer.BYTES;
    if (length == NO_LENGTH) {
      file.set(column.index(), ColumnFile.NULL);
      return;
    }
    switch (column.kind()) {
      case TERM -> file.set(column.index(), term(column.index(), length));
      case UUID -> {
        file.set(column.index(), (long) LONGS.get(row, position));
        file.set(column.index() + 1, (long) LONGS.get(row, position + Long.BYTES));
      }
      default ->
          file.set(
              column.index(),
              length == Long.BYTES
                  ? (long) LONGS.get(row, position)
                  : length == Integer.BYTES
                      ? (int) INTS.get(row, position)
                      : (short) SHORTS.get(row, position));
    }
    position += length;
  }

  /** Most often it is that of the row before. */
  private int term(int column, int length) {
    byte[] last = lastTexts[column];
    if (!Arrays.equals(last, 0, last.length, row, position, position + length)) {
      byte[] text = Arrays.copyOfRange(row, position, position + length);
      lastTexts[column] = text;
      lastTerms[column] = terms.number(new String(text, StandardCharsets.UTF_8));
    }
    return lastTerms[column];
  }
}
