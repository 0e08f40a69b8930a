package io.tracejoin.decompose;

import org.jspecify.annotations.Nullable;

/**
 * A mapped stretch of the root's time, clipped to it, with the state that the sweep keeps for it.
 */
final class PhaseInterval {

  final Phase phase;

  /** The nearest mapped stretch above: it gives way to this one. */
  final @Nullable PhaseInterval above;

  final long start;
  final long end;

  private boolean running;
  private int runningBelow;

  PhaseInterval(Phase phase, @Nullable PhaseInterval above, long start, long end) {
    this.phase = phase;
    this.above = above;
    this.start = start;
    this.end = end;
  }

  /**
   * Starts or ends here. How many stretches of each phase run and have none running below is kept
   * in {@code owners}; it climbs only as far as something changes.
   */
  void run(boolean on, int[] owners) {
    boolean before = isBusy();
    count(-1, owners);
    running = on;
    count(1, owners);
    PhaseInterval at = this;
    while (at.above != null && at.isBusy() != before) {
      int step = before ? -1 : 1;
      at = at.above;
      before = at.isBusy();
      at.count(-1, owners);
      at.runningBelow += step;
      at.count(1, owners);
    }
  }

  /** It runs, or something below it does. */
  private boolean isBusy() {
    return running || runningBelow > 0;
  }

  private void count(int step, int[] owners) {
    if (running && runningBelow == 0) {
      owners[phase.ordinal()] += step;
    }
  }
}
