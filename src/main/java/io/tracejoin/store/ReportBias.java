package io.tracejoin.store;

import static java.util.stream.Collectors.joining;

import io.tracejoin.decompose.Outcome;
import io.tracejoin.report.BiasFacts;
import io.tracejoin.statistics.Quantile;
import io.tracejoin.statistics.TwoSamples;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;

/** Holds the matched successes of a cohort against the unmatched: one sort of both together. */
final class ReportBias {

  private static final String TOLD =
      """
      , told AS MATERIALIZED (
        SELECT client_total_ns AS value, pair
          FROM cohort
         WHERE sound AND client_total_ns IS NOT NULL
      )
      """;

  /** Where one side is empty nothing is sorted. Counts at a value include all equal ones. */
  private static final String SAMPLES =
      TOLD
          + """
          , size AS (
            SELECT count(*) FILTER (WHERE pair) AS n, count(*) FILTER (WHERE NOT pair) AS m
              FROM told
          ), ranked AS (
            SELECT value, count(*) FILTER (WHERE pair) OVER upto AS a, count(*) OVER upto AS upto
              FROM told
             WHERE (SELECT n > 0 AND m > 0 FROM size)
            WINDOW upto AS (ORDER BY value)
          )
          SELECT min(n) AS matched, min(m) AS unmatched,
                 max(abs(a * m - (upto - a) * n)) AS distance,
                 %s
            FROM size
            LEFT JOIN ranked ON true
          """;

  private static final String SPLIT =
      """
      ARRAY[min(value) FILTER (WHERE a >= ceil(%1$s * n)),
            min(value) FILTER (WHERE upto - a >= ceil(%1$s * m)),
            min(a) FILTER (WHERE upto >= ceil(%1$s * (n + m)))]""";

  private static final String TIES =
      TOLD + "SELECT count(*) FROM told GROUP BY value ORDER BY value";

  /** Where the first quantile stands in a row. */
  private static final int FIRST = 4;

  private final JdbcClient jdbc;
  private final ReportCohort cohort;

  ReportBias(JdbcClient jdbc, ReportCohort cohort) {
    this.jdbc = jdbc;
    this.cohort = cohort;
  }

  BiasFacts facts(List<Quantile> quantiles) {
    String splits =
        quantiles.stream()
            .map(it -> SPLIT.formatted(it.q().toPlainString()))
            .collect(joining(",\n"));
    return successes(SAMPLES.formatted(splits))
        .query((row, number) -> facts(row, quantiles))
        .single();
  }

  private BiasFacts facts(ResultSet row, List<Quantile> quantiles) throws SQLException {
    long matched = row.getLong("matched");
    long unmatched = row.getLong("unmatched");
    @Nullable Long distance = row.getObject("distance", Long.class);
    boolean small = distance != null && TwoSamples.exact(matched, unmatched);
    return new BiasFacts(
        matched,
        unmatched,
        distance,
        small ? successes(TIES).query(Integer.class).list() : List.of(),
        distance == null ? Map.of() : splits(row, quantiles));
  }

  private static Map<Quantile, BiasFacts.Split> splits(ResultSet row, List<Quantile> quantiles)
      throws SQLException {
    Map<Quantile, BiasFacts.Split> splits = new LinkedHashMap<>();
    for (int i = 0; i < quantiles.size(); i++) {
      Long[] at = (Long[]) row.getArray(FIRST + i).getArray();
      splits.put(quantiles.get(i), new BiasFacts.Split(at[0], at[1], at[2]));
    }
    return splits;
  }

  private StatementSpec successes(String statement) {
    return jdbc.sql(cohort.notRuledOut(statement)).params(cohort.parameters(Outcome.SUCCESS));
  }
}
