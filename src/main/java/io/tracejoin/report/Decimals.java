package io.tracejoin.report;

import io.tracejoin.decompose.Millis;
import java.math.BigDecimal;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/** Nanoseconds and shares as the decimals that are published. */
final class Decimals {

  private static final int MS_DIGITS = 6;
  private static final int SECOND_DIGITS = 9;
  private static final int SHARE_DIGITS = 6;

  private Decimals() {}

  /** Exact milliseconds, without trailing zeros. */
  static BigDecimal ms(long nanos) {
    return Millis.of(nanos);
  }

  /** The mean in milliseconds, rounded to a nanosecond. */
  static BigDecimal meanMs(BigDecimal sumNanos, long n) {
    BigDecimal mean = sumNanos.divide(BigDecimal.valueOf(n), 0, RoundingMode.HALF_UP);
    return plain(mean.movePointLeft(MS_DIGITS));
  }

  /** Exact seconds. */
  static BigDecimal seconds(long nanos) {
    return plain(BigDecimal.valueOf(nanos, SECOND_DIGITS));
  }

  /** A share, cut off and not rounded: 1 means all, never nearly all. Null of nothing. */
  static @Nullable BigDecimal share(long part, long whole) {
    return share(part, whole, RoundingMode.DOWN);
  }

  /** A share of what went wrong, rounded up: 0 means none, never hardly any. Null of nothing. */
  static @Nullable BigDecimal faults(long part, long whole) {
    return share(part, whole, RoundingMode.UP);
  }

  private static @Nullable BigDecimal share(long part, long whole, RoundingMode mode) {
    return whole == 0
        ? null
        : plain(BigDecimal.valueOf(part).divide(BigDecimal.valueOf(whole), SHARE_DIGITS, mode));
  }

  /** A decimal with no more digits than asked for. */
  static BigDecimal rounded(double value, int digits) {
    return plain(BigDecimal.valueOf(value).setScale(digits, RoundingMode.HALF_UP));
  }

  /** The same number without trailing zeros. */
  static BigDecimal plain(BigDecimal value) {
    BigDecimal stripped = value.stripTrailingZeros();
    return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
  }
}
