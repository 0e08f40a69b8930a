package io.tracejoin.store;

import io.tracejoin.decompose.Outcome;
import io.tracejoin.report.TokenFacts;
import io.tracejoin.report.TokenFacts.Completed;
import io.tracejoin.report.Tokens;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Tokens of a run's requests, counted and ranked by PostgreSQL. */
final class ReportTokens {

  private static final String COMPLETED =
      ReportCohort.WINDOWS
          + """
          SELECT generator, count(*) AS requests, count(tokens) AS counted,
                 coalesce(sum(tokens), 0) AS tokens
            FROM (SELECT w.name AS generator,
                         coalesce(r.output_tokens, r.server_output_tokens) AS tokens
                    FROM joined_request r
                    JOIN w ON """
          + ReportCohort.OF_REQUEST
          + """
                   WHERE r.run_id = :run AND r.lifecycle IS NULL AND r.outcome = 'success'
                     AND r.sent_at_ns + r.client_total_ns >= w.from_ns
                     AND r.sent_at_ns + r.client_total_ns < w.to_ns
                     AND %s) AS completed
           GROUP BY 1
           ORDER BY 1
          """;

  /**
   * Counts repeat, so they are ranked by value and not row by row, and a rank is looked up in an
   * array: how many values there are is nothing that a join could be planned by. Equal counts share
   * the mean of their ranks.
   */
  private static final String SPREAD =
      """
      , counted AS MATERIALIZED (
        SELECT coalesce(input_tokens, server_input_tokens) AS input,
               coalesce(output_tokens, server_output_tokens) AS output,
               input_tokens IS NOT NULL AS input_told, output_tokens IS NOT NULL AS output_told
          FROM cohort
         WHERE sound
      ), size AS (
        SELECT count(input) AS inputs, count(*) FILTER (WHERE input_told) AS inputs_told,
               count(output) AS outputs, count(*) FILTER (WHERE output_told) AS outputs_told
          FROM counted
      ), input AS (
        SELECT input, sum(count(*)) OVER (ORDER BY input) AS upto
          FROM counted
         WHERE input IS NOT NULL
         GROUP BY input
      ), output AS (
        SELECT output, sum(count(*)) OVER (ORDER BY output) AS upto
          FROM counted
         WHERE output IS NOT NULL
         GROUP BY output
      ), input_rank AS (
        SELECT input,
               CAST(sum(count(*)) OVER (ORDER BY input) - (count(*) - 1) / 2.0 AS float8) AS rank
          FROM counted
         WHERE input IS NOT NULL AND output IS NOT NULL
         GROUP BY input
      ), output_rank AS (
        SELECT output,
               CAST(sum(count(*)) OVER (ORDER BY output) - (count(*) - 1) / 2.0 AS float8) AS rank
          FROM counted
         WHERE input IS NOT NULL AND output IS NOT NULL
         GROUP BY output
      )
      SELECT inputs, inputs_told,
             (SELECT min(input) FROM input WHERE upto >= 0.50 * inputs) AS input_p50,
             (SELECT min(input) FROM input WHERE upto >= 0.95 * inputs) AS input_p95,
             (SELECT max(input) FROM input) AS input_max,
             outputs, outputs_told,
             (SELECT min(output) FROM output WHERE upto >= 0.50 * outputs) AS output_p50,
             (SELECT min(output) FROM output WHERE upto >= 0.95 * outputs) AS output_p95,
             (SELECT max(output) FROM output) AS output_max,
             (SELECT corr((SELECT array_agg(rank ORDER BY input) FROM input_rank)[
                            width_bucket(
                              input, (SELECT array_agg(input ORDER BY input) FROM input_rank))],
                          (SELECT array_agg(rank ORDER BY output) FROM output_rank)[
                            width_bucket(
                              output, (SELECT array_agg(output ORDER BY output) FROM output_rank))])
                FROM counted
               WHERE input IS NOT NULL AND output IS NOT NULL) AS rank_correlation
        FROM size
      """;

  private final JdbcClient jdbc;
  private final ReportCohort cohort;
  private final Map<String, Object> parameters;

  ReportTokens(JdbcClient jdbc, ReportCohort cohort, Outcome outcome) {
    this.jdbc = jdbc;
    this.cohort = cohort;
    this.parameters = cohort.parameters(outcome);
  }

  TokenFacts facts() {
    List<Completed> completed =
        jdbc.sql(COMPLETED.formatted(cohort.selected()))
            .params(parameters)
            .query(ReportTokens::completed)
            .list();
    return jdbc.sql(cohort.select(SPREAD))
        .params(parameters)
        .query(
            (row, number) ->
                new TokenFacts(
                    completed,
                    spread(row, "input"),
                    spread(row, "output"),
                    row.getObject("rank_correlation", Double.class)))
        .single();
  }

  private static Completed completed(ResultSet row, int number) throws SQLException {
    return new Completed(
        row.getString("generator"),
        row.getLong("requests"),
        row.getLong("counted"),
        row.getLong("tokens"));
  }

  private static Tokens.Spread spread(ResultSet row, String side) throws SQLException {
    return new Tokens.Spread(
        row.getLong(side + "s"),
        row.getLong(side + "s_told"),
        count(row, side + "_p50"),
        count(row, side + "_p95"),
        count(row, side + "_max"));
  }

  private static @Nullable Integer count(ResultSet row, String column) throws SQLException {
    return row.getObject(column, Integer.class);
  }
}
