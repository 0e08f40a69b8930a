package io.tracejoin.store;

import io.tracejoin.decompose.Resource;
import io.tracejoin.decompose.Span;
import io.tracejoin.decompose.SpanId;
import io.tracejoin.decompose.SpanKind;
import io.tracejoin.decompose.SpanStatus;
import io.tracejoin.decompose.TraceId;
import io.tracejoin.store.CopyTarget.Column;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/** Spans as rows, both ways. */
@Component
final class SpanRows {

  private static final String COLUMNS =
      """
      SELECT start_ns, end_ns, span_id, parent_span_id, trace_id, resource_id, name_id, scope_id,
             flags, kind, status, name, attributes, events
        FROM span
      """;
  private static final String OF_TRACES = COLUMNS + " WHERE trace_id = ANY (?) LIMIT ?";
  private static final String OF_LARGE_TRACES =
      "SELECT of_one.* FROM unnest(?) AS wanted (id) CROSS JOIN LATERAL ("
          + COLUMNS
          + " WHERE trace_id = wanted.id LIMIT ?) AS of_one";

  static final CopyTarget<Row> TARGET =
      new CopyTarget<>(
          "span",
          List.of(
              new Column<>("start_ns", (out, it) -> out.int8(it.span.startNanos())),
              new Column<>("end_ns", (out, it) -> out.int8(it.span.endNanos())),
              new Column<>("span_id", (out, it) -> out.int8(it.span.spanId().value())),
              new Column<>("parent_span_id", (out, it) -> out.int8(value(it.span.parentSpanId()))),
              new Column<>("trace_id", (out, it) -> out.uuid(it.span.traceId().uuid())),
              new Column<>("received_on", (out, it) -> out.date(it.day)),
              new Column<>("resource_id", (out, it) -> out.int4(it.resourceId)),
              new Column<>("name_id", (out, it) -> out.int4(it.nameId)),
              new Column<>("scope_id", (out, it) -> out.int4(it.scopeId)),
              new Column<>("flags", (out, it) -> out.int4(it.span.flags())),
              new Column<>("kind", (out, it) -> out.int2(it.span.kind().ordinal())),
              new Column<>("status", (out, it) -> out.int2(it.span.status().ordinal())),
              new Column<>("name", (out, it) -> out.text(it.inlineName())),
              new Column<>(
                  "attributes",
                  (out, it) -> out.jsonb(SpanJson.ofAttributes(it.span.attributes()))),
              new Column<>("events", (out, it) -> out.jsonb(SpanJson.ofEvents(it.span.events())))));

  /** A span with the dictionary numbers that its row carries. */
  record Row(Span span, LocalDate day, int resourceId, @Nullable Integer nameId, int scopeId) {
    @Nullable String inlineName() {
      return nameId == null ? span.name() : null;
    }
  }

  /** A row as read, before its numbers are looked up. */
  private record Stored(
      TraceId traceId,
      SpanId spanId,
      @Nullable SpanId parentSpanId,
      long startNanos,
      long endNanos,
      int resourceId,
      @Nullable Integer nameId,
      int scopeId,
      int flags,
      int kind,
      int status,
      @Nullable String name,
      @Nullable String attributes,
      @Nullable String events) {}

  private final JdbcTemplate jdbc;
  private final Terms terms;
  private final Resources resources;

  SpanRows(JdbcTemplate jdbc, Terms terms, Resources resources) {
    this.jdbc = jdbc;
    this.terms = terms;
    this.resources = resources;
  }

  /** The rows of these spans; makes what they name known in the dictionaries, committed. */
  List<Row> rows(List<Span> spans, LocalDate day) {
    Set<String> names = new HashSet<>();
    Set<String> scopes = new HashSet<>();
    Set<Resource> senders = new HashSet<>();
    for (Span span : spans) {
      names.add(span.name());
      scopes.add(span.scope());
      senders.add(span.resource());
    }
    terms.learn(names, scopes);
    Map<UUID, Integer> numbers = resources.learn(senders);
    List<Row> rows = new ArrayList<>(spans.size());
    for (Span span : spans) {
      int sender = Objects.requireNonNull(numbers.get(span.resource().fingerprint()));
      rows.add(new Row(span, day, sender, terms.nameId(span.name()), terms.scopeId(span.scope())));
    }
    return rows;
  }

  /**
   * The spans of these traces.
   *
   * @param most spans of one trace that are read at most
   */
  Map<UUID, List<Span>> find(Collection<UUID> traceIds, int most) {
    List<Stored> rows = rows(OF_TRACES, traceIds, most + 1);
    if (rows.size() > most && traceIds.size() > 1) {
      rows = rows(OF_LARGE_TRACES, traceIds, most);
    }
    Set<Integer> named = new HashSet<>();
    Set<Integer> sent = new HashSet<>();
    for (Stored row : rows) {
      if (row.nameId != null) {
        named.add(row.nameId);
      }
      named.add(row.scopeId);
      sent.add(row.resourceId);
    }
    terms.load(named);
    Map<Integer, Resource> senders = resources.find(sent);
    Map<UUID, List<Span>> found = new HashMap<>();
    // Attributes are few and technical: spans of many traces have the same ones.
    Map<String, Map<String, Object>> read = new HashMap<>();
    for (Stored row : rows) {
      Map<String, Object> attributes =
          row.attributes == null
              ? Map.of()
              : read.computeIfAbsent(row.attributes, it -> Map.copyOf(SpanJson.attributes(it)));
      Span span = span(row, Objects.requireNonNull(senders.get(row.resourceId)), attributes);
      found.computeIfAbsent(row.traceId.uuid(), key -> new ArrayList<>()).add(span);
    }
    return found;
  }

  private List<Stored> rows(String query, Collection<UUID> traceIds, int most) {
    return jdbc.query(
        query,
        statement -> {
          SqlArray.setUuids(statement, 1, traceIds);
          statement.setInt(2, most);
        },
        (row, number) -> stored(row));
  }

  private Span span(Stored row, Resource resource, Map<String, Object> attributes) {
    String name = row.nameId != null ? terms.text(row.nameId) : Objects.requireNonNull(row.name);
    return new Span(
        row.traceId,
        row.spanId,
        row.parentSpanId,
        name,
        SpanKind.of(row.kind),
        row.flags,
        row.startNanos,
        row.endNanos,
        SpanStatus.of(row.status),
        resource,
        terms.text(row.scopeId),
        attributes,
        SpanJson.events(row.events));
  }

  private static Stored stored(ResultSet row) throws SQLException {
    RowReader in = new RowReader(row);
    long start = in.int8();
    long end = in.int8();
    SpanId spanId = new SpanId(in.int8());
    SpanId parent = id(in.nullableInt8());
    return new Stored(
        TraceId.of(in.uuid()),
        spanId,
        parent,
        start,
        end,
        in.int4(),
        in.nullableInt4(),
        in.int4(),
        in.int4(),
        in.int4(),
        in.int4(),
        in.nullableText(),
        in.nullableText(),
        in.nullableText());
  }

  static @Nullable Long value(@Nullable SpanId id) {
    return id == null ? null : id.value();
  }

  static @Nullable SpanId id(@Nullable Long value) {
    return value == null ? null : new SpanId(value);
  }
}
