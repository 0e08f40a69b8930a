package io.tracejoin.statistics;

import org.apache.commons.math3.distribution.BetaDistribution;

/**
 * The exact two-sided 95 % confidence interval of a share (Clopper and Pearson).
 *
 * @param low 0 where nothing was hit
 * @param high 1 where everything was
 */
public record ClopperPearson(double low, double high) {

  private static final double TAIL = 0.025;

  /**
   * Of a number of hits.
   *
   * @param hits 0 to n
   * @param n at least 1
   */
  public static ClopperPearson of(long hits, long n) {
    double low =
        hits == 0
            ? 0
            : new BetaDistribution(null, hits, n - hits + 1.0).inverseCumulativeProbability(TAIL);
    double high =
        hits == n
            ? 1
            : new BetaDistribution(null, hits + 1.0, (double) (n - hits))
                .inverseCumulativeProbability(1 - TAIL);
    return new ClopperPearson(low, high);
  }
}
