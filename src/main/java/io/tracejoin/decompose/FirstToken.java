package io.tracejoin.decompose;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * When the first token was there, from the root's start: the earliest point of each kind. Spans
 * that were moved between clocks tell no point. A span that is prefill alone, such as the first leg
 * of a disaggregated request, is asked only where no other span tells that kind: its token has not
 * left the engine.
 *
 * @param points nanoseconds from the root's start to its end
 * @param outOfRange an attribute could not be used
 */
record FirstToken(Map<TtftKind, Long> points, boolean outOfRange) {

  static FirstToken of(List<Placed> placed, long tolerance) {
    long latest = Nanos.plus(placed.get(0).node.span.durationNanos(), tolerance);
    Map<TtftKind, Long> earliest = new EnumMap<>(TtftKind.class);
    Map<TtftKind, Long> ofPrefill = new EnumMap<>(TtftKind.class);
    boolean outOfRange = false;
    for (Placed it : placed) {
      for (MappingRule.Point point :
          it.skewAdjusted ? List.<MappingRule.Point>of() : it.rule.points()) {
        Long at = at(it, point, tolerance);
        outOfRange |= at == null && isPresent(it, point);
        if (at != null && at >= 0 && at <= latest) {
          Map<TtftKind, Long> points = it.rule.phase() == Phase.PREFILL ? ofPrefill : earliest;
          points.merge(point.kind(), at, Math::min);
        }
      }
    }
    ofPrefill.forEach(earliest::putIfAbsent);
    return new FirstToken(earliest, outOfRange);
  }

  private static boolean isPresent(Placed it, MappingRule.Point point) {
    String attribute = point.attribute();
    return attribute != null && it.node.span.attributes().containsKey(attribute);
  }

  private static @Nullable Long at(Placed it, MappingRule.Point point, long tolerance) {
    if (point.attribute() != null && point.unit() != null) {
      Object value = it.node.span.attributes().get(point.attribute());
      long most = Nanos.plus(it.node.span.durationNanos(), tolerance);
      Long after = value == null ? null : CarrierParts.inRange(value, point.unit(), most);
      return after == null ? null : (Long) Nanos.plus(it.start, after);
    }
    return point.event() == null ? (Long) it.start : eventAt(it, point.event());
  }

  static @Nullable Long eventAt(Placed it, String name) {
    Long first = null;
    for (SpanEvent event : it.node.span.events()) {
      if (event.name().equals(name)) {
        long at = it.at(event.timeNanos());
        first = first == null ? (Long) at : (Long) Math.min(first, at);
      }
    }
    return first;
  }
}
