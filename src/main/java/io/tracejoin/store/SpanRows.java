package io.tracejoin.store;

import io.tracejoin.decompose.Resource;
import io.tracejoin.decompose.Span;
import io.tracejoin.decompose.SpanId;
import io.tracejoin.decompose.TraceId;
import io.tracejoin.store.CopyTarget.Column;
import io.tracejoin.store.SpanShapes.Shaped;
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
      SELECT start_ns, end_ns, span_id, parent_span_id, trace_id, resource_id, shape_id,
             name, attributes, events,
             CASE WHEN shape_id IS NULL
                  THEN ARRAY [name_id, scope_id, flags, kind, status] END
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
              new Column<>("start_ns", (out, it) -> out.int8(it.span().startNanos())),
              new Column<>("end_ns", (out, it) -> out.int8(it.span().endNanos())),
              new Column<>("span_id", (out, it) -> out.int8(it.span().spanId().value())),
              new Column<>(
                  "parent_span_id", (out, it) -> out.int8(value(it.span().parentSpanId()))),
              new Column<>("trace_id", (out, it) -> out.uuid(it.span().traceId())),
              new Column<>("received_on", (out, it) -> out.date(it.day)),
              new Column<>("resource_id", (out, it) -> out.int4(it.resourceId)),
              new Column<>("shape_id", (out, it) -> out.int4(it.shaped.shapeId())),
              new Column<>("name", (out, it) -> out.text(it.shaped.name())),
              new Column<>(
                  "attributes",
                  (out, it) -> out.jsonb(SpanJson.ofAttributes(it.shaped.attributes()))),
              new Column<>(
                  "events", (out, it) -> out.jsonb(SpanJson.ofEvents(it.span().events())))));

  /** A span with the dictionary numbers that its row carries. */
  record Row(Shaped shaped, LocalDate day, int resourceId) {
    Span span() {
      return shaped.span();
    }
  }

  /**
   * A row as read, before its numbers are looked up.
   *
   * @param shapeId null in a row of before: then {@code old} has what the shape has
   */
  private record Stored(
      TraceId traceId,
      SpanId spanId,
      @Nullable SpanId parentSpanId,
      long startNanos,
      long endNanos,
      int resourceId,
      @Nullable Integer shapeId,
      @Nullable String name,
      @Nullable String attributes,
      @Nullable String events,
      @Nullable OldSpan old) {}

  private final JdbcTemplate jdbc;
  private final SpanShapes shapes;
  private final Terms terms;
  private final Resources resources;

  SpanRows(JdbcTemplate jdbc, SpanShapes shapes, Terms terms, Resources resources) {
    this.jdbc = jdbc;
    this.shapes = shapes;
    this.terms = terms;
    this.resources = resources;
  }

  /** The rows of these spans; makes what they name known in the dictionaries, committed. */
  List<Row> rows(List<Span> spans, LocalDate day) {
    Set<Resource> senders = new HashSet<>();
    Resource last = null;
    for (Span span : spans) {
      if (span.resource() != last) { // mostly the sender of the span before
        last = span.resource();
        senders.add(last);
      }
    }
    Map<UUID, Integer> numbers = resources.learn(senders);
    List<Row> rows = new ArrayList<>(spans.size());
    last = null;
    int number = 0;
    for (Shaped shaped : shapes.learn(spans)) {
      if (shaped.span().resource() != last) {
        last = shaped.span().resource();
        number = Objects.requireNonNull(numbers.get(last.fingerprint()));
      }
      rows.add(new Row(shaped, day, number));
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
    Map<Integer, Resource> senders = loadDictionaries(rows);
    Map<UUID, List<Span>> found = new HashMap<>();
    for (Stored row : rows) {
      Span span = span(row, Objects.requireNonNull(senders.get(row.resourceId)));
      found.computeIfAbsent(row.traceId.uuid(), key -> new ArrayList<>()).add(span);
    }
    return found;
  }

  /** The resources of these rows; shapes and terms are then known. */
  private Map<Integer, Resource> loadDictionaries(List<Stored> rows) {
    Set<Integer> shaped = new HashSet<>();
    Set<Integer> named = new HashSet<>();
    Set<Integer> sent = new HashSet<>();
    for (Stored row : rows) {
      sent.add(row.resourceId);
      if (row.old != null) {
        row.old.addTerms(named);
      } else {
        shaped.add(Objects.requireNonNull(row.shapeId));
      }
    }
    shapes.load(shaped);
    terms.load(named);
    return resources.find(sent);
  }

  private List<Stored> rows(String query, Collection<UUID> traceIds, int most) {
    return RowReader.query(jdbc, query, SqlArray.uuidsAndNumber(traceIds, most), SpanRows::stored);
  }

  private Span span(Stored row, Resource resource) {
    SpanShape shape =
        row.shapeId == null
            ? Objects.requireNonNull(row.old).shape(terms)
            : shapes.shape(row.shapeId);
    String name = shape.name() == null ? Objects.requireNonNull(row.name) : shape.name();
    return new Span(
        row.traceId,
        row.spanId,
        row.parentSpanId,
        name,
        shape.kind(),
        shape.flags(),
        row.startNanos,
        row.endNanos,
        shape.status(),
        resource,
        shape.scope(),
        attributes(shape, row),
        SpanJson.events(row.events));
  }

  private static Map<String, Object> attributes(SpanShape shape, Stored row) {
    if (row.attributes == null) {
      return shape.attributes();
    }
    Map<String, Object> all = new HashMap<>(shape.attributes());
    all.putAll(SpanJson.attributes(row.attributes));
    return all;
  }

  private static Stored stored(RowReader in) throws SQLException {
    long start = in.int8();
    long end = in.int8();
    SpanId spanId = new SpanId(in.int8());
    SpanId parent = id(in.nullableInt8());
    TraceId traceId = TraceId.of(in.uuid());
    int resource = in.int4();
    Integer shape = in.nullableInt4();
    return new Stored(
        traceId,
        spanId,
        parent,
        start,
        end,
        resource,
        shape,
        in.nullableText(),
        in.nullableText(),
        in.nullableText(),
        shape == null ? OldSpan.read(in.row(), 11) : null);
  }

  static @Nullable Long value(@Nullable SpanId id) {
    return id == null ? null : id.value();
  }

  static @Nullable SpanId id(@Nullable Long value) {
    return value == null ? null : new SpanId(value);
  }
}
