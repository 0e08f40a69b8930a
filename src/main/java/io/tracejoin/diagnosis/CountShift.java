package io.tracejoin.diagnosis;

import io.tracejoin.statistics.BlockBootstrap;
import io.tracejoin.statistics.BlockedValues;
import io.tracejoin.statistics.Quantile;

/**
 * Whether a count of tokens a request moved between two samples: p95 and mean shift the same way,
 * each by more than 5 % and one token, and the 99.9 % intervals of both shifts exclude zero
 * (semantics 13, a token in the place of a millisecond).
 *
 * @param before the baseline's p95 and mean in tokens
 * @param after the run's
 */
public record CountShift(Shift.Figures before, Shift.Figures after, Direction direction) {

  private static final Quantile P95 = Quantile.of("0.95");
  private static final double LEAST_TOKENS = 1;

  /** Of two samples that each hold a value. */
  public static CountShift of(BlockedValues before, BlockedValues after, BlockBootstrap bootstrap) {
    Shift.Figures then = figures(before);
    Shift.Figures now = figures(after);
    boolean moved =
        now.differsFrom(then, NoiseFloor.NONE, LEAST_TOKENS)
            && Shift.isSure(before, after, bootstrap);
    return new CountShift(
        then, now, moved ? Shift.towards(now.mean() - then.mean()) : Direction.STABLE);
  }

  private static Shift.Figures figures(BlockedValues values) {
    return new Shift.Figures(values.n(), values.quantile(P95), values.mean());
  }
}
