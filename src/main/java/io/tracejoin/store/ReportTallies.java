package io.tracejoin.store;

import io.tracejoin.decompose.Outcome;
import io.tracejoin.decompose.Reason;
import io.tracejoin.decompose.State;
import io.tracejoin.report.SliceBy;
import io.tracejoin.report.SliceTally;
import io.tracejoin.report.Tally;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;

/** Counts the client records of a run that a selector does not rule out. */
final class ReportTallies {

  private static final String TALLIES =
      ReportCohort.WINDOWS
          + """
          SELECT place, generator, scenario, outcome, state, reason, %1$s
                 count(*) AS records, count(*) FILTER (WHERE completed) AS completed
            FROM (SELECT CASE WHEN r.lifecycle IS NOT NULL      THEN 'setup_teardown'
                              WHEN r.sent_at_ns IS NULL         THEN 'no_send_time'
                              WHEN r.sent_at_ns < w.from_ns     THEN 'before'
                              WHEN r.sent_at_ns < w.to_ns       THEN 'inside'
                              ELSE 'after' END AS place,
                         coalesce(r.generator, '') AS generator,
                         coalesce(w.scenario, '') AS scenario, r.outcome, r.state, r.reason,
                         %2$s
                         r.lifecycle IS NULL AND r.outcome = 'success'
                           AND r.sent_at_ns + r.client_total_ns >= w.from_ns
                           AND r.sent_at_ns + r.client_total_ns < w.to_ns AS completed
                    FROM joined_request r
                    LEFT JOIN w ON """
          + ReportCohort.OF_REQUEST
          + """
                   WHERE r.run_id = :run AND %3$s) AS placed
           GROUP BY 1, 2, 3, 4, 5, 6 %4$s
          """;

  private final JdbcClient jdbc;
  private final ReportCohort rows;

  ReportTallies(JdbcClient jdbc, ReportCohort rows) {
    this.jdbc = jdbc;
    this.rows = rows;
  }

  List<Tally> all() {
    return statement("", "", "").query(ReportTallies::tally).list();
  }

  List<SliceTally> by(SliceBy by) {
    return statement("value,", rows.selector().text(by) + " AS value,", ", 7")
        .query((row, number) -> new SliceTally(row.getString("value"), tally(row, number)))
        .list();
  }

  private StatementSpec statement(String outer, String inner, String group) {
    return jdbc.sql(TALLIES.formatted(outer, inner, rows.open(), group))
        .param("run", rows.run())
        .params(rows.windows());
  }

  private static Tally tally(ResultSet row, int number) throws SQLException {
    return new Tally(
        Tally.Place.valueOf(upper(row.getString("place"))),
        row.getString("generator"),
        row.getString("scenario"),
        Outcome.parse(row.getString("outcome")),
        State.valueOf(upper(row.getString("state"))),
        reason(row.getString("reason")),
        row.getLong("records"),
        row.getLong("completed"));
  }

  private static @Nullable Reason reason(@Nullable String code) {
    return code == null ? null : Reason.valueOf(upper(code));
  }

  private static String upper(String code) {
    return code.toUpperCase(Locale.ROOT);
  }
}
