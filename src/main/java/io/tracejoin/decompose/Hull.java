package io.tracejoin.decompose;

import java.util.List;

/** Children of one parent that share a foreign clock: they move together (semantics 4, step 2). */
record Hull(String clock, List<Node> members, long start, long end) {

  static Hull of(String clock, List<Node> members) {
    long start = Long.MAX_VALUE;
    long end = Long.MIN_VALUE;
    for (Node it : members) {
      start = Math.min(start, it.span.startNanos());
      end = Math.max(end, it.span.endNanos());
    }
    return new Hull(clock, List.copyOf(members), start, end);
  }

  long length() {
    return Nanos.minus(end, start);
  }

  /** The stored hull does not lie inside the stored parent. */
  boolean skewed(Span parent) {
    return start < parent.startNanos() || end > parent.endNanos();
  }

  /** Centred in the parent, rounded down; one that is longer starts with it. */
  long shiftInto(Placed parent) {
    long spare = Math.max(0, Nanos.minus(parent.length(), length()));
    return Nanos.minus(Nanos.plus(parent.start, spare / 2), start);
  }
}
