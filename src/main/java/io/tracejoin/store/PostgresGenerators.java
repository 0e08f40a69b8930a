package io.tracejoin.store;

import io.tracejoin.decompose.Span;
import io.tracejoin.decompose.SpanKind;
import io.tracejoin.ingest.client.GeneratorRun;
import io.tracejoin.ingest.client.GeneratorStore;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/** Looks up what load generators that export spans left behind. */
@Component
final class PostgresGenerators implements GeneratorStore {

  /** Of one trace; a generator that sends more under one trace ID tells no requests apart. */
  private static final int MOST_SPANS = 100_000;

  private static final int BATCH = 1_000;

  private static final String RUNS =
      """
      SELECT id, run_id, lower(nullif(declaration ->> 'trace_id_prefix', '')),
             state <> 'finished', created_at,
             CASE WHEN jsonb_typeof(declaration -> 'generator_services') = 'array'
                  THEN ARRAY (SELECT jsonb_array_elements_text(declaration -> 'generator_services'))
              END
        FROM run
       WHERE jsonb_typeof(declaration -> 'generator_services') = 'array'
      """;
  private static final String WITH_PREFIX = RUNS + " OR declaration ->> 'trace_id_prefix' <> ''";

  /** Reads all spans: a generator is declared late once in a run's life. */
  private static final String UNRECORDED =
      """
      SELECT DISTINCT trace_id, span_id
        FROM span
       WHERE (kind = ? OR shape_id IN (SELECT id FROM span_shape WHERE kind = ?))
         AND resource_id IN (SELECT id FROM resource WHERE service = ANY (?))
         AND NOT EXISTS (
               SELECT FROM client_record
                WHERE client_record.trace_id = span.trace_id
                  AND client_record.parent_span_id = span.span_id)
      """;

  private final JdbcTemplate jdbc;
  private final SpanRows spanRows;

  PostgresGenerators(JdbcTemplate jdbc, SpanRows spanRows) {
    this.jdbc = jdbc;
    this.spanRows = spanRows;
  }

  @Override
  public List<GeneratorRun> runs(boolean withPrefix) {
    return jdbc.query(withPrefix ? WITH_PREFIX : RUNS, (row, number) -> run(row));
  }

  @Override
  public void unrecorded(Set<String> services, Consumer<List<Span>> taker) {
    Map<UUID, Set<Long>> found = new HashMap<>();
    jdbc.query(
        UNRECORDED,
        statement -> {
          statement.setInt(1, SpanKind.CLIENT.ordinal());
          statement.setInt(2, SpanKind.CLIENT.ordinal());
          SqlArray.setTexts(statement, 3, services);
        },
        row -> {
          RowReader in = new RowReader(row);
          found.computeIfAbsent(in.uuid(), trace -> new HashSet<>(2)).add(in.int8());
        });
    List<UUID> traces = List.copyOf(found.keySet());
    for (int from = 0; from < traces.size(); from += BATCH) {
      taker.accept(spans(traces.subList(from, Math.min(traces.size(), from + BATCH)), found));
    }
  }

  private List<Span> spans(List<UUID> traces, Map<UUID, Set<Long>> wanted) {
    List<Span> spans = new ArrayList<>();
    spanRows
        .find(traces, MOST_SPANS)
        .forEach(
            (trace, all) ->
                all.stream()
                    .filter(it -> it.kind() == SpanKind.CLIENT)
                    .filter(
                        it -> wanted.getOrDefault(trace, Set.of()).contains(it.spanId().value()))
                    .forEach(spans::add));
    return spans;
  }

  private static GeneratorRun run(ResultSet row) throws SQLException {
    RowReader in = new RowReader(row);
    return new GeneratorRun(
        in.int4(),
        in.text(),
        Set.copyOf(SqlArray.texts(row, 6)),
        in.nullableText(),
        in.bool(),
        row.getObject(5, OffsetDateTime.class).toInstant());
  }
}
