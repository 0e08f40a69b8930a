package io.tracejoin.decompose;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One rule of a mapping; the first rule whose conditions hold for a span decides.
 *
 * @param ignore true: the span takes no part, as if its children were its parent's
 * @param phase the phase of the span's own time; null: none
 * @param trait what is special about that phase, or null
 * @param parts phases read out of the span (the carrier)
 * @param points points in time (first token) read out of attributes or events
 */
public record MappingRule(
    When when,
    boolean ignore,
    @Nullable Phase phase,
    @Nullable Trait trait,
    List<Part> parts,
    List<Point> points) {

  private static final Set<Phase> INFERENCE = Set.of(Phase.PREFILL, Phase.DECODE, Phase.GENERATION);

  /** A span that no rule matches: not mapped. */
  static final MappingRule NONE =
      new MappingRule(When.ANY, false, null, null, List.of(), List.of());

  /** A phase that depends on what else the trace holds, or on where the span is. */
  public enum Trait {
    /**
     * A gateway's wait for a slot: {@code gpu_queue}, but {@code app_queue} where an engine's own
     * queue is known in the trace.
     */
    SLOT,
    /**
     * A call: {@code provider_request}, but nothing where the trace holds the spans of the engine
     * that answered it. Then no provider hides a queue, and what is left of the call is the way.
     */
    CALL,
    /** Its own time is its phase also where the span is the root. */
    CARRIER
  }

  /**
   * Conditions; all that are given must hold.
   *
   * @param attributes attributes that must equal these texts (numbers and booleans by their text)
   * @param like attributes whose text must match these glob patterns
   * @param present attributes that must be there; {@code prefix*}: any that begins so
   * @param names glob patterns ({@code *} any run of characters, {@code ?} one) of the span name;
   *     empty: any
   * @param parents glob patterns of the name of the received span above; empty: any, or none above
   * @param kind span kind, or null for any
   * @param services service names; empty: any
   * @param scopes glob patterns of the instrumentation scope; empty: any
   */
  public record When(
      Map<String, String> attributes,
      Map<String, String> like,
      Set<String> present,
      List<String> names,
      List<String> parents,
      @Nullable SpanKind kind,
      Set<String> services,
      List<String> scopes) {

    static final When ANY =
        new When(Map.of(), Map.of(), Set.of(), List.of(), List.of(), null, Set.of(), List.of());

    /**
     * Copies the collections.
     *
     * @throws IllegalArgumentException if {@code present} has a star that is not its last character
     */
    public When {
      attributes = Map.copyOf(attributes);
      like = Map.copyOf(like);
      present = Set.copyOf(present);
      names = List.copyOf(names);
      parents = List.copyOf(parents);
      services = Set.copyOf(services);
      scopes = List.copyOf(scopes);
      for (String key : present) {
        int star = key.indexOf('*');
        if (star >= 0 && star < key.length() - 1) {
          throw new IllegalArgumentException(
              "present: '" + key + "': ingest knows a star at the end alone");
        }
      }
    }

    Stream<String> attributeKeys() {
      return Stream.of(attributes.keySet(), like.keySet(), present).flatMap(Set::stream);
    }
  }

  /** Unit of a duration in an attribute: stated, never guessed. */
  public enum Unit {
    S,
    MS,
    US,
    NS,
    /** Rust's Debug form: {@code 4.5ms}, {@code 87.1µs}. */
    RUST_DURATION
  }

  /**
   * A phase inside the carrier: a duration in {@code attribute}, in {@code unit}; or the time from
   * the carrier's {@code event} to the start of its first child named {@code child} (a glob).
   */
  public record Part(
      Phase phase,
      @Nullable String attribute,
      @Nullable Unit unit,
      @Nullable String event,
      @Nullable String child) {

    private static final Set<Phase> IN_A_CARRIER =
        Set.of(Phase.GATEWAY, Phase.GPU_QUEUE, Phase.PREFILL, Phase.DECODE, Phase.GENERATION);

    /**
     * @throws IllegalArgumentException if a carrier cannot hold the phase, or the source is neither
     *     attribute and unit nor event and child
     */
    public Part {
      if (!IN_A_CARRIER.contains(phase)) {
        throw new IllegalArgumentException(
            "phase: '"
                + phase.code()
                + "' of a part is none of gateway, gpu_queue, prefill, decode, generation");
      }
      if ((attribute == null) == (event == null)) {
        throw new IllegalArgumentException("a part needs one of attribute and event");
      }
      if ((attribute == null) != (unit == null)) {
        throw new IllegalArgumentException("unit: is given with attribute, and only with it");
      }
      if ((event == null) != (child == null)) {
        throw new IllegalArgumentException("to_child: is given with event, and only with it");
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
    if (trait == Trait.SLOT && phase != Phase.GPU_QUEUE) {
      throw new IllegalArgumentException("slot: only a rule of phase gpu_queue can be a slot");
    }
    if (trait == Trait.CALL && phase != Phase.PROVIDER_REQUEST) {
      throw new IllegalArgumentException(
          "call: only a rule of phase provider_request can be a call");
    }
    if (trait == Trait.CARRIER && phase == null) {
      throw new IllegalArgumentException("carrier: a rule without a phase carries nothing");
    }
    if (ignore && (phase != null || !parts.isEmpty() || !points.isEmpty())) {
      throw new IllegalArgumentException("ignore: an ignored span has no phase, parts or points");
    }
    parts = List.copyOf(parts);
    points = List.copyOf(points);
  }

  boolean slot() {
    return trait == Trait.SLOT;
  }

  boolean call() {
    return trait == Trait.CALL;
  }

  /** What its parts leave of it, or all of it, is its own phase, also where it is the root. */
  boolean isCarrier() {
    return trait == Trait.CARRIER || !parts.isEmpty();
  }

  /** A part ends where a child starts. */
  boolean measuresToChild() {
    return !parts.isEmpty() && parts.stream().anyMatch(it -> it.child() != null);
  }

  /** Gives the span time of its own. */
  boolean maps() {
    return phase != null || isCarrier();
  }

  /** The inference engine itself tells its time. */
  boolean isEngine() {
    return phase == Phase.GPU_QUEUE ? !slot() : phase != null && INFERENCE.contains(phase);
  }

  Stream<String> attributeKeys() {
    Stream<@Nullable String> read =
        Stream.concat(parts.stream().map(Part::attribute), points.stream().map(Point::attribute));
    return Stream.concat(when.attributeKeys(), read.flatMap(Stream::ofNullable));
  }

  Stream<String> eventNames() {
    Stream<@Nullable String> read =
        Stream.concat(parts.stream().map(Part::event), points.stream().map(Point::event));
    return read.flatMap(Stream::ofNullable);
  }
}
