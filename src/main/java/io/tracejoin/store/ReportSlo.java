package io.tracejoin.store;

import static java.util.stream.Collectors.joining;

import io.tracejoin.decompose.Measure;
import io.tracejoin.report.SliceCut;
import io.tracejoin.report.SlicedCounts;
import io.tracejoin.report.SloCounts;
import io.tracejoin.report.SloRule;
import io.tracejoin.run.Slo;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;

/** Good requests, counted by PostgreSQL. What is written into the text are columns and numbers. */
final class ReportSlo {

  /**
   * A record that is not ruled out counts as sent; only one that is known to be selected counts as
   * good.
   */
  private static final String COUNTS =
      ReportCohort.WINDOWS
          + """
          SELECT slice, matched, generator,
                 count(*) FILTER (WHERE inside)             AS sent,
                 count(*) FILTER (WHERE inside AND good)    AS good,
                 count(*) FILTER (WHERE completed)          AS completed,
                 count(*) FILTER (WHERE completed AND good) AS good_completed,
                 %2$s
            FROM (SELECT %5$s AS slice, %6$s AS matched,
                         coalesce(r.generator, '') AS generator, r.outcome, %4$s,
                         r.sent_at_ns >= w.from_ns AND r.sent_at_ns < w.to_ns
                           OR r.sent_at_ns IS NULL AND :counts_unsent AS inside,
                         r.outcome = 'success'
                           AND r.sent_at_ns + r.client_total_ns >= w.from_ns
                           AND r.sent_at_ns + r.client_total_ns < w.to_ns AS completed,
                         %3$s AS good
                    FROM joined_request r
                    %7$s
                    LEFT JOIN w ON """
          + ReportCohort.OF_REQUEST
          + """
                   WHERE r.run_id = :run AND r.lifecycle IS NULL AND %1$s) AS request
           GROUP BY 1, 2, 3
           ORDER BY 1, 2, 3
          """;

  private static final String KNOWN =
      "count(*) FILTER (WHERE inside AND outcome = 'success' AND %1$s IS NOT NULL) AS %2$s_known";

  private final JdbcClient jdbc;
  private final ReportCohort cohort;
  private final SloRule rule;

  ReportSlo(JdbcClient jdbc, ReportCohort cohort, SloRule rule) {
    this.jdbc = jdbc;
    this.cohort = cohort;
    this.rule = rule;
  }

  List<SloCounts> counts() {
    return statement("1", "true", "").query((row, number) -> counts(row)).list();
  }

  List<SlicedCounts> counts(SliceCut cut) {
    return statement(cohort.slice(cut.by()), "r.state = 'matched'", cohort.kept(cut.by()))
        .param("kept", cut.kept().toArray(String[]::new))
        .query(
            (row, number) ->
                new SlicedCounts(row.getInt("slice") - 1, row.getBoolean("matched"), counts(row)))
        .list();
  }

  private StatementSpec statement(String slice, String matched, String kept) {
    String sql =
        COUNTS.formatted(
            cohort.open(),
            rule.clauses().stream().map(ReportSlo::known).collect(joining(", ")),
            new GoodSql(rule).condition(cohort),
            rule.clauses().stream().map(it -> "r." + it.measure().column()).collect(joining(", ")),
            slice,
            matched,
            kept);
    return jdbc.sql(sql)
        .params(cohort.windows())
        .param("run", cohort.run())
        .param("counts_unsent", cohort.cohort().countsUnsent());
  }

  private static String known(Slo.Clause clause) {
    return KNOWN.formatted(clause.measure().column(), clause.measure().code());
  }

  private SloCounts counts(ResultSet row) throws SQLException {
    Map<Measure, Long> known = new EnumMap<>(Measure.class);
    for (Slo.Clause clause : rule.clauses()) {
      known.put(clause.measure(), row.getLong(clause.measure().code() + "_known"));
    }
    return new SloCounts(
        row.getString("generator"),
        row.getLong("sent"),
        row.getLong("good"),
        row.getLong("completed"),
        row.getLong("good_completed"),
        known);
  }
}
