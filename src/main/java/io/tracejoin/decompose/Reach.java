package io.tracejoin.decompose;

import org.jspecify.annotations.Nullable;

/**
 * Stamps between which a root must start to be a run's (semantics 2). It only takes candidates
 * away, and is so wide that the clocks of generator and server need not agree.
 *
 * @param from nanoseconds since 1970, or null for no bound
 * @param to nanoseconds since 1970, or null for no bound
 */
record Reach(@Nullable Long from, @Nullable Long to) {

  static final Reach UNBOUNDED = new Reach(null, null);

  static Reach of(RunFrame run, long reachNanos) {
    Long first = run.firstSendNanos();
    Long last = run.lastSendNanos();
    return new Reach(
        first == null ? null : (Long) Nanos.minus(first, reachNanos),
        last == null ? null : (Long) Nanos.plus(last, reachNanos));
  }

  boolean allows(Span root) {
    return allows(root.startNanos());
  }

  boolean allows(long startNanos) {
    return (from == null || startNanos >= from) && (to == null || startNanos <= to);
  }
}
