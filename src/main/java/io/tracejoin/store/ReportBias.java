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

/** Holds the matched successes of a cohort against the unmatched. */
final class ReportBias {

  private static final String TOLD =
      """
      , told AS MATERIALIZED (
        SELECT client_total_ns AS value, pair
          FROM cohort
         WHERE sound AND client_total_ns IS NOT NULL
      )
      """;

  /**
   * The greatest distance lies at a value of the smaller sample, or just below it: the larger one
   * is counted between those values and not sorted. Where one side is empty nothing is.
   */
  private static final String SAMPLES =
      TOLD
          + """
          , size AS (
            SELECT n, m, n <= m AS smaller, n > 0 AND m > 0 AS comparable
              FROM (SELECT count(*) FILTER (WHERE pair) AS n, count(*) FILTER (WHERE NOT pair) AS m
                      FROM told) AS counted
          ), few AS (
            SELECT value, own, CAST(row_number() OVER (ORDER BY value) AS integer) AS place,
                   CAST(sum(own) OVER (ORDER BY value) AS bigint) AS upto
              FROM (SELECT value, count(*) AS own
                      FROM told
                     WHERE pair = (SELECT smaller FROM size) AND (SELECT comparable FROM size)
                     GROUP BY value) AS counted
          ), many AS (
            SELECT place, count(*) AS own,
                   count(*) FILTER (
                     WHERE value = (SELECT array_agg(value ORDER BY value) FROM few)[place]) AS equal
              FROM (SELECT value,
                           width_bucket(
                             value, (SELECT array_agg(value ORDER BY value) FROM few)) AS place
                      FROM told
                     WHERE pair <> (SELECT smaller FROM size) AND (SELECT comparable FROM size)) AS placed
             GROUP BY place
          ), step AS (
            SELECT few.own, few.upto, coalesce(many.equal, 0) AS equal,
                   CAST(coalesce(sum(many.own) OVER (
                     ORDER BY place ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS bigint)
                     AS below
              FROM few
              FULL JOIN many USING (place)
          ), quantile AS (
            SELECT %s
              FROM told
             WHERE (SELECT comparable FROM size)
          )
          SELECT n AS matched, m AS unmatched,
                 (SELECT max(greatest(abs(upto * greatest(n, m) - (below + equal) * least(n, m)),
                                      abs((upto - own) * greatest(n, m) - below * least(n, m))))
                    FROM step
                   WHERE upto IS NOT NULL) AS distance,
                 of_matched, of_unmatched,
                 ARRAY(SELECT (SELECT count(*) FROM told WHERE pair AND value <= of_all)
                         FROM unnest(of_every) WITH ORDINALITY AS every (of_all, number)
                        ORDER BY number) AS below
            FROM size, quantile
          """;

  /** Half a rank below: whatever the rounding, its ceiling is the rank. */
  private static final String QUANTILES =
      """
      percentile_disc(CAST((SELECT ARRAY[%1$s] FROM size) AS float8[]))
        WITHIN GROUP (ORDER BY value) FILTER (WHERE %2$s) AS %3$s""";

  private static final String FRACTION = "(ceil(%1$s * (%2$s)) - 0.5) / nullif((%2$s), 0)";

  private static final String TIES =
      TOLD + "SELECT count(*) FROM told GROUP BY value ORDER BY value";

  private final JdbcClient jdbc;
  private final ReportCohort cohort;

  ReportBias(JdbcClient jdbc, ReportCohort cohort) {
    this.jdbc = jdbc;
    this.cohort = cohort;
  }

  BiasFacts facts(List<Quantile> quantiles) {
    String columns =
        String.join(
            ",\n",
            quantiles(quantiles, "n", "pair", "of_matched"),
            quantiles(quantiles, "m", "NOT pair", "of_unmatched"),
            quantiles(quantiles, "n + m", "true", "of_every"));
    return successes(SAMPLES.formatted(columns))
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

  private static String quantiles(List<Quantile> quantiles, String size, String rows, String name) {
    String fractions =
        quantiles.stream()
            .map(it -> FRACTION.formatted(it.q().toPlainString(), size))
            .collect(joining(", "));
    return QUANTILES.formatted(fractions, rows, name);
  }

  private static Map<Quantile, BiasFacts.Split> splits(ResultSet row, List<Quantile> quantiles)
      throws SQLException {
    Long[] matched = (Long[]) row.getArray("of_matched").getArray();
    Long[] unmatched = (Long[]) row.getArray("of_unmatched").getArray();
    Long[] below = (Long[]) row.getArray("below").getArray();
    Map<Quantile, BiasFacts.Split> splits = new LinkedHashMap<>();
    for (int i = 0; i < quantiles.size(); i++) {
      splits.put(quantiles.get(i), new BiasFacts.Split(matched[i], unmatched[i], below[i]));
    }
    return splits;
  }

  private StatementSpec successes(String statement) {
    return jdbc.sql(cohort.notRuledOut(statement)).params(cohort.parameters(Outcome.SUCCESS));
  }
}
