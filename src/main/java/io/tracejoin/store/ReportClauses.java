package io.tracejoin.store;

import io.tracejoin.decompose.Outcome;
import io.tracejoin.decompose.TraceId;
import io.tracejoin.report.ClauseData;
import io.tracejoin.report.Series;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.RowCallbackHandler;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Answers the questions of clauses; what is written into the texts are constants alone. */
final class ReportClauses implements ClauseData {

  private static final String WITHIN = "SELECT count(*) FROM settled WHERE %2$s AND %1$s <= :nanos";

  private static final String ABOVE =
      """
      SELECT trace_id FROM settled
       WHERE correlated AND %2$s AND %1$s > :nanos
       ORDER BY %1$s DESC, trace_id
       LIMIT :most
      """;

  private static final String VALUES_BY_BLOCK =
      """
      SELECT generator, (sent_at_ns - from_ns) / :block AS block, array_agg(%1$s) AS values
        FROM settled
       WHERE %2$s AND %1$s IS NOT NULL AND sent_at_ns IS NOT NULL
       GROUP BY 1, 2
       ORDER BY 1, 2
      """;

  /** Table {@code sent}: requests of every outcome that were sent in the window. */
  private static final String SENT =
      ReportCohort.WINDOWS
          + """
          , sent AS (
            SELECT r.*, w.from_ns,
                   r.state = 'matched' OR NOT r.anomalies @> ARRAY['duplicate_client_record'] AS sound
              FROM joined_request r
              LEFT JOIN w ON w.name = coalesce(r.generator, '')
             WHERE r.run_id = :run AND r.lifecycle IS NULL
               AND (r.sent_at_ns >= w.from_ns AND r.sent_at_ns < w.to_ns
                    OR r.sent_at_ns IS NULL AND :counts_unsent)
               AND %s
            OFFSET 0
          )
          """;

  private static final String LONGEST =
      "SELECT coalesce(max(client_total_ns), 0) FROM sent WHERE outcome IN ('success', 'timeout')";

  /** What a user waited: from the planned send where the rule says so and it is known. */
  private static final String TOTAL =
      "CASE WHEN :response_time THEN coalesce(response_time_ns, client_total_ns) ELSE client_total_ns END";

  private static final String EXEMPT =
      ":exempt AND coalesce(output_tokens, server_output_tokens) = 1";

  private static final String GOOD =
      """
      coalesce(outcome = 'success' AND sound
               AND (CAST(:total AS bigint) IS NULL OR %1$s <= :total)
               AND (CAST(:ttft AS bigint) IS NULL OR client_ttft_ns <= :ttft)
               AND (CAST(:tpot AS bigint) IS NULL OR tpot_ns <= :tpot OR %2$s), false)"""
          .formatted(TOTAL, EXEMPT);

  private static final String COUNTS =
      """
      SELECT count(*) AS sent, count(*) FILTER (WHERE outcome = 'success') AS successes,
             count(*) FILTER (WHERE %1$s) AS good,
             bool_or(outcome = 'success' AND sound AND client_total_ns IS NOT NULL) AS totals,
             bool_or(outcome = 'success' AND sound AND client_ttft_ns IS NOT NULL) AS ttfts,
             bool_or(outcome = 'success' AND sound AND (tpot_ns IS NOT NULL OR %2$s)) AS tpots
        FROM sent
      """
          .formatted(GOOD, EXEMPT);

  private static final String COMPLETED =
      ReportCohort.WINDOWS
          + """
          , ended AS (
            SELECT r.*, w.name AS window_name,
                   r.state = 'matched' OR NOT r.anomalies @> ARRAY['duplicate_client_record'] AS sound
              FROM joined_request r
              JOIN w ON w.name = coalesce(r.generator, '')
             WHERE r.run_id = :run AND r.lifecycle IS NULL AND r.outcome = 'success'
               AND r.sent_at_ns + r.client_total_ns >= w.from_ns
               AND r.sent_at_ns + r.client_total_ns < w.to_ns
               AND %s
          )
          """;

  private static final String COMPLETED_GOOD =
      "SELECT window_name, count(*) FROM ended WHERE " + GOOD + " GROUP BY 1";

  private static final String FLAGS_BY_BLOCK =
      """
      SELECT generator, (sent_at_ns - from_ns) / :block AS block,
             count(*) AS requests, count(*) FILTER (WHERE %s) AS flagged
        FROM sent
       WHERE sent_at_ns IS NOT NULL
       GROUP BY 1, 2
       ORDER BY 1, 2
      """;

  private static final String FLAGGED =
      """
      SELECT trace_id FROM sent
       WHERE correlated AND %s
       ORDER BY client_total_ns DESC NULLS LAST, trace_id
       LIMIT :most
      """;

  private final JdbcClient jdbc;
  private final ReportCohort cohort;

  ReportClauses(JdbcClient jdbc, ReportCohort cohort) {
    this.jdbc = jdbc;
    this.cohort = cohort;
  }

  @Override
  public long within(Series series, long nanos) {
    return successes(WITHIN, series).param("nanos", nanos).query(Long.class).single();
  }

  @Override
  public List<String> above(Series series, long nanos, int most) {
    return successes(ABOVE, series)
        .param("nanos", nanos)
        .param("most", most)
        .query(ReportClauses::traceId)
        .list();
  }

  @Override
  public List<long[]> valuesByBlock(Series series, long blockNanos) {
    return successes(VALUES_BY_BLOCK, series)
        .param("block", blockNanos)
        .query((row, number) -> longs((Long[]) row.getArray("values").getArray()))
        .list();
  }

  @Override
  public long longestRequest() {
    return sent(LONGEST, null).query(Long.class).single();
  }

  @Override
  public Good good(GoodRule rule) {
    Map<String, Long> completed = new LinkedHashMap<>();
    jdbc.sql(COMPLETED.formatted(cohort.open()) + COMPLETED_GOOD)
        .params(parameters(rule))
        .query((RowCallbackHandler) row -> completed.put(row.getString(1), row.getLong(2)));
    return sent(COUNTS, rule)
        .query(
            (row, number) ->
                new Good(
                    row.getLong("sent"),
                    row.getLong("successes"),
                    row.getLong("good"),
                    judged(row, rule),
                    completed))
        .single();
  }

  @Override
  public List<long[]> flagsByBlock(Flag flag, @Nullable GoodRule rule, long blockNanos) {
    return sent(FLAGS_BY_BLOCK.formatted(condition(flag)), rule)
        .param("block", blockNanos)
        .query((row, number) -> flags(row.getInt("requests"), row.getInt("flagged")))
        .list();
  }

  @Override
  public List<String> flagged(Flag flag, @Nullable GoodRule rule, int most) {
    return sent(FLAGGED.formatted(condition(flag)), rule)
        .param("most", most)
        .query(ReportClauses::traceId)
        .list();
  }

  private JdbcClient.StatementSpec successes(String template, Series series) {
    String sql = template.formatted(series.measure().column(), ReportSeries.condition(series));
    return jdbc.sql(cohort.settled(sql)).params(cohort.parameters(Outcome.SUCCESS));
  }

  private JdbcClient.StatementSpec sent(String select, @Nullable GoodRule rule) {
    return jdbc.sql(SENT.formatted(cohort.open()) + select).params(parameters(rule));
  }

  private Map<String, @Nullable Object> parameters(@Nullable GoodRule rule) {
    Map<String, @Nullable Object> parameters = new HashMap<>(cohort.parameters(Outcome.SUCCESS));
    parameters.put("total", rule == null ? null : rule.totalNanos());
    parameters.put("ttft", rule == null ? null : rule.ttftNanos());
    parameters.put("tpot", rule == null ? null : rule.tpotNanos());
    parameters.put("exempt", rule != null && rule.singleTokenExempt());
    parameters.put("response_time", rule != null && rule.responseTime());
    return parameters;
  }

  private static String condition(Flag flag) {
    return switch (flag) {
      case FAILED -> "outcome <> 'success'";
      case GOOD -> GOOD;
      case NOT_GOOD -> "NOT " + GOOD;
      case UNMATCHED -> "state <> 'matched'";
    };
  }

  private static boolean judged(ResultSet row, GoodRule rule) throws SQLException {
    return (rule.totalNanos() == null || row.getBoolean("totals"))
        && (rule.ttftNanos() == null || row.getBoolean("ttfts"))
        && (rule.tpotNanos() == null || row.getBoolean("tpots"));
  }

  private static String traceId(ResultSet row, int number) throws SQLException {
    return TraceId.of(row.getObject(1, UUID.class)).hex();
  }

  private static long[] longs(Long[] values) {
    return Arrays.stream(values).mapToLong(Long::longValue).toArray();
  }

  private static long[] flags(int requests, int flagged) {
    long[] flags = new long[requests];
    Arrays.fill(flags, 0, flagged, 1);
    return flags;
  }
}
