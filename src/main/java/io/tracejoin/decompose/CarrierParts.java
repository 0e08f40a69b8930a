package io.tracejoin.decompose;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Phases that a span carries in attributes (semantics 4). They have no positions: they are laid
 * from the carrier's start one after the other, in the order of {@link Phase}, as its children. A
 * phase that a child span tells keeps its place, but is that span's.
 *
 * @param parts in order
 * @param outOfRange an attribute is no duration, is below 0, or does not fit into the carrier
 */
record CarrierParts(List<Part> parts, boolean outOfRange) {

  /**
   * One phase, in the root's time.
   *
   * @param nanos what the attribute says, before it is cut at the carrier's end
   */
  record Part(Phase phase, long start, long end, long nanos) {}

  /**
   * @param told phases of the carrier that child spans tell
   */
  static CarrierParts of(Placed carrier, Set<Phase> told, long tolerance) {
    long most = Nanos.plus(carrier.node.span.durationNanos(), tolerance);
    Map<Phase, Long> values = new EnumMap<>(Phase.class);
    boolean outOfRange = false;
    for (MappingRule.Part part : carrier.rule.parts()) {
      Object value = carrier.node.span.attributes().get(part.attribute());
      Long nanos = value == null ? null : inRange(value, part.unit(), most);
      outOfRange |= value != null && nanos == null;
      if (nanos != null) {
        values.putIfAbsent(part.phase(), nanos);
      }
    }
    if (sumWithout(told, values) > most) {
      return new CarrierParts(List.of(), true);
    }
    return new CarrierParts(laid(carrier, told, values), outOfRange);
  }

  /** Null where the attribute is no duration between 0 and {@code most}. */
  static @Nullable Long inRange(Object value, MappingRule.Unit unit, long most) {
    Long nanos = AttributeDuration.nanos(value, unit);
    return nanos == null || nanos < 0 || nanos > most ? null : nanos;
  }

  private static long sumWithout(Set<Phase> told, Map<Phase, Long> values) {
    long sum = 0;
    for (Map.Entry<Phase, Long> it : values.entrySet()) {
      sum = told.contains(it.getKey()) ? sum : Nanos.plus(sum, it.getValue());
    }
    return sum;
  }

  private static List<Part> laid(Placed carrier, Set<Phase> told, Map<Phase, Long> values) {
    List<Part> parts = new ArrayList<>(values.size());
    long at = carrier.start;
    for (Map.Entry<Phase, Long> it : values.entrySet()) {
      long end = Math.min(carrier.end, Nanos.plus(at, it.getValue()));
      if (!told.contains(it.getKey())) {
        parts.add(new Part(it.getKey(), at, end, it.getValue()));
      }
      at = end;
    }
    return List.copyOf(parts);
  }

  /** Phases of each carrier that spans below it tell. */
  static Map<Placed, Set<Phase>> toldBySpans(List<Placed> placed) {
    Map<Placed, Set<Phase>> told = new HashMap<>();
    for (Placed it : placed) {
      Phase phase = it.rule.phase();
      if (it.carrier != null && phase != null) {
        told.computeIfAbsent(it.carrier, carrier -> EnumSet.noneOf(Phase.class)).add(phase);
      }
    }
    return told;
  }
}
