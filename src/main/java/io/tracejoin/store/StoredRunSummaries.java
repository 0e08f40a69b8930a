package io.tracejoin.store;

import io.tracejoin.report.RunSummaries;
import io.tracejoin.report.RunSummary;
import io.tracejoin.report.TailGrowth;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads runs with the few figures of their newest stored report: one statement a page. */
@Component
final class StoredRunSummaries implements RunSummaries {

  private static final String PAGE =
      """
      SELECT r.id, v.revision, v.computed_at,
             r.pairs_removed_at IS NULL
               AND (v.change_seq <> coalesce(p.change_seq, 0)
                    OR v.declaration <> r.declaration - 'pinned') AS stale,
             CAST(v.report #>> '{population,in_window}' AS bigint)   AS client_records,
             CAST(v.report #>> '{population,error_rate}' AS numeric) AS error_rate,
             CAST(v.report #>> '{join,coverage}' AS numeric)         AS coverage,
             CAST(v.report #>> '{throughput,per_s}' AS numeric)      AS per_s,
             CAST(jsonb_path_query_first(v.report,
                    '$.phases[*] ? (@.measure == "client_total").p95_ms') AS numeric) AS p95_ms,
             v.report #>> '{tail,p50,mean_ms}' AS usual,
             v.report #>> '{tail,p95,mean_ms}' AS slow,
             CAST(jsonb_path_query_array(v.report, '$.warnings[*].code') AS text) AS warnings
        FROM run r
        LEFT JOIN run_progress p ON p.run_id = r.id
        LEFT JOIN LATERAL (SELECT *
                             FROM report_revision
                            WHERE run_id = r.id
                            ORDER BY revision DESC
                            LIMIT 1) v ON true
       WHERE r.id < :before
         AND (CAST(:words AS text) IS NULL
              OR strpos(lower(r.run_id), :words) > 0
              OR strpos(lower(r.declaration ->> 'name'), :words) > 0
              OR EXISTS (SELECT 1
                           FROM jsonb_each_text(CASE jsonb_typeof(r.declaration -> 'labels')
                                                WHEN 'object' THEN r.declaration -> 'labels' END)
                          WHERE strpos(lower(value), :words) > 0))
       ORDER BY r.id DESC
       LIMIT :limit
      """;

  private static final JsonMapper JSON = new JsonMapper();

  private final JdbcClient jdbc;

  StoredRunSummaries(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  @Override
  public List<Line> page(@Nullable String words, int before, int limit) {
    return jdbc.sql(PAGE)
        .param("words", words)
        .param("before", before)
        .param("limit", limit)
        .query(StoredRunSummaries::line)
        .list();
  }

  private static Line line(ResultSet row, int number) throws SQLException {
    boolean stored = row.getObject("revision") != null;
    return new Line(row.getInt("id"), stored ? summary(row) : null);
  }

  private static RunSummary summary(ResultSet row) throws SQLException {
    return new RunSummary(
        row.getInt("revision"),
        row.getBoolean("stale"),
        row.getObject("computed_at", OffsetDateTime.class).toInstant(),
        row.getLong("client_records"),
        row.getBigDecimal("coverage"),
        row.getBigDecimal("error_rate"),
        row.getBigDecimal("per_s"),
        row.getBigDecimal("p95_ms"),
        growth(row.getString("usual"), row.getString("slow")),
        JSON.readTree(row.getString("warnings")).valueStream().map(JsonNode::asString).toList());
  }

  private static @Nullable TailGrowth growth(@Nullable String usual, @Nullable String slow) {
    return usual == null || slow == null
        ? null
        : TailGrowth.between(means(usual), means(slow)).orElse(null);
  }

  private static Map<String, BigDecimal> means(String json) {
    Map<String, BigDecimal> means = new HashMap<>();
    JSON.readTree(json)
        .properties()
        .forEach(it -> means.put(it.getKey(), it.getValue().decimalValue()));
    return means;
  }
}
