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
 * Phases that a span carries in attributes and events (semantics 4). Those of attributes have no
 * positions: they are laid from the carrier's start one after the other, in the order of {@link
 * Phase}, as its children. Those from an event to a child's start lie where they were measured. A
 * phase that a child span tells keeps its place, but is that span's; an attribute goes before an
 * event.
 *
 * @param parts attributes in order, then events
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
   * @param children spans that hang below the carrier
   * @param told phases of the carrier that child spans tell
   */
  static CarrierParts of(Placed carrier, List<Placed> children, Set<Phase> told, long tolerance) {
    long most = Nanos.plus(carrier.node.span.durationNanos(), tolerance);
    Map<Phase, Long> values = new EnumMap<>(Phase.class);
    boolean outOfRange = false;
    for (MappingRule.Part part : carrier.rule.parts()) {
      Object value = attribute(carrier, part.attribute());
      Long nanos = value == null ? null : inRange(value, part.unit(), most);
      outOfRange |= value != null && nanos == null;
      if (nanos != null) {
        values.putIfAbsent(part.phase(), nanos);
      }
    }
    if (sumWithout(told, values) > most) {
      return new CarrierParts(List.of(), true);
    }
    List<Part> parts = laid(carrier, told, values);
    Set<Phase> known = EnumSet.noneOf(Phase.class);
    known.addAll(told);
    known.addAll(values.keySet());
    parts.addAll(measured(carrier, children, known));
    return new CarrierParts(List.copyOf(parts), outOfRange);
  }

  private static @Nullable Object attribute(Placed carrier, @Nullable String key) {
    return key == null ? null : carrier.node.span.attributes().get(key);
  }

  /** Null where the attribute is no duration between 0 and {@code most}. */
  static @Nullable Long inRange(Object value, MappingRule.@Nullable Unit unit, long most) {
    Long nanos = unit == null ? null : AttributeDuration.nanos(value, unit);
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
    return parts;
  }

  /** From the carrier's event to its child's start, each phase once. */
  private static List<Part> measured(Placed carrier, List<Placed> children, Set<Phase> known) {
    List<Part> parts = new ArrayList<>();
    for (MappingRule.Part part : carrier.rule.parts()) {
      String event = part.event();
      String child = part.child();
      if (event == null || child == null || known.contains(part.phase())) {
        continue;
      }
      Long from = FirstToken.eventAt(carrier, event);
      Long to = from == null ? null : startOfFirst(children, Glob.of(child));
      if (from != null && to != null && from <= to && from >= carrier.start) {
        known.add(part.phase());
        parts.add(new Part(part.phase(), from, to, Nanos.minus(to, from)));
      }
    }
    return parts;
  }

  private static @Nullable Long startOfFirst(List<Placed> children, Glob name) {
    Long first = null;
    for (Placed it : children) {
      if (!it.skewAdjusted && name.matches(it.node.span.name())) {
        first = first == null ? (Long) it.start : (Long) Math.min(first, it.start);
      }
    }
    return first;
  }

  /** The children of carriers that measure to one. */
  static Map<Placed, List<Placed>> children(List<Placed> placed) {
    Map<Placed, List<Placed>> children = new HashMap<>();
    for (Placed it : placed) {
      if (it.parent != null && it.parent.rule.measuresToChild()) {
        children.computeIfAbsent(it.parent, parent -> new ArrayList<>(2)).add(it);
      }
    }
    return children;
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
