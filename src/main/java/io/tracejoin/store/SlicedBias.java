package io.tracejoin.store;

import io.tracejoin.decompose.Outcome;
import io.tracejoin.report.BiasFacts;
import io.tracejoin.report.SliceCut;
import io.tracejoin.statistics.Quantile;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.jdbc.core.RowCallbackHandler;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;

/**
 * Holds the matched successes of every slice of a cohort against the unmatched that may be of it,
 * as {@link ReportBias} does for one: in one pass over the values in ascending order.
 */
final class SlicedBias {

  /** Rows that the driver holds at a time; it needs the transaction of the snapshot for it. */
  private static final int FETCH = 2_000;

  private static final String SIZES =
      """
      SELECT slice, count(*) FILTER (WHERE pair) AS matched,
             count(*) FILTER (WHERE NOT pair) AS unmatched
        FROM cohort
       WHERE sound AND client_total_ns IS NOT NULL
       GROUP BY slice
      """;

  private static final String VALUES =
      """
      SELECT client_total_ns, slice, pair
        FROM cohort
       WHERE sound AND client_total_ns IS NOT NULL
       ORDER BY client_total_ns
      """;

  private final JdbcClient jdbc;
  private final ReportCohort cohort;
  private final SliceCut cut;
  private final Map<String, Object> parameters;

  SlicedBias(JdbcClient jdbc, ReportCohort cohort, SliceCut cut) {
    this.jdbc = jdbc;
    this.cohort = cohort;
    this.cut = cut;
    this.parameters = new HashMap<>(cohort.parameters(Outcome.SUCCESS));
    parameters.put("kept", cut.kept().toArray(String[]::new));
  }

  List<BiasFacts> facts(List<Quantile> quantiles) {
    long[] matched = new long[cut.size()];
    long[] unmatched = new long[cut.size()];
    statement(SIZES)
        .query(
            (RowCallbackHandler)
                row -> {
                  matched[row.getInt("slice") - 1] = row.getLong("matched");
                  unmatched[row.getInt("slice") - 1] = row.getLong("unmatched");
                });
    BiasSweep sweep = new BiasSweep(matched, unmatched, cut.kept().size(), quantiles);
    if (sweep.comparable()) {
      statement(VALUES)
          .withFetchSize(FETCH)
          .query(
              (RowCallbackHandler)
                  row -> sweep.take(row.getLong(1), row.getInt(2) - 1, row.getBoolean(3)));
    }
    return new ArrayList<>(sweep.facts());
  }

  private StatementSpec statement(String statement) {
    return jdbc.sql(cohort.slicedNotRuledOut(statement, cut.by())).params(parameters);
  }
}
