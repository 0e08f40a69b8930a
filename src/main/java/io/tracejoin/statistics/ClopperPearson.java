package io.tracejoin.statistics;

import org.apache.commons.math3.distribution.BetaDistribution;

/** The exact two-sided 95 % confidence interval of a share of independent requests. */
public record ClopperPearson(double low, double high) {

  private static final double TAIL = 0.025;

  /**
   * The interval of a share.
   *
   * @param yes 0 to n
   * @param n at least 1
   */
  public static ClopperPearson of(long yes, long n) {
    return new ClopperPearson(
        yes == 0 ? 0 : quantile(yes, n - yes + 1.0, TAIL),
        yes == n ? 1 : quantile(yes + 1.0, (double) n - yes, 1 - TAIL));
  }

  private static double quantile(double alpha, double beta, double p) {
    return new BetaDistribution(null, alpha, beta).inverseCumulativeProbability(p);
  }
}
