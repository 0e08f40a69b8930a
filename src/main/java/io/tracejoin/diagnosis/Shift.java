package io.tracejoin.diagnosis;

import io.tracejoin.statistics.BlockBootstrap;
import io.tracejoin.statistics.BlockedValues;
import io.tracejoin.statistics.Bootstrapped;
import io.tracejoin.statistics.Quantile;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Whether one measure moved between two samples (semantics 13): p95 and mean shift the same way,
 * each by more than 5 % and 1 ms, and the 99.9 % intervals of both shifts exclude zero.
 *
 * @param before the baseline's figures
 * @param after the run's
 */
public record Shift(Figures before, Figures after, Direction direction) {

  /** A sample with fewer values has no bound of its p95. */
  private static final int FEWEST = 72;

  private static final double LEVEL = 0.999;
  private static final double SHARE = 0.05;
  private static final double LEAST_NANOS = 1_000_000;
  private static final Quantile P95 = Quantile.of("0.95");

  /** What is compared, in nanoseconds. */
  public record Figures(long n, double p95, double mean) {

    /** Whether the shift to others is worth a closer look: it is large, and both ways alike. */
    public boolean differsFrom(Figures before, NoiseFloor floor) {
      return differsFrom(before, floor, LEAST_NANOS);
    }

    /**
     * Likewise.
     *
     * @param least what the shift must exceed in any case, in the unit of the figures
     */
    boolean differsFrom(Figures before, NoiseFloor floor, double least) {
      double p95Shift = p95 - before.p95;
      double meanShift = mean - before.mean;
      return p95Shift * meanShift > 0
          && Math.min(n, before.n) >= FEWEST
          && isLarge(p95Shift, before.p95, Math.max(least, floor.p95Nanos()))
          && isLarge(meanShift, before.mean, Math.max(least, floor.meanNanos()));
    }

    private static boolean isLarge(double shift, double before, double least) {
      return Math.abs(shift) > Math.max(least, SHARE * Math.abs(before));
    }
  }

  /**
   * Of the figures of two samples.
   *
   * @param sure whether the intervals exclude zero; asked only where the shift is large enough
   */
  public static Shift of(Figures before, Figures after, NoiseFloor floor, BooleanSupplier sure) {
    boolean moved = after.differsFrom(before, floor) && sure.getAsBoolean();
    return new Shift(before, after, moved ? towards(after.mean - before.mean) : Direction.STABLE);
  }

  /** Whether the 99.9 % intervals of the shifts of mean and p95 exclude zero. */
  public static boolean isSure(
      BlockedValues before, BlockedValues after, BlockBootstrap bootstrap) {
    return isSure(() -> bootstrap.meanShift(before, after))
        && isSure(() -> bootstrap.quantileShift(before, after, P95));
  }

  /** The direction of a difference that is sure. */
  static Direction towards(double shift) {
    return shift > 0 ? Direction.UP : Direction.DOWN;
  }

  private static boolean isSure(Supplier<Bootstrapped> shift) {
    return shift.get().interval(LEVEL).filter(Bootstrapped.Interval::excludesZero).isPresent();
  }
}
