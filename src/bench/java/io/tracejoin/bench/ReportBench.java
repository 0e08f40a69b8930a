package io.tracejoin.bench;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * The full report of a finished run, from the first question to its stored revision, against one
 * SQL statement that computes three quantiles of the same measures. They take turns, the best of
 * each counts.
 */
final class ReportBench implements Benchmark {

  private static final int REQUESTS = 250_000;
  private static final int ROUNDS = 5;

  static final String FINISHED =
      "UPDATE run SET state = 'finished', finished_at = now() WHERE run_id = '"
          + JoinedRequests.RUN
          + "'";

  /** Data that came since make a new revision. */
  private static final String TOUCH =
      "UPDATE run_progress SET change_seq = change_seq + 1"
          + " WHERE run_id = (SELECT id FROM run WHERE run_id = '"
          + JoinedRequests.RUN
          + "')";

  private static final String MEASURES =
      """
      SELECT column_name
        FROM information_schema.columns
       WHERE table_name = 'joined_request' AND column_name LIKE '%\\_ns'
         AND column_name NOT IN ('sent_at_ns', 'planned_at_ns', 'root_start_ns', 'root_end_ns')
       ORDER BY ordinal_position
      """;

  private static final String QUANTILES =
      """
      SELECT %s
        FROM joined_request
       WHERE run_id = (SELECT id FROM run WHERE run_id = '%s') AND outcome = 'success'
      """;

  private static final String QUANTILE =
      "percentile_disc(ARRAY[0.5, 0.95, 0.99]) WITHIN GROUP (ORDER BY %1$s)"
          + " FILTER (WHERE %1$s IS NOT NULL)";

  @Override
  public Result measure(double scale) throws Exception {
    try (Resources resources = new Resources()) {
      Path directory = resources.own(TemporaryDirectory.create()).path();
      ServiceProcess service = resources.own(ServiceProcess.launch(directory));
      service.awaitUp();
      HeapWatch heap = resources.own(HeapWatch.of(service));
      try (Connection database = service.database().connect()) {
        int n = (int) Math.ceil(REQUESTS * scale);
        JoinedRequests.store(service, database, n);
        Database.execute(database, FINISHED);
        String statement = statement(database);
        double reported = 0;
        double selected = 0;
        for (int round = 1; round <= ROUNDS; round++) {
          reported = Math.max(reported, told("report", reportsPerSecond(service, database, n)));
          selected = Math.max(selected, told("select", selectsPerSecond(database, statement, n)));
        }
        return new Result(
            reported, selected, "requests/s", n, service.peakRssBytes(), heap.peakBytes());
      }
    }
  }

  private static double reportsPerSecond(ServiceProcess service, Connection database, int n)
      throws Exception {
    Database.execute(database, TOUCH);
    long begin = System.nanoTime();
    service.get("/api/v1/runs/" + JoinedRequests.RUN + "/report");
    double perSecond = Rate.perSecond(n, begin);
    long stored = Database.number(database, "SELECT max(change_seq) FROM report_revision");
    if (stored != Database.number(database, "SELECT max(change_seq) FROM run_progress")) {
      throw new IllegalStateException("the report was not stored");
    }
    return perSecond;
  }

  private static double selectsPerSecond(Connection database, String statement, int n)
      throws SQLException {
    long begin = System.nanoTime();
    Database.execute(database, statement);
    return Rate.perSecond(n, begin);
  }

  /** With the memory and settings that the service gives its own statements. */
  private static String statement(Connection database) throws SQLException {
    Database.execute(database, "SET work_mem = '64MB'; SET jit = off");
    List<String> columns = new ArrayList<>();
    for (String measure : Database.texts(database, MEASURES)) {
      columns.add(QUANTILE.formatted(measure));
    }
    return QUANTILES.formatted(String.join(",\n", columns), JoinedRequests.RUN);
  }

  private static double told(String what, double perSecond) {
    System.err.printf("%s %.0f requests/s%n", what, perSecond);
    return perSecond;
  }
}
