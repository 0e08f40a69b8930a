package io.tracejoin.statistics;

import java.math.BigDecimal;

/**
 * Where a quantile of all requests lies among the matched (semantics 7): at the quantile's own rank
 * if the matched are a fair sample.
 *
 * @param below matched requests at or below the q-quantile of all
 * @param matched matched requests, at least 1
 */
public record MatchedRank(Quantile quantile, long below, long matched) {

  /** p-values below it do not happen by chance. */
  private static final double SIGNIFICANT = 0.01;

  private static final BigDecimal SHARES = BigDecimal.valueOf(5);

  /**
   * Whether the matched are another population at this quantile: {@code p < 0.01} and {@code |rank
   * - q| > (1 - q) / 5}.
   *
   * @param p of the Kolmogorov-Smirnov test of matched against unmatched
   */
  public boolean biased(double p) {
    BigDecimal all = BigDecimal.valueOf(matched);
    BigDecimal off = BigDecimal.valueOf(below).subtract(quantile.q().multiply(all)).abs();
    return p < SIGNIFICANT
        && off.multiply(SHARES).compareTo(quantile.complement().multiply(all)) > 0;
  }
}
