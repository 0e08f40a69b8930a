package io.tracejoin.decompose;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The phases of one root's placed spans and attributes.
 *
 * @param exclusive time that each phase owns; {@code generation} holds prefill and decode
 * @param raw sum of the durations of each phase's own spans and attributes
 * @param overlap the longest time for which different phases ran together
 * @param outOfRange an attribute could not be used
 * @param stretches what each instant of the root is charged to
 */
record RootPhases(
    Map<Phase, Long> exclusive,
    Map<Phase, Long> raw,
    long unattributed,
    long overlap,
    boolean outOfRange,
    List<Stretch> stretches) {

  static RootPhases of(List<Placed> placed, Mapping mapping, long tolerance) {
    Draft draft = new Draft(placed, mapping, tolerance);
    draft.draw();
    Attribution attribution =
        Attribution.of(draft.intervals, placed.get(0).node.span.durationNanos());
    Map<Phase, Long> exclusive = withGeneration(attribution.own());
    boolean hidden = hidesQueue(exclusive);
    for (Phase phase : mapping.absentZero()) {
      if (phase != Phase.GPU_QUEUE || !hidden) {
        exclusive.putIfAbsent(phase, 0L);
      }
    }
    return new RootPhases(
        exclusive,
        draft.raw,
        attribution.unattributed(),
        attribution.longestOverlap(),
        draft.outOfRange,
        attribution.stretches());
  }

  /** An external call's queue is never known, so never 0. */
  private static boolean hidesQueue(Map<Phase, Long> exclusive) {
    return exclusive.containsKey(Phase.PROVIDER_REQUEST);
  }

  private static Map<Phase, Long> withGeneration(Map<Phase, Long> own) {
    Map<Phase, Long> exclusive = new EnumMap<>(Phase.class);
    exclusive.putAll(own);
    Long prefill = own.get(Phase.PREFILL);
    Long decode = own.get(Phase.DECODE);
    if (prefill != null || decode != null) {
      long parts = (prefill == null ? 0 : prefill) + (decode == null ? 0 : decode);
      exclusive.merge(Phase.GENERATION, parts, Long::sum);
    }
    return exclusive;
  }

  private static final class Draft {

    final List<PhaseInterval> intervals = new ArrayList<>();
    final Map<Phase, Long> raw = new EnumMap<>(Phase.class);
    boolean outOfRange;
    private final List<Placed> placed;
    private final Mapping mapping;
    private final long tolerance;
    private final long rootEnd;
    private final Map<Placed, CarrierParts> parts;
    private final AnsweredCalls answered;

    Draft(List<Placed> placed, Mapping mapping, long tolerance) {
      this.placed = placed;
      this.mapping = mapping;
      this.tolerance = tolerance;
      this.rootEnd = placed.get(0).node.span.durationNanos();
      this.parts = parts();
      this.answered = AnsweredCalls.of(placed, tolerance);
    }

    private Map<Placed, CarrierParts> parts() {
      if (!hasCarrier()) {
        return Map.of();
      }
      Map<Placed, Set<Phase>> told = CarrierParts.toldBySpans(placed);
      Map<Placed, List<Placed>> children = CarrierParts.children(placed);
      Map<Placed, CarrierParts> found = new HashMap<>();
      for (Placed it : placed) {
        if (it.rule.isCarrier()) {
          Set<Phase> bySpans = told.getOrDefault(it, Set.of());
          List<Placed> below = children.getOrDefault(it, List.of());
          found.put(it, CarrierParts.of(it, below, bySpans, tolerance));
        }
      }
      return found;
    }

    private boolean hasCarrier() {
      for (Placed it : placed) {
        if (it.rule.isCarrier()) {
          return true;
        }
      }
      return false;
    }

    void draw() {
      boolean engineQueue = knowsEngineQueue();
      for (Placed it : placed) {
        it.phase = phase(it, engineQueue);
        PhaseInterval above = it.parent == null ? null : it.parent.interval;
        it.interval = it.phase == null ? above : add(it.phase, above, it.start, it.end);
        if (it.phase != null && (it.parent != null || ownsSelf(it))) {
          raw.merge(it.phase, it.node.span.durationNanos(), Nanos::plus);
        }
        CarrierParts carried = parts.get(it);
        if (carried != null) {
          outOfRange |= carried.outOfRange();
          carried.parts().forEach(part -> draw(part, it.interval));
        }
      }
    }

    private void draw(CarrierParts.Part part, @Nullable PhaseInterval above) {
      add(part.phase(), above, part.start(), part.end());
      raw.merge(part.phase(), part.nanos(), Nanos::plus);
    }

    private PhaseInterval add(Phase phase, @Nullable PhaseInterval above, long start, long end) {
      long from = Nanos.clamp(start, 0, rootEnd);
      PhaseInterval interval =
          new PhaseInterval(phase, above, from, Nanos.clamp(end, from, rootEnd));
      intervals.add(interval);
      return interval;
    }

    /** The root's self time is nobody's, unless the mapping says so or it is a carrier. */
    private @Nullable Phase phase(Placed it, boolean engineQueue) {
      if (it.parent == null && !ownsSelf(it)) {
        return mapping.rootSelf() == Mapping.RootSelf.GATEWAY ? Phase.GATEWAY : null;
      }
      if (it.rule.call() && answered.contains(it)) {
        return null;
      }
      return it.rule.slot() && engineQueue ? Phase.APP_QUEUE : it.rule.phase();
    }

    /** What the attributes of a carrier leave is its own phase, where its rule names one. */
    private static boolean ownsSelf(Placed it) {
      return it.rule.isCarrier() && it.rule.phase() != null;
    }

    /** Some span or attribute tells the engine's queue itself, so a slot is the gateway's own. */
    private boolean knowsEngineQueue() {
      for (Placed it : placed) {
        if (it.rule.phase() == Phase.GPU_QUEUE && !it.rule.slot()) {
          return true;
        }
      }
      for (CarrierParts carried : parts.values()) {
        for (CarrierParts.Part part : carried.parts()) {
          if (part.phase() == Phase.GPU_QUEUE) {
            return true;
          }
        }
      }
      return false;
    }
  }
}
