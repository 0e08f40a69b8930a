package io.tracejoin.diagnosis;

import io.tracejoin.statistics.BlockBootstrap;
import io.tracejoin.statistics.Bootstrapped.Interval;
import io.tracejoin.statistics.SlopeSums;
import java.util.List;

/**
 * Whether the time that each token (or byte) of an answer adds moved: by more than 5 %, by more
 * than 1 ms for an answer of the baseline's mean length, and with a 99.9 % interval that excludes
 * zero.
 *
 * @param before nanoseconds a token of the baseline
 * @param after of the run
 */
public record Slope(double before, double after, Direction direction) {

  private static final int FEWEST = 72;
  private static final double LEVEL = 0.999;
  private static final double SHARE = 0.05;
  private static final double LEAST_NANOS = 1_000_000;

  /** Of blocks of points; stable where a side has too few. */
  public static Slope of(List<SlopeSums> baseline, List<SlopeSums> run, BlockBootstrap bootstrap) {
    SlopeSums then = SlopeSums.together(baseline);
    SlopeSums now = SlopeSums.together(run);
    double shift = now.slope() - then.slope();
    boolean moved =
        Math.min(then.n(), now.n()) >= FEWEST
            && Math.abs(shift) > SHARE * Math.abs(then.slope())
            && Math.abs(shift) * then.x() / then.n() > LEAST_NANOS
            && bootstrap
                .slopeShift(baseline, run)
                .interval(LEVEL)
                .filter(Interval::excludesZero)
                .isPresent();
    return new Slope(then.slope(), now.slope(), moved ? Shift.towards(shift) : Direction.STABLE);
  }
}
