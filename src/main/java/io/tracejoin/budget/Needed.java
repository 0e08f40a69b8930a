package io.tracejoin.budget;

import io.tracejoin.statistics.Quantile;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** How many samples would decide a clause that is astride its bound (semantics 12). */
final class Needed {

  private static final double Z = 1.96;
  private static final double TAIL = 0.025;

  private Needed() {}

  /**
   * {@code z^2 p (1 - p) / (p - q)^2}, upwards to a whole number. Where more values than asked for
   * are within the bound, no fewer than give an interval at all.
   *
   * @param within p, the share of values within the bound
   * @param asked q, the share that must be
   * @return null where p = q: no number decides
   */
  static @Nullable Long of(BigDecimal within, BigDecimal asked) {
    if (within.compareTo(asked) == 0) {
      return null;
    }
    double p = within.doubleValue();
    double q = asked.doubleValue();
    double needed = Math.ceil(Z * Z * p * (1 - p) / ((p - q) * (p - q)));
    long least = p > q && q > 0 ? forAnInterval(q) : 1;
    return Math.max(least, (long) Math.min(needed, 1e15));
  }

  /** The smallest sample whose upper bound exists: q^n &lt;= 0.025. */
  static long forAnInterval(Quantile quantile) {
    double q = quantile.q().doubleValue();
    return Math.max(forAnInterval(q), forAnInterval(1 - q));
  }

  private static long forAnInterval(double q) {
    return (long) Math.ceil(Math.log(TAIL) / Math.log(q));
  }
}
