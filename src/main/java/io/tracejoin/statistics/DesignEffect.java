package io.tracejoin.statistics;

/**
 * How many times fewer independent requests the sample is worth, because requests that share a
 * batch are alike (semantics 8).
 *
 * <p>For blocks of equal size m it is the variance between the blocks of the share above the
 * quantile, over q(1 - q) / m. Blocks of time are not of equal size; the form used is that of a
 * ratio estimated from clusters, which is the same where they are:
 *
 * <pre>
 *   p = sum(y) / sum(n)
 *   D = K / (K - 1) * sum((y - p n)^2) / (sum(n) q (1 - q)),   at least 1
 * </pre>
 *
 * with K blocks of n values, y of them above the quantile. A big block weighs more, an empty one
 * nothing.
 */
public final class DesignEffect {

  private static final long SECOND = 1_000_000_000L;
  private static final int FEWEST_BLOCKS = 20;

  private DesignEffect() {}

  /** The design effect at this quantile, at least 1; 1 for fewer than two blocks. */
  public static double of(BlockSums sums, Quantile quantile) {
    if (sums.blocks() < 2 || sums.n() == 0) {
      return 1;
    }
    double p = (double) sums.above() / sums.n();
    double squares =
        sums.aboveSquared() - 2 * p * sums.product() + p * p * (double) sums.nSquared();
    double expected = sums.n() * quantile.q().doubleValue() * quantile.complement().doubleValue();
    double k = sums.blocks();
    return Math.max(1, k / (k - 1) * squares / expected);
  }

  /**
   * Length of a block in nanoseconds: twice the p95 of client_total and at least a second, so that
   * requests that were in flight together share a block; at most a twentieth of the window, so that
   * there are blocks to compare.
   */
  public static long blockNanos(long p95Nanos, long windowNanos) {
    return Math.max(1, Math.min(wantedNanos(p95Nanos), windowNanos / FEWEST_BLOCKS));
  }

  /** Whether the window is too short for blocks of the length that the requests ask for. */
  public static boolean shortBlocks(long p95Nanos, long windowNanos) {
    return blockNanos(p95Nanos, windowNanos) < wantedNanos(p95Nanos);
  }

  private static long wantedNanos(long p95Nanos) {
    return Math.max(SECOND, 2 * p95Nanos);
  }
}
