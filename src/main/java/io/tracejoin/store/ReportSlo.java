package io.tracejoin.store;

import static java.util.stream.Collectors.joining;

import io.tracejoin.decompose.Measure;
import io.tracejoin.report.SloCounts;
import io.tracejoin.report.SloRule;
import io.tracejoin.run.Slo;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Good requests, counted by PostgreSQL. What is written into the text are columns and numbers. */
final class ReportSlo {

  /**
   * A record that is not ruled out counts as sent; only one that is known to be selected counts as
   * good.
   */
  private static final String COUNTS =
      ReportCohort.WINDOWS
          + """
          SELECT generator,
                 count(*) FILTER (WHERE inside)            AS sent,
                 count(*) FILTER (WHERE inside AND good)   AS good,
                 count(*) FILTER (WHERE completed AND good) AS good_completed,
                 %2$s
            FROM (SELECT coalesce(r.generator, '') AS generator, r.outcome, %4$s,
                         r.sent_at_ns >= w.from_ns AND r.sent_at_ns < w.to_ns
                           OR r.sent_at_ns IS NULL AND :counts_unsent AS inside,
                         r.sent_at_ns + r.client_total_ns >= w.from_ns
                           AND r.sent_at_ns + r.client_total_ns < w.to_ns AS completed,
                         %3$s AS good
                    FROM joined_request r
                    LEFT JOIN w ON """
          + ReportCohort.OF_REQUEST
          + """
                   WHERE r.run_id = :run AND r.lifecycle IS NULL AND %1$s) AS request
           GROUP BY 1
           ORDER BY 1
          """;

  private static final String KNOWN =
      "count(*) FILTER (WHERE inside AND outcome = 'success' AND %1$s IS NOT NULL) AS %2$s_known";

  private final JdbcClient jdbc;
  private final ReportCohort cohort;

  ReportSlo(JdbcClient jdbc, ReportCohort cohort) {
    this.jdbc = jdbc;
    this.cohort = cohort;
  }

  List<SloCounts> counts(SloRule rule) {
    String sql =
        COUNTS.formatted(
            cohort.open(),
            rule.clauses().stream().map(ReportSlo::known).collect(joining(", ")),
            new GoodSql(rule).condition(cohort),
            rule.clauses().stream().map(it -> "r." + it.measure().column()).collect(joining(", ")));
    return jdbc.sql(sql)
        .params(cohort.windows())
        .param("run", cohort.run())
        .param("counts_unsent", cohort.cohort().countsUnsent())
        .query((row, number) -> counts(row, rule))
        .list();
  }

  private static String known(Slo.Clause clause) {
    return KNOWN.formatted(clause.measure().column(), clause.measure().code());
  }

  private static SloCounts counts(ResultSet row, SloRule rule) throws SQLException {
    Map<Measure, Long> known = new EnumMap<>(Measure.class);
    for (Slo.Clause clause : rule.clauses()) {
      known.put(clause.measure(), row.getLong(clause.measure().code() + "_known"));
    }
    return new SloCounts(
        row.getString("generator"),
        row.getLong("sent"),
        row.getLong("good"),
        row.getLong("good_completed"),
        known);
  }
}
