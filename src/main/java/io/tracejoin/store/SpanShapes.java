package io.tracejoin.store;

import io.tracejoin.decompose.Span;
import io.tracejoin.decompose.SpanKind;
import io.tracejoin.decompose.SpanStatus;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.PreparedStatementSetter;
import org.springframework.stereotype.Component;

/**
 * The dictionary of span shapes. Bounded, because a sender may put an identifier into a name or an
 * attribute: what has many values stays in its span, and so does everything once the dictionary is
 * full. Shapes of a scope alone have room of their own; those of nothing but kind, status and flags
 * are few and always have it.
 */
@Component
final class SpanShapes {

  private static final int SHAPES = 20_000;
  private static final int ROOM_FOR_SCOPES = 2_000;
  private static final int MOST_NAMES = 5_000;
  private static final int MOST_VALUES = 64;
  private static final int LONGEST = 200;
  private static final String NO_SCOPE = "";
  private static final int NONE = 0;

  private static final String COLUMNS =
      "SELECT id, fingerprint, name, scope, kind, status, flags, attributes FROM span_shape";
  private static final String ADD =
      """
      INSERT INTO span_shape (fingerprint, name, scope, kind, status, flags, attributes)
      SELECT * FROM unnest(?, ?, ?, CAST(? AS smallint[]), CAST(? AS smallint[]), ?,
                           CAST(? AS jsonb[])) AS added (fingerprint)
       ORDER BY fingerprint
       LIMIT greatest(0, ? - (SELECT count(*) FROM span_shape))
      ON CONFLICT DO NOTHING
      """;
  private static final String BY_FINGERPRINT =
      "SELECT id, fingerprint FROM span_shape WHERE fingerprint = ANY (?)";
  private static final String BY_ID = COLUMNS + " WHERE id = ANY (?)";
  private static final String COUNT = "SELECT count(*) FROM span_shape";

  /**
   * A span with what its row carries beside its shape.
   *
   * @param name null where the shape has it
   * @param attributes those that the shape does not have
   */
  record Shaped(Span span, int shapeId, @Nullable String name, Map<String, Object> attributes) {}

  /**
   * What may be shared of spans that are alike, and what is their own.
   *
   * @param own attributes
   */
  private record Split(SpanShape shape, Map<String, Object> own) {}

  private final JdbcTemplate jdbc;
  private final int shapeLimit;
  private final FewValues names = FewValues.first(MOST_NAMES, LONGEST);
  private final FewValues attributes = new FewValues(MOST_VALUES, LONGEST);
  private final Map<SpanShape, Integer> ids = new ConcurrentHashMap<>();
  private final Map<Integer, SpanShape> shapes = new ConcurrentHashMap<>();
  private volatile int fullAt;

  @Autowired
  SpanShapes(JdbcTemplate jdbc) {
    this(jdbc, SHAPES);
  }

  SpanShapes(JdbcTemplate jdbc, int shapeLimit) {
    this.jdbc = jdbc;
    this.shapeLimit = shapeLimit;
  }

  /**
   * The spans with the numbers of their shapes. New shapes are committed before they are cached: a
   * number that was rolled back must never reach a span.
   */
  List<Shaped> learn(List<Span> spans) {
    // Spans of a batch are alike: what is decided for one goes for all of its kind.
    Map<SpanShape, Split> splits = new HashMap<>();
    AlikeSpans<Split> alike =
        new AlikeSpans<>(
            span ->
                splits.computeIfAbsent(
                    SpanShape.of(span, span.name(), span.scope(), span.attributes()), this::split));
    Split[] ofSpan = new Split[spans.size()];
    for (int i = 0; i < ofSpan.length; i++) {
      ofSpan[i] = alike.of(spans.get(i));
    }
    Set<SpanShape> candidates = new HashSet<>();
    splits.values().forEach(it -> candidates.add(it.shape));
    learn(candidates, shapeLimit);
    List<Shaped> shaped = new ArrayList<>(ofSpan.length);
    List<Span> without = new ArrayList<>(0);
    Map<Split, Integer> numbers = new IdentityHashMap<>();
    splits.values().forEach(it -> numbers.put(it, ids.getOrDefault(it.shape, NONE)));
    for (int i = 0; i < ofSpan.length; i++) {
      Span span = spans.get(i);
      Split split = ofSpan[i];
      int id = numbers.getOrDefault(split, NONE);
      if (id == NONE) {
        without.add(span);
      } else {
        String own = split.shape.name() == null ? span.name() : null;
        shaped.add(new Shaped(span, id, own, split.own));
      }
    }
    shaped.addAll(plain(without));
    return shaped;
  }

  /** Loads what these numbers stand for, before {@link #shape} is asked. */
  void load(Set<Integer> numbers) {
    List<Integer> unknown = numbers.stream().filter(it -> !shapes.containsKey(it)).toList();
    if (!unknown.isEmpty()) {
      read(statement -> SqlArray.setInts(statement, 1, unknown));
    }
  }

  /**
   * The shape with this number.
   *
   * @throws IllegalStateException if the dictionary does not hold it
   */
  SpanShape shape(int id) {
    SpanShape shape = shapes.get(id);
    if (shape == null) {
      throw new IllegalStateException("span shape " + id + " is not stored");
    }
    return shape;
  }

  private Split split(SpanShape whole) {
    String spanName = Objects.requireNonNull(whole.name());
    String name = names.has("", spanName) ? CopyRows.storable(spanName) : null;
    Map<String, Object> own = new HashMap<>(0);
    whole
        .attributes()
        .forEach(
            (key, value) -> {
              if (!attributes.has(key, value)) {
                own.put(key, value);
              }
            });
    Map<String, Object> shared = whole.attributes();
    if (!own.isEmpty()) {
      shared = new HashMap<>(shared);
      shared.keySet().removeAll(own.keySet());
    }
    SpanShape shape =
        new SpanShape(
            name,
            CopyRows.storable(whole.scope()),
            whole.kind(),
            whole.status(),
            whole.flags(),
            Map.copyOf(shared));
    return new Split(shape, own);
  }

  /** Spans that carry their name and attributes themselves. */
  private List<Shaped> plain(List<Span> spans) {
    if (spans.isEmpty()) {
      return List.of();
    }
    BiFunction<Span, String, SpanShape> of =
        (span, scope) -> SpanShape.of(span, null, scope, Map.of());
    learn(
        spans.stream()
            .map(it -> of.apply(it, CopyRows.storable(it.scope())))
            .collect(Collectors.toSet()),
        shapeLimit + ROOM_FOR_SCOPES);
    learn(
        spans.stream().map(it -> of.apply(it, NO_SCOPE)).collect(Collectors.toSet()),
        Integer.MAX_VALUE);
    List<Shaped> shaped = new ArrayList<>(spans.size());
    for (Span span : spans) {
      Integer id = ids.get(of.apply(span, CopyRows.storable(span.scope())));
      id = id == null ? ids.get(of.apply(span, NO_SCOPE)) : id;
      shaped.add(
          new Shaped(
              span, Objects.requireNonNull(id, "learned above"), span.name(), span.attributes()));
    }
    return shaped;
  }

  private void learn(Collection<SpanShape> candidates, int limit) {
    List<SpanShape> unknown = candidates.stream().filter(it -> !ids.containsKey(it)).toList();
    if (unknown.isEmpty() || fullAt >= limit) {
      return;
    }
    Map<UUID, SpanShape> byFingerprint = new HashMap<>();
    unknown.forEach(it -> byFingerprint.put(it.fingerprint(), it));
    find(byFingerprint);
    if (!byFingerprint.isEmpty()) {
      add(byFingerprint, limit);
      find(byFingerprint);
      if (!byFingerprint.isEmpty()) {
        rememberThatItIsFull(limit);
      }
    }
  }

  /** Caches the numbers of those that are stored, and takes them out. */
  private void find(Map<UUID, SpanShape> wanted) {
    Map<UUID, Integer> found = new HashMap<>();
    jdbc.query(
        BY_FINGERPRINT,
        statement -> SqlArray.setUuids(statement, 1, wanted.keySet()),
        row -> {
          int id = row.getInt(1);
          found.put(Objects.requireNonNull(row.getObject(2, UUID.class)), id);
        });
    found.forEach((key, id) -> ids.put(Objects.requireNonNull(wanted.remove(key)), id));
  }

  private void add(Map<UUID, SpanShape> added, int limit) {
    List<UUID> keys = List.copyOf(added.keySet());
    List<SpanShape> values =
        keys.stream().map(it -> Objects.requireNonNull(added.get(it))).toList();
    jdbc.update(
        ADD,
        statement -> {
          SqlArray.setUuids(statement, 1, keys);
          SqlArray.setNullableTexts(statement, 2, values, SpanShape::name);
          SqlArray.setTexts(statement, 3, values.stream().map(SpanShape::scope).toList());
          SqlArray.setInts(statement, 4, values.stream().map(it -> it.kind().ordinal()).toList());
          SqlArray.setInts(statement, 5, values.stream().map(it -> it.status().ordinal()).toList());
          SqlArray.setInts(statement, 6, values.stream().map(SpanShape::flags).toList());
          SqlArray.setNullableTexts(
              statement, 7, values, it -> SpanJson.ofAttributes(it.attributes()));
          statement.setInt(8, limit);
        });
  }

  /** A full dictionary never changes: from now on the cache answers alone. */
  private void rememberThatItIsFull(int limit) {
    Integer stored = jdbc.queryForObject(COUNT, Integer.class);
    if (stored != null && stored >= limit) {
      jdbc.query(
          COLUMNS,
          row -> {
            RowReader in = new RowReader(row);
            int id = in.int4();
            in.uuid();
            ids.put(read(in), id);
          });
      fullAt = limit;
    }
  }

  private void read(PreparedStatementSetter parameters) {
    jdbc.query(
        BY_ID,
        parameters,
        row -> {
          RowReader in = new RowReader(row);
          int id = in.int4();
          in.uuid();
          shapes.put(id, read(in));
        });
  }

  private static SpanShape read(RowReader in) throws java.sql.SQLException {
    return new SpanShape(
        in.nullableText(),
        in.text(),
        SpanKind.of(in.int4()),
        SpanStatus.of(in.int4()),
        in.int4(),
        Map.copyOf(SpanJson.attributes(in.nullableText())));
  }
}
