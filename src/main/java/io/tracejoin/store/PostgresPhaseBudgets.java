package io.tracejoin.store;

import io.tracejoin.report.verdict.PhaseBudgets;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** Reads rows for dashboards out of stored reports and verdicts, in one statement. */
@Component
final class PostgresPhaseBudgets implements PhaseBudgets {

  private static final JsonMapper JSON = new JsonMapper();

  private static final String PICKED =
      """
      WITH started AS (
        SELECT r.id, r.run_id, r.declaration,
               coalesce(timestamptz 'epoch' + p.first_send_ns / 1000 * interval '1 microsecond',
                        r.created_at) AS started_at
          FROM run r
          LEFT JOIN run_progress p ON p.run_id = r.id
         WHERE (cardinality(CAST(:runs AS text[])) = 0 OR r.run_id = ANY (CAST(:runs AS text[])))
           AND coalesce(r.declaration -> 'labels', '{}') @> CAST(:labels AS jsonb)
      ), picked AS (
        SELECT s.id, s.run_id, s.started_at, report.id AS report_id, verdict.id AS verdict_id
          FROM started s
         CROSS JOIN LATERAL (
               SELECT v.id FROM report_revision v
                WHERE v.run_id = s.id ORDER BY v.revision DESC LIMIT 1) AS report
          LEFT JOIN LATERAL (
               SELECT v.id FROM verdict v
                WHERE v.run_id = s.id ORDER BY v.revision DESC, v.post_hoc, v.id DESC LIMIT 1) AS verdict
            ON true
         WHERE (CAST(:from AS timestamptz) IS NULL OR s.started_at >= :from)
           AND (CAST(:to AS timestamptz) IS NULL OR s.started_at < :to)
         ORDER BY s.started_at DESC, s.id DESC
         LIMIT :last
      )
      """;

  private static final String STATE =
      PICKED
          + """
          SELECT coalesce(md5(string_agg(concat_ws('.', id, run_id, started_at, report_id, verdict_id), ','
                                         ORDER BY id)), 'none')
            FROM picked
          """;

  private static final String ROWS =
      PICKED
          + """
          , row AS (
            SELECT p.id, p.run_id, p.started_at, 1 AS part, c.place, c.clause ->> 'measure' AS phase,
                   c.clause ->> 'owner' AS owner, c.clause ->> 'stat' AS stat,
                   CAST(c.clause ->> 'value' AS numeric) AS value_ms,
                   CAST(c.clause -> 'ci95' ->> 0 AS numeric) AS ci_low_ms,
                   CAST(c.clause -> 'ci95' ->> 1 AS numeric) AS ci_high_ms,
                   CAST(c.clause ->> 'bound' AS numeric) AS bound_ms,
                   c.clause ->> 'verdict' AS verdict,
                   CAST(c.clause ->> 'coverage' AS numeric) AS coverage,
                   CAST(c.clause ->> 'n' AS bigint) AS n
              FROM picked p
              JOIN verdict v ON v.id = p.verdict_id
             CROSS JOIN LATERAL jsonb_array_elements(v.document -> 'clauses')
                   WITH ORDINALITY AS c (clause, place)
             WHERE c.clause ->> 'unit' = 'ms'
             UNION ALL
            SELECT p.id, p.run_id, p.started_at, 2, f.place, f.figure ->> 'measure',
                   f.figure ->> 'owner', 'p95',
                   CAST(f.figure ->> 'p95_ms' AS numeric),
                   CAST(f.figure -> 'ci95' -> 'p95_ms' ->> 0 AS numeric),
                   CAST(f.figure -> 'ci95' -> 'p95_ms' ->> 1 AS numeric),
                   NULL, NULL,
                   trunc(CAST(f.figure ->> 'n' AS numeric)
                         / nullif(CAST(t.report -> 'population' ->> 'success' AS numeric), 0), 6),
                   CAST(f.figure ->> 'n' AS bigint)
              FROM picked p
              JOIN report_revision t ON t.id = p.report_id
              LEFT JOIN verdict v ON v.id = p.verdict_id
             CROSS JOIN LATERAL jsonb_array_elements(t.report -> 'phases')
                   WITH ORDINALITY AS f (figure, place)
             WHERE f.figure ->> 'owner' IS NOT NULL
               AND NOT coalesce(v.document -> 'clauses' @> jsonb_build_array(
                     jsonb_build_object('measure', f.figure -> 'measure', 'unit', 'ms')), false)
          )
          SELECT *, round(value_ms / nullif(bound_ms, 0), 6) AS used
            FROM row
           ORDER BY started_at, id, part, place
          """;

  private final JdbcClient jdbc;

  PostgresPhaseBudgets(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  @Override
  public String state(Question question) {
    return jdbc.sql(STATE).params(parameters(question)).query(String.class).single();
  }

  @Override
  public List<Row> rows(Question question) {
    return jdbc.sql(ROWS).params(parameters(question)).query((row, number) -> row(row)).list();
  }

  private static Map<String, @Nullable Object> parameters(Question question) {
    Map<String, @Nullable Object> parameters = new HashMap<>();
    parameters.put("runs", question.runs().toArray(String[]::new));
    parameters.put("labels", JSON.writeValueAsString(question.labels()));
    parameters.put("from", time(question.from()));
    parameters.put("to", time(question.to()));
    parameters.put("last", question.last());
    return parameters;
  }

  private static @Nullable OffsetDateTime time(@Nullable Instant instant) {
    return instant == null ? null : instant.atOffset(ZoneOffset.UTC);
  }

  private static Row row(ResultSet row) throws SQLException {
    return new Row(
        row.getString("run_id"),
        row.getObject("started_at", OffsetDateTime.class).toInstant(),
        row.getString("phase"),
        row.getString("owner"),
        row.getString("stat"),
        number(row, "value_ms"),
        number(row, "ci_low_ms"),
        number(row, "ci_high_ms"),
        number(row, "bound_ms"),
        number(row, "used"),
        row.getString("verdict"),
        number(row, "coverage"),
        row.getLong("n"));
  }

  private static @Nullable BigDecimal number(ResultSet row, String column) throws SQLException {
    BigDecimal value = row.getBigDecimal(column);
    if (value == null) {
      return null;
    }
    BigDecimal stripped = value.stripTrailingZeros();
    return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
  }
}
