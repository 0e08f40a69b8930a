package io.tracejoin.store;

import io.tracejoin.decompose.Measure;
import io.tracejoin.decompose.Outcome;
import io.tracejoin.decompose.TraceId;
import io.tracejoin.report.ScatterData;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;

/** A measure against output tokens: one pass each for the bins and for the sample. */
record ReportScatter(JdbcClient jdbc, ReportCohort cohort, Outcome outcome) implements ScatterData {

  /**
   * Table {@code dot}: the requests that have both; the client's count goes before the server's.
   */
  private static final String DOTS =
      """
          , dot AS (
            SELECT trace_id, ordinal, correlated, %1$s AS nanos,
                   coalesce(output_tokens, server_output_tokens) AS tokens
              FROM settled
             WHERE %2$s AND %1$s IS NOT NULL
               AND coalesce(output_tokens, server_output_tokens) IS NOT NULL
          )
          """;

  private static final String BINS =
      """
      , bounds AS (
        SELECT min(tokens) AS least, max(tokens) + 1 AS beyond FROM dot
      )
      SELECT min(tokens) AS from_tokens, max(tokens) AS to_tokens, count(*) AS n,
             percentile_disc(0.5) WITHIN GROUP (ORDER BY nanos) AS p50,
             percentile_disc(0.95) WITHIN GROUP (ORDER BY nanos) AS p95
        FROM dot, bounds
       GROUP BY (tokens - least) * CAST(:most AS bigint) / greatest(beyond - least, :most)
       ORDER BY 1
      """;

  /** A digest of the trace ID draws: trace IDs themselves may grow with time. */
  private static final String SAMPLE =
      """
      SELECT trace_id, tokens, nanos
        FROM dot
       WHERE correlated
       ORDER BY hashtextextended(CAST(trace_id AS text), 0), ordinal
       LIMIT :most
      """;

  @Override
  public List<Bin> bins(Measure measure, int most) {
    return asked(DOTS, BINS, measure)
        .param("most", most)
        .query(
            (row, number) -> {
              RowReader in = new RowReader(row);
              return new Bin(in.int8(), in.int8(), in.int8(), in.int8(), in.int8());
            })
        .list();
  }

  @Override
  public List<Dot> sample(Measure measure, int most) {
    return asked(DOTS, SAMPLE, measure)
        .param("most", most)
        .query(
            (row, number) -> {
              RowReader in = new RowReader(row);
              return new Dot(TraceId.of(in.uuid()), in.int8(), in.int8());
            })
        .list();
  }

  private JdbcClient.StatementSpec asked(String dots, String rest, Measure measure) {
    String population = measure.side() == Measure.Side.CLIENT ? "sound" : "pair";
    return jdbc.sql(cohort.settled(dots.formatted(measure.column(), population) + rest))
        .params(cohort.parameters(outcome));
  }
}
