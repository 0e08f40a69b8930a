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
 * @param slot a gateway's wait for a slot: {@code gpu_queue}, but {@code app_queue} where an
 *     engine's own queue is known in the trace
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
    boolean slot,
    List<Part> parts,
    List<Point> points) {

  /** A span that no rule matches: not mapped. */
  static final MappingRule NONE =
      new MappingRule(
          Map.of(), Set.of(), List.of(), null, Set.of(), List.of(), false, null, false, List.of(),
          List.of());

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
  public record Part(Phase phase, String attribute, Unit unit) {

    private static final Set<Phase> IN_A_CARRIER =
        Set.of(Phase.GPU_QUEUE, Phase.PREFILL, Phase.DECODE, Phase.GENERATION);

    /**
     * @throws IllegalArgumentException if a carrier cannot hold the phase
     */
    public Part {
      if (!IN_A_CARRIER.contains(phase)) {
        throw new IllegalArgumentException(
            "phase: '"
                + phase.code()
                + "' of a part is none of gpu_queue, prefill, decode, generation");
      }
    }
  }

  /**
   * The first token's time: exactly one of {@code attribute} (a duration from the span's start, in
   * {@code unit}) and {@code event} (its stamp), or neither: the span's own start.
   */
  public record Point(
      TtftKind kind, @Nullable String attribute, @Nullable Unit unit, @Nullable String event) {

    /**
     * @throws IllegalArgumentException if attribute and event are both given, or the unit is not
     *     given with the attribute
     */
    public Point {
      if (attribute != null && event != null) {
        throw new IllegalArgumentException("event: not together with attribute");
      }
      if ((attribute == null) != (unit == null)) {
        throw new IllegalArgumentException("unit: is given with attribute, and only with it");
      }
    }
  }

  /**
   * Copies the collections.
   *
   * @throws IllegalArgumentException if the rule contradicts itself
   */
  public MappingRule {
    if (slot && phase != Phase.GPU_QUEUE) {
      throw new IllegalArgumentException("slot: only a rule of phase gpu_queue can be a slot");
    }
    if (ignore && (phase != null || !parts.isEmpty() || !points.isEmpty())) {
      throw new IllegalArgumentException("ignore: an ignored span has no phase, parts or points");
    }
    attributes = Map.copyOf(attributes);
    attributesPresent = Set.copyOf(attributesPresent);
    names = List.copyOf(names);
    services = Set.copyOf(services);
    scopes = List.copyOf(scopes);
    parts = List.copyOf(parts);
    points = List.copyOf(points);
  }

  /** Parts are read out of the span's attributes: what they leave is the span's own phase. */
  boolean isCarrier() {
    return !parts.isEmpty();
  }

  /** Gives the span time of its own. */
  boolean maps() {
    return phase != null || isCarrier();
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
