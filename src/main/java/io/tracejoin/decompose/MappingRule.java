package io.tracejoin.decompose;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One rule of a mapping. All conditions that are given must hold; the first rule that matches a
 * span decides.
 *
 * @param attributes attributes that must equal these texts (numbers and booleans by their text)
 * @param attributesPresent attributes that must be there
 * @param names glob patterns ({@code *} any run of characters, {@code ?} one) of the span name;
 *     empty: any
 * @param kind span kind, or null for any
 * @param services service names; empty: any
 * @param scopes glob patterns of the instrumentation scope; empty: any
 * @param ignore true: the span takes no part, as if its children were its parent's
 * @param phase the phase of the span's own time; null: none
 * @param parts phases read out of attributes of the span (the carrier)
 * @param points points in time (first token) read out of attributes or events
 */
public record MappingRule(
    Map<String, String> attributes,
    Set<String> attributesPresent,
    List<String> names,
    @Nullable SpanKind kind,
    Set<String> services,
    List<String> scopes,
    boolean ignore,
    @Nullable Phase phase,
    List<Part> parts,
    List<Point> points) {

  /** Unit of a duration in an attribute: stated, never guessed. */
  public enum Unit {
    S,
    MS,
    US,
    NS,
    /** Rust's Debug form: {@code 4.5ms}, {@code 87.1µs}. */
    RUST_DURATION
  }

  /** A phase's duration in an attribute of the carrier. */
  public record Part(Phase phase, String attribute, Unit unit) {}

  /**
   * The first token's time: exactly one of {@code attribute} (a duration from the span's start, in
   * {@code unit}) and {@code event} (its stamp), or neither: the span's own start.
   */
  public record Point(
      TtftKind kind, @Nullable String attribute, @Nullable Unit unit, @Nullable String event) {}

  /** Copies the collections. */
  public MappingRule {
    attributes = Map.copyOf(attributes);
    attributesPresent = Set.copyOf(attributesPresent);
    names = List.copyOf(names);
    services = Set.copyOf(services);
    scopes = List.copyOf(scopes);
    parts = List.copyOf(parts);
    points = List.copyOf(points);
  }

  Stream<String> attributeKeys() {
    Stream<String> read =
        Stream.concat(
            parts.stream().map(Part::attribute),
            points.stream()
                .flatMap(
                    it -> it.attribute() == null ? Stream.empty() : Stream.of(it.attribute())));
    return Stream.of(attributes.keySet().stream(), attributesPresent.stream(), read)
        .flatMap(it -> it);
  }
}
