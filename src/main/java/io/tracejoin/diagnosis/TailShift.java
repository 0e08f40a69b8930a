package io.tracejoin.diagnosis;

import io.tracejoin.statistics.BlockBootstrap;
import io.tracejoin.statistics.BlockedValues;
import io.tracejoin.statistics.Bootstrapped;
import io.tracejoin.statistics.Quantile;

/**
 * Whether the p99 of a measure moved between two samples, whatever its mean does: by more than 5 %
 * and 1 ms, and with a 99.9 % interval of the shift that excludes zero.
 *
 * @param before the baseline's p99 in nanoseconds
 * @param after the run's
 */
public record TailShift(double before, double after, Direction direction) {

  /** A sample with fewer values has no bound of its p99. */
  private static final int FEWEST = 368;

  private static final double LEVEL = 0.999;
  private static final double SHARE = 0.05;
  private static final double LEAST_NANOS = 1_000_000;
  private static final Quantile P99 = Quantile.of("0.99");

  /** Of two samples that each hold a value. */
  public static TailShift of(BlockedValues before, BlockedValues after, BlockBootstrap bootstrap) {
    double then = before.quantile(P99);
    double now = after.quantile(P99);
    double shift = now - then;
    boolean moved =
        Math.min(before.n(), after.n()) >= FEWEST
            && Math.abs(shift) > Math.max(LEAST_NANOS, SHARE * Math.abs(then))
            && bootstrap
                .quantileShift(before, after, P99)
                .interval(LEVEL)
                .filter(Bootstrapped.Interval::excludesZero)
                .isPresent();
    return new TailShift(then, now, moved ? Shift.towards(shift) : Direction.STABLE);
  }
}
