package io.tracejoin.statistics;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;

/**
 * A quantile asked for, as an exact decimal: in binary floating point 0.07 * 100 is more than 7,
 * and the rank would be the next one.
 *
 * @param q strictly between 0 and 1
 */
public record Quantile(BigDecimal q) {

  /** Published always (semantics 8). */
  public static final List<Quantile> STANDARD = List.of(of("0.5"), of("0.95"), of("0.99"));

  /**
   * @throws IllegalArgumentException unless 0 &lt; q &lt; 1
   */
  public Quantile {
    if (q.signum() <= 0 || q.compareTo(BigDecimal.ONE) >= 0) {
      throw new IllegalArgumentException("q: " + q.toPlainString() + " is not between 0 and 1");
    }
    q = q.stripTrailingZeros();
  }

  /**
   * Reads a decimal such as {@code 0.999}.
   *
   * @throws IllegalArgumentException if it is no number between 0 and 1
   */
  public static Quantile of(String decimal) {
    try {
      return new Quantile(new BigDecimal(decimal));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("q: '" + decimal + "' is not a decimal number", e);
    }
  }

  /** {@code p50}, {@code p99.9}: the name in JSON and text. */
  public String name() {
    return "p" + q.movePointRight(2).stripTrailingZeros().toPlainString();
  }

  /** The nearest rank {@code ceil(q * n)}, from 1. */
  public long rank(long n) {
    return q.multiply(BigDecimal.valueOf(n)).setScale(0, RoundingMode.CEILING).longValueExact();
  }

  /** The share above it. */
  public BigDecimal complement() {
    return BigDecimal.ONE.subtract(q);
  }
}
