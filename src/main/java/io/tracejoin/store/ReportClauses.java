package io.tracejoin.store;

import io.tracejoin.decompose.Outcome;
import io.tracejoin.decompose.TraceId;
import io.tracejoin.report.ClauseData;
import io.tracejoin.report.Series;
import io.tracejoin.report.SloRule;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
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
      SELECT generator, (sent_at_ns - base_ns) / :block AS block, array_agg(%1$s) AS values
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
            SELECT r.*, w.base_ns,
                   r.state = 'matched' OR NOT r.anomalies @> ARRAY['duplicate_client_record'] AS sound
              FROM joined_request r
              LEFT JOIN w ON """
          + ReportCohort.OF_REQUEST
          + """
             WHERE r.run_id = :run AND r.lifecycle IS NULL
               AND (r.sent_at_ns >= w.from_ns AND r.sent_at_ns < w.to_ns
                    OR r.sent_at_ns IS NULL AND :counts_unsent)
               AND %s
            OFFSET 0
          )
          """;

  private static final String LONGEST =
      "SELECT coalesce(max(client_total_ns), 0) FROM sent WHERE outcome IN ('success', 'timeout')";

  private static final String FLAGS_BY_BLOCK =
      """
      SELECT generator, (sent_at_ns - base_ns) / :block AS block,
             count(*) AS requests, count(*) FILTER (WHERE %s) AS flagged
        FROM sent r
       WHERE sent_at_ns IS NOT NULL
       GROUP BY 1, 2
       ORDER BY 1, 2
      """;

  private static final String FLAGGED =
      """
      SELECT trace_id FROM sent r
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
    return sent(LONGEST).query(Long.class).single();
  }

  @Override
  public List<long[]> flagsByBlock(Flag flag, @Nullable SloRule rule, long blockNanos) {
    return sent(FLAGS_BY_BLOCK.formatted(condition(flag, rule)))
        .param("block", blockNanos)
        .query((row, number) -> flags(row.getInt("requests"), row.getInt("flagged")))
        .list();
  }

  @Override
  public List<String> flagged(Flag flag, @Nullable SloRule rule, int most) {
    return sent(FLAGGED.formatted(condition(flag, rule)))
        .param("most", most)
        .query(ReportClauses::traceId)
        .list();
  }

  private JdbcClient.StatementSpec successes(String template, Series series) {
    String sql = template.formatted(series.measure().column(), ReportSeries.condition(series));
    return jdbc.sql(cohort.settled(sql)).params(cohort.parameters(Outcome.SUCCESS));
  }

  private JdbcClient.StatementSpec sent(String select) {
    return jdbc.sql(SENT.formatted(cohort.open()) + select)
        .params(cohort.parameters(Outcome.SUCCESS));
  }

  private String condition(Flag flag, @Nullable SloRule rule) {
    return switch (flag) {
      case FAILED -> "outcome <> 'success'";
      case GOOD -> good(rule);
      case NOT_GOOD -> "NOT " + good(rule);
      case UNMATCHED -> "state <> 'matched'";
    };
  }

  private String good(@Nullable SloRule rule) {
    return new GoodSql(Objects.requireNonNull(rule)).condition(cohort);
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
