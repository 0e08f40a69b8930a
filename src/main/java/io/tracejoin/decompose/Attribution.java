package io.tracejoin.decompose;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Gives every instant of the root's interval to exactly one phase, or to none (semantics 4, step
 * 4). By construction the phases and {@code unattributed} add up to the root.
 *
 * @param own time that each phase owns, {@code generation} without prefill and decode; a phase that
 *     has a stretch but owns nothing has 0
 * @param longestOverlap the longest time for which stretches of different phases, neither above the
 *     other, ran together
 * @param stretches the same, instant by instant: they follow each other without a gap from 0 to the
 *     root's length
 */
record Attribution(
    Map<Phase, Long> own, long unattributed, long longestOverlap, List<Stretch> stretches) {

  /** Who owns an instant that several phases could: the first of these. */
  private static final List<Phase> PRECEDENCE =
      List.of(
          Phase.PREFILL,
          Phase.DECODE,
          Phase.GENERATION,
          Phase.PROVIDER_REQUEST,
          Phase.GPU_QUEUE,
          Phase.APP_QUEUE,
          Phase.GATEWAY,
          Phase.RESPONSE_WRITE);

  private static final int PHASES = Phase.values().length;

  private record Edge(long at, boolean on, PhaseInterval interval) {}

  /**
   * @param intervals clipped to the root
   * @param root the root's length
   */
  static Attribution of(List<PhaseInterval> intervals, long root) {
    Sweep sweep = new Sweep();
    for (Edge edge : edges(intervals)) {
      sweep.advance(edge.at());
      edge.interval().run(edge.on(), sweep.owners);
    }
    sweep.advance(root);
    sweep.closeOverlap();
    return new Attribution(
        own(intervals, sweep), sweep.unattributed, sweep.longestOverlap, sweep.stretches);
  }

  private static Map<Phase, Long> own(List<PhaseInterval> intervals, Sweep sweep) {
    Map<Phase, Long> own = new EnumMap<>(Phase.class);
    for (PhaseInterval it : intervals) {
      own.put(it.phase, sweep.own[it.phase.ordinal()]);
    }
    return own;
  }

  private static List<Edge> edges(List<PhaseInterval> intervals) {
    List<Edge> edges = new ArrayList<>(intervals.size() * 2);
    for (PhaseInterval it : intervals) {
      if (it.start < it.end) {
        edges.add(new Edge(it.start, true, it));
        edges.add(new Edge(it.end, false, it));
      }
    }
    edges.sort((one, other) -> Long.compare(one.at, other.at));
    return edges;
  }

  private static final class Sweep {

    final long[] own = new long[PHASES];
    final int[] owners = new int[PHASES];
    final List<Stretch> stretches = new ArrayList<>();
    long unattributed;
    long longestOverlap;
    private long overlap;
    private long now;

    void advance(long to) {
      long length = to - now;
      if (length <= 0) {
        return;
      }
      Phase owner = owner();
      charge(owner, now, length);
      now = to;
      if (owner == null) {
        unattributed += length;
      } else {
        own[owner.ordinal()] += length;
      }
      if (phasesRunning() > 1) {
        overlap += length;
      } else {
        closeOverlap();
      }
    }

    private void charge(@Nullable Phase owner, long start, long length) {
      int last = stretches.size() - 1;
      if (last >= 0 && stretches.get(last).phase() == owner) {
        stretches.set(last, stretches.get(last).longerBy(length));
      } else {
        stretches.add(new Stretch(owner, start, length));
      }
    }

    void closeOverlap() {
      longestOverlap = Math.max(longestOverlap, overlap);
      overlap = 0;
    }

    private @Nullable Phase owner() {
      for (Phase phase : PRECEDENCE) {
        if (owners[phase.ordinal()] > 0) {
          return phase;
        }
      }
      return null;
    }

    private int phasesRunning() {
      int phases = 0;
      for (int owner : owners) {
        phases += owner > 0 ? 1 : 0;
      }
      return phases;
    }
  }
}
