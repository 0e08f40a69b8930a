package io.tracejoin.decompose;

import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is looked at of a trace that has more spans than a request can have. The outermost spans and
 * the servers' come first, then those that a rule gives a phase or a point in time, and with each
 * of them the spans above it, so that it keeps its place.
 */
public final class LargeTrace {

  private static final Comparator<Span> IN_TIME =
      Comparator.comparingLong(Span::startNanos)
          .thenComparingLong(Span::endNanos)
          .thenComparingLong(it -> it.spanId().value());

  private final Map<SpanId, Span> byId = new HashMap<>();
  private final PhaseMapping phases;
  private final int most;

  /** By identity: repeats count, as they do where all is kept. */
  private final Set<Span> kept = Collections.newSetFromMap(new IdentityHashMap<>());

  private LargeTrace(List<Span> spans, Mapping mapping, int most) {
    spans.forEach(it -> byId.putIfAbsent(it.spanId(), it));
    this.phases = new PhaseMapping(mapping);
    this.most = most;
  }

  /**
   * So many of these spans of one trace: all of them where they are no more. The same ones whatever
   * their order.
   */
  public static List<Span> keep(List<Span> spans, Mapping mapping, int most) {
    if (spans.size() <= most) {
      return spans;
    }
    List<Span> inTime = spans.stream().sorted(IN_TIME).toList();
    return new LargeTrace(inTime, mapping, most).keep(inTime);
  }

  private List<Span> keep(List<Span> spans) {
    spans.stream().filter(this::isOutermost).forEach(this::add);
    spans.stream().filter(this::tellsTime).forEach(this::addWithAbove);
    spans.forEach(this::addWithAbove);
    spans.forEach(this::add);
    return spans.stream().filter(kept::contains).toList();
  }

  private boolean isOutermost(Span span) {
    return span.kind() == SpanKind.SERVER || span.parentSpanId() == null;
  }

  private boolean tellsTime(Span span) {
    MappingRule rule = phases.take(span, above(span)).rule();
    return rule.maps() || !rule.points().isEmpty();
  }

  private void addWithAbove(Span span) {
    Set<Span> path = Collections.newSetFromMap(new IdentityHashMap<>());
    for (Span it = span; it != null && !kept.contains(it) && path.add(it); ) {
      it = above(it);
    }
    // Without the whole way to what is kept it would count for an orphan.
    if (kept.size() + path.size() <= most) {
      kept.addAll(path);
    }
  }

  private void add(Span span) {
    if (kept.size() < most) {
      kept.add(span);
    }
  }

  private @Nullable Span above(Span span) {
    SpanId parent = span.parentSpanId();
    return parent == null ? null : byId.get(parent);
  }
}
