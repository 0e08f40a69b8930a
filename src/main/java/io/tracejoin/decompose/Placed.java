package io.tracejoin.decompose;

import org.jspecify.annotations.Nullable;

/**
 * A span at its place in the root's time: nanoseconds since the root's start, not yet clipped to
 * the root. Equal to itself alone.
 */
final class Placed {

  final Node node;
  final MappingRule rule;

  /** The span above that takes part; null for the root. */
  final @Nullable Placed parent;

  /** The clock that stamped it, as far as its place in the tree tells. */
  final String clock;

  /** What brings its stamps to the root's time. */
  final long shift;

  /** It, or one above it, was moved although its stamps did not fit. */
  final boolean skewAdjusted;

  /** Where a span above was cut off; nothing below it goes on. */
  final long limit;

  final long start;
  final long end;

  /** Spans above it that take part. */
  final int depth;

  /** The nearest span above whose attributes tell phases, or null. */
  final @Nullable Placed carrier;

  /** What it owns while no mapped span below it runs; null where it is not mapped. */
  @Nullable Phase phase;

  /** Its own stretch, or the nearest above where it is not mapped. */
  @Nullable PhaseInterval interval;

  private Placed(
      Node node,
      MappingRule rule,
      @Nullable Placed parent,
      String clock,
      long shift,
      boolean skewAdjusted,
      long limit) {
    this.node = node;
    this.rule = rule;
    this.parent = parent;
    this.clock = clock;
    this.shift = shift;
    this.skewAdjusted = skewAdjusted;
    this.limit = limit;
    this.start = Math.min(limit, at(node.span.startNanos()));
    this.end = Math.min(limit, at(node.span.endNanos()));
    this.depth = parent == null ? 0 : parent.depth + 1;
    this.carrier = parent == null || parent.rule.isCarrier() ? parent : parent.carrier;
  }

  static Placed root(Node node, MappingRule rule) {
    long shift = Nanos.minus(0, node.span.startNanos());
    String clock = node.span.resource().clock();
    return new Placed(node, rule, null, clock, shift, false, Long.MAX_VALUE);
  }

  /** A child on this span's clock moves with it and may outlast it. */
  Placed along(Node child, MappingRule rule) {
    return new Placed(child, rule, this, clock, shift, skewAdjusted, limit);
  }

  /** A child on another clock, moved by the shift of its hull. */
  Placed apart(Node child, MappingRule rule, Hull hull) {
    boolean adjusted = skewAdjusted || hull.skewed(node.span);
    long cut = hull.length() > length() ? Math.min(limit, end) : limit;
    return new Placed(child, rule, this, hull.clock(), hull.shiftInto(this), adjusted, cut);
  }

  /** A stamp of its clock in the root's time. */
  long at(long stamp) {
    return Nanos.plus(stamp, shift);
  }

  long length() {
    return Nanos.minus(end, start);
  }

  /** How much of it lies outside the root. */
  long cutOff(long rootEnd) {
    long kept = Nanos.clamp(end, 0, rootEnd) - Nanos.clamp(start, 0, rootEnd);
    return Nanos.minus(length(), kept);
  }
}
