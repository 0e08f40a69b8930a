package io.tracejoin.statistics;

import java.util.function.LongPredicate;
import org.apache.commons.math3.special.Beta;

/**
 * The two-sided 95 % confidence interval of a quantile from order statistics (semantics 8). The
 * number B of values below the true q-quantile is Bin(n, q), whatever the distribution, so the
 * bounds are ranks.
 */
public final class BinomialRanks {

  private static final double TAIL = 0.025;

  private BinomialRanks() {}

  /**
   * Lower: the largest l of 1..n with P(B &lt; l) &lt;= 0.025. Upper: the smallest u of 1..n with
   * P(B &gt;= u) &lt;= 0.025. A bound that no rank meets is null.
   *
   * @param n independent values, at least 0
   */
  public static RankInterval of(long n, Quantile quantile) {
    double q = quantile.q().doubleValue();
    double above = quantile.complement().doubleValue();
    long accepted =
        countWhile(n, l -> Beta.regularizedBeta(above, n - l + 1.0, (double) l) <= TAIL);
    long refused = countWhile(n, u -> Beta.regularizedBeta(q, (double) u, n - u + 1.0) > TAIL);
    return new RankInterval(
        accepted == 0 ? null : Long.valueOf(accepted),
        refused == n ? null : Long.valueOf(refused + 1));
  }

  /**
   * The ranks of n values that are worth only n / designEffect independent ones: taken for the
   * smaller sample and scaled back, outwards to whole ranks. Ranks of very few may land beyond the
   * quantile's own, which is then the bound.
   *
   * @param designEffect at least 1
   */
  public static RankInterval of(long n, double designEffect, Quantile quantile) {
    long independent = Math.min(n, (long) Math.floor(n / designEffect));
    RankInterval ranks = of(independent, quantile);
    Long lower = ranks.lower();
    Long upper = ranks.upper();
    return new RankInterval(
        lower == null
            ? null
            : Long.valueOf(Math.min(down(lower, n, independent), quantile.rank(n))),
        upper == null ? null : Long.valueOf(Math.max(up(upper, n, independent), quantile.rank(n))));
  }

  private static long down(long rank, long n, long independent) {
    return Math.multiplyExact(rank, n) / independent;
  }

  private static long up(long rank, long n, long independent) {
    return -Math.floorDiv(-Math.multiplyExact(rank, n), independent);
  }

  /** How many of 1..n, from the first on, satisfy a condition that once false stays false. */
  private static long countWhile(long n, LongPredicate condition) {
    long yes = 0;
    long no = n + 1;
    while (no - yes > 1) {
      long middle = yes + (no - yes) / 2;
      if (condition.test(middle)) {
        yes = middle;
      } else {
        no = middle;
      }
    }
    return yes;
  }
}
