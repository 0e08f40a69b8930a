package io.tracejoin.store;

import io.tracejoin.report.ScenarioSends;
import io.tracejoin.report.SendRange;
import io.tracejoin.report.StepSends;
import io.tracejoin.statistics.Trend;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import org.springframework.jdbc.core.simple.JdbcClient;

/** What the steps of a run are cut by, and how full it was meanwhile. */
final class ReportSteps {

  private static final String SENDS =
      """
      SELECT step, coalesce(generator, '') AS generator, count(*) AS records,
             min(sent_at_ns) AS first_send, max(sent_at_ns) AS last_send,
             min(coalesce(planned_at_ns, sent_at_ns)) AS first_due,
             max(coalesce(planned_at_ns, sent_at_ns)) AS last_due
        FROM joined_request
       WHERE run_id = :run AND lifecycle IS NULL AND sent_at_ns IS NOT NULL AND step IS NOT NULL
       GROUP BY 1, 2
       ORDER BY 1, 2
      """;

  /** A request is in flight from its send until its end, also where it was sent before. */
  private static final String ACTIVE =
      ReportCohort.WINDOWS
          + """
          , flight AS (
            SELECT greatest(r.sent_at_ns, w.from_ns) - w.base_ns AS start_ns,
                   least(r.sent_at_ns + r.client_total_ns, w.to_ns) - w.base_ns AS end_ns
              FROM joined_request r
              JOIN w ON """
          + ReportCohort.OF_REQUEST
          + """
             WHERE r.run_id = :run AND r.lifecycle IS NULL AND r.client_total_ns > 0
               AND r.sent_at_ns < w.to_ns AND r.sent_at_ns + r.client_total_ns > w.from_ns
          )
          SELECT block,
                 sum(least(end_ns, (block + 1) * :block) - greatest(start_ns, block * :block))
                   AS active_ns
            FROM flight
           CROSS JOIN LATERAL generate_series(start_ns / :block, (end_ns - 1) / :block) AS block
           WHERE block * :block >= :opened AND (block + 1) * :block <= :closed
           GROUP BY 1
           ORDER BY 1
          """;

  private static final String OF_SCENARIOS =
      """
      SELECT scenario, coalesce(generator, '') AS generator, count(*) AS records,
             min(sent_at_ns) AS first_send, max(sent_at_ns) AS last_send,
             min(coalesce(planned_at_ns, sent_at_ns)) AS first_due,
             max(coalesce(planned_at_ns, sent_at_ns)) AS last_due
        FROM joined_request
       WHERE run_id = :run AND lifecycle IS NULL AND sent_at_ns IS NOT NULL
         AND scenario = ANY (CAST(:scenarios AS text[]))
       GROUP BY 1, 2
       ORDER BY 1, 2
      """;

  private final JdbcClient jdbc;
  private final int run;

  ReportSteps(JdbcClient jdbc, int run) {
    this.jdbc = jdbc;
    this.run = run;
  }

  List<StepSends> sends() {
    return jdbc.sql(SENDS)
        .param("run", run)
        .query((row, number) -> new StepSends(row.getInt("step"), range(row)))
        .list();
  }

  List<ScenarioSends> sends(Set<String> scenarios) {
    return jdbc.sql(OF_SCENARIOS)
        .param("run", run)
        .param("scenarios", scenarios.toArray(String[]::new))
        .query((row, number) -> new ScenarioSends(row.getString("scenario"), range(row)))
        .list();
  }

  /** Of a row that tells a generator's sends. */
  static SendRange range(ResultSet row) throws SQLException {
    return new SendRange(
        row.getString("generator"),
        row.getLong("records"),
        row.getLong("first_send"),
        row.getLong("last_send"),
        row.getLong("first_due"),
        row.getLong("last_due"));
  }

  List<Trend.Point> active(ReportCohort cohort, long blockNanos) {
    return jdbc.sql(ACTIVE)
        .params(cohort.windows())
        .param("run", run)
        .param("block", blockNanos)
        .param("opened", cohort.cohort().opened())
        .param("closed", cohort.cohort().closed())
        .query(
            (row, number) ->
                new Trend.Point(row.getLong("block"), 1, row.getDouble("active_ns") / blockNanos))
        .list();
  }
}
