package io.tracejoin.bench;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;

/**
 * What the database alone takes: rows that are stored, as they were encoded for COPY, into a table
 * of the same columns and index, over two connections, 20,000 rows a commit.
 */
final class BareCopy {

  private static final int CONNECTIONS = 2;
  private static final int ROWS_OF_A_COMMIT = 20_000;
  private static final int HEADER = 19;
  private static final String MAKE =
      "DROP TABLE IF EXISTS bench_%1$s; CREATE TABLE bench_%1$s (LIKE %1$s INCLUDING INDEXES)";

  private BareCopy() {}

  /** Rows a second of so many of the stored spans, which are read and cut before. */
  static double rowsPerSecond(Database database, long rows) throws Exception {
    return rows / seconds(database, "span", "SELECT * FROM span LIMIT " + rows);
  }

  /**
   * How long it takes to copy rows into {@code bench_TABLE}, which is made anew; they are read and
   * cut before.
   *
   * @param query the rows, all columns of the table
   */
  static double seconds(Database database, String table, String query) throws Exception {
    List<byte[]> commits = commits(database, table, query);
    ExecutorService threads = Executors.newFixedThreadPool(CONNECTIONS);
    try {
      List<Callable<Void>> writers = new ArrayList<>();
      for (int i = 0; i < CONNECTIONS; i++) {
        int first = i;
        writers.add(() -> write(database, table, commits, first));
      }
      long begin = System.nanoTime();
      for (Future<Void> writer : threads.invokeAll(writers)) {
        writer.get();
      }
      return 1 / Rate.perSecond(1, begin);
    } finally {
      threads.shutdownNow();
    }
  }

  private static Void write(Database database, String table, List<byte[]> commits, int first)
      throws IOException, SQLException {
    try (Connection connection = database.connect()) {
      for (int i = first; i < commits.size(); i += CONNECTIONS) {
        byte[] commit = commits.get(i);
        CopyIn copy =
            connection
                .unwrap(PGConnection.class)
                .getCopyAPI()
                .copyIn("COPY bench_" + table + " FROM STDIN (FORMAT binary)");
        copy.writeToCopy(commit, 0, commit.length);
        copy.endCopy();
      }
    }
    return null;
  }

  private static List<byte[]> commits(Database database, String table, String query)
      throws IOException, SQLException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      statement.execute(MAKE.formatted(table));
      connection
          .unwrap(PGConnection.class)
          .getCopyAPI()
          .copyOut("COPY (" + query + ") TO STDOUT (FORMAT binary)", all);
    }
    return cut(all.toByteArray());
  }

  private static List<byte[]> cut(byte[] copied) {
    ByteBuffer rows = ByteBuffer.wrap(copied).position(HEADER);
    List<byte[]> commits = new ArrayList<>();
    while (rows.getShort(rows.position()) >= 0) {
      int from = rows.position();
      for (int i = 0; i < ROWS_OF_A_COMMIT && rows.getShort(rows.position()) >= 0; i++) {
        skipRow(rows);
      }
      commits.add(commit(copied, from, rows.position()));
    }
    return commits;
  }

  private static void skipRow(ByteBuffer rows) {
    int fields = rows.getShort();
    for (int i = 0; i < fields; i++) {
      int length = rows.getInt();
      rows.position(rows.position() + Math.max(0, length));
    }
  }

  /** With the header before and the end after it. */
  private static byte[] commit(byte[] copied, int from, int to) {
    return ByteBuffer.allocate(HEADER + to - from + Short.BYTES)
        .put(copied, 0, HEADER)
        .put(copied, from, to - from)
        .putShort((short) -1)
        .array();
  }
}
