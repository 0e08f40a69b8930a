package io.tracejoin.store;

import static java.util.stream.Collectors.joining;

import io.tracejoin.decompose.Measure;
import io.tracejoin.report.TimelineData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.jdbc.core.RowCallbackHandler;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Buckets of one run. Every statement is one pass over its rows. */
final class ReportTimeline implements TimelineData {

  /**
   * Table {@code first}: where each generator's time 0 is. Table {@code call}: the requests that
   * are not ruled out.
   */
  private static final String FIRST =
      """
      WITH first AS (
        SELECT coalesce(generator, '') AS generator, min(sent_at_ns) AS at
          FROM joined_request
         WHERE run_id = :run AND lifecycle IS NULL AND sent_at_ns IS NOT NULL
         GROUP BY 1
      ), call AS (
        SELECT r.*, r.sent_at_ns - f.at AS since, r.state = 'matched' AS pair,
               r.state = 'matched' OR NOT r.anomalies @> ARRAY['duplicate_client_record'] AS sound,
               %2$s AS selected
          FROM joined_request r
          JOIN first f ON f.generator = coalesce(r.generator, '')
         WHERE r.run_id = :run AND r.lifecycle IS NULL AND r.sent_at_ns IS NOT NULL AND %1$s
      )
      """;

  /** What a generator told before its first send, in setup, is told of the first bucket. */
  private static final String SECONDS =
      """
      , second AS (
        SELECT l.*,
               greatest(0, l.second - coalesce(f.at / 1000000000,
                                               min(l.second) OVER (PARTITION BY l.generator)))
                 AS since
          FROM load_second l
          LEFT JOIN first f ON f.generator = l.generator
         WHERE l.run_id = :run
      )
      """;

  private static final String LAST =
      FIRST
          + SECONDS
          + """
          SELECT greatest((SELECT max(since) / 1000000000 FROM call),
                          (SELECT max(since + coalesce(client_total_ns, 0)) / 1000000000
                             FROM call
                            WHERE outcome = 'success'),
                          (SELECT max(since) FROM second)) AS last_second
          """;

  private static final String SENT =
      FIRST
          + """
          SELECT since / :bucket AS bucket, outcome, count(*) AS requests,
                 count(*) FILTER (WHERE pair) AS matched,
                 count(*) FILTER (WHERE coalesce(reason, '') NOT IN ('never_sent', 'not_sampled'))
                   AS expected
            FROM call
           GROUP BY 1, 2
           ORDER BY 1, 2
          """;

  private static final String COMPLETED =
      FIRST
          + """
          SELECT (since + client_total_ns) / :bucket AS bucket, count(*) AS requests
            FROM call
           WHERE outcome = 'success' AND client_total_ns IS NOT NULL
           GROUP BY 1
          """;

  private static final String SPREADS =
      FIRST
          + """
          SELECT since / :bucket AS bucket, """
          + MEASURES.stream().map(ReportTimeline::columns).collect(joining(",\n"))
          + """

            FROM call
           WHERE outcome = 'success' AND selected
           GROUP BY 1
          """;

  /**
   * Between two events the level does not change; an event at each bucket's edge keeps it within
   * one. An interval ends before the next one starts at the same moment.
   */
  private static final String ACTIVE =
      FIRST
          + """
          , event AS (
            SELECT since AS at, 1 AS change FROM call WHERE client_total_ns > 0
             UNION ALL
            SELECT since + client_total_ns, -1 FROM call WHERE client_total_ns > 0
             UNION ALL
            SELECT edge * :bucket, 0 FROM generate_series(0, CAST(:last AS bigint) + 1) AS edge
          ), level AS (
            SELECT at, sum(change) OVER (ORDER BY at, change ROWS UNBOUNDED PRECEDING) AS active,
                   lead(at) OVER (ORDER BY at, change) - at AS lasting
              FROM event
          )
          SELECT at / :bucket AS bucket, max(active) AS most,
                 coalesce(sum(active * lasting), 0) AS busy
            FROM level
           GROUP BY 1
          """;

  private static final String LOAD =
      FIRST
          + SECONDS
          + """
          SELECT bucket, sum(iterations) AS iterations, sum(dropped) AS dropped,
                 sum(vus) AS vus, sum(vus_max) AS vus_max
            FROM (SELECT since / :bucket_s AS bucket, generator, sum(iterations) AS iterations,
                         sum(dropped_iterations) AS dropped, max(vus) AS vus,
                         max(vus_max) AS vus_max
                    FROM second
                   GROUP BY 1, 2) AS told
           GROUP BY 1
          """;

  private static final long SECOND = 1_000_000_000L;

  private final JdbcClient jdbc;
  private final int run;
  private final SelectorSql selector;

  ReportTimeline(JdbcClient jdbc, int run, SelectorSql selector) {
    this.jdbc = jdbc;
    this.run = run;
    this.selector = selector;
  }

  private static String columns(Measure measure) {
    String population = measure.side() == Measure.Side.CLIENT ? "sound" : "pair";
    return """
           count(%1$s) FILTER (WHERE %2$s),
           percentile_disc(CAST(ARRAY[0.5, 0.95] AS float8[]))
             WITHIN GROUP (ORDER BY %1$s) FILTER (WHERE %2$s)"""
        .formatted(measure.column(), population);
  }

  @Override
  public long last(long bucketS) {
    return ofRun(LAST)
        .query(
            (row, number) -> {
              Long last = new RowReader(row).nullableInt8();
              return last == null ? -1 : last / bucketS;
            })
        .single();
  }

  @Override
  public List<Sent> sent(long bucketS) {
    return inNanos(SENT, bucketS)
        .query(
            (row, number) ->
                new Sent(
                    row.getLong("bucket"),
                    row.getString("outcome"),
                    row.getLong("requests"),
                    row.getLong("matched"),
                    row.getLong("expected")))
        .list();
  }

  @Override
  public Map<Long, Long> completed(long bucketS) {
    Map<Long, Long> completed = new HashMap<>();
    inNanos(COMPLETED, bucketS)
        .query((RowCallbackHandler) row -> completed.put(row.getLong(1), row.getLong(2)));
    return completed;
  }

  @Override
  public Map<Long, Active> active(long bucketS, long last) {
    Map<Long, Active> active = new HashMap<>();
    inNanos(ACTIVE, bucketS)
        .param("last", last)
        .query(
            (RowCallbackHandler)
                row ->
                    active.put(
                        row.getLong("bucket"),
                        new Active(RowReader.sum(row, "busy"), row.getLong("most"))));
    return active;
  }

  @Override
  public Map<Long, List<Spread>> spreads(long bucketS) {
    Map<Long, List<Spread>> spreads = new HashMap<>();
    inNanos(SPREADS, bucketS)
        .query((RowCallbackHandler) row -> spreads.put(row.getLong(1), spreads(row)));
    return spreads;
  }

  @Override
  public Map<Long, Load> load(long bucketS) {
    Map<Long, Load> load = new HashMap<>();
    ofRun(LOAD)
        .param("bucket_s", bucketS)
        .query(
            (RowCallbackHandler)
                row -> {
                  RowReader in = new RowReader(row);
                  load.put(
                      in.int8(),
                      new Load(in.int8(), in.int8(), in.nullableInt8(), in.nullableInt8()));
                });
    return load;
  }

  private JdbcClient.StatementSpec inNanos(String sql, long bucketS) {
    return ofRun(sql).param("bucket", bucketS * SECOND);
  }

  private JdbcClient.StatementSpec ofRun(String sql) {
    return jdbc.sql(sql.formatted(selector.open(), selector.selected()))
        .param("run", run)
        .params(selector.parameters());
  }

  private static List<Spread> spreads(ResultSet row) throws SQLException {
    List<Spread> spreads = new ArrayList<>();
    for (int i = 0; i < MEASURES.size(); i++) {
      long n = row.getLong(2 + 2 * i);
      if (n > 0) {
        Long[] quantiles = (Long[]) row.getArray(3 + 2 * i).getArray();
        spreads.add(new Spread(MEASURES.get(i), n, quantiles[0], quantiles[1]));
      }
    }
    return spreads;
  }
}
