package io.tracejoin.decompose;

import java.math.BigDecimal;

/**
 * Arithmetic on nanoseconds that never overflows: hostile times end at the edge of {@code long}
 * instead of wrapping to the other side or throwing.
 */
final class Nanos {

  private static final int PER_MILLI_DIGITS = 6;

  private Nanos() {}

  static long plus(long one, long other) {
    long sum = one + other;
    boolean overflow = ((one ^ sum) & (other ^ sum)) < 0;
    return overflow ? edge(one) : sum;
  }

  static long minus(long one, long other) {
    long difference = one - other;
    boolean overflow = ((one ^ other) & (one ^ difference)) < 0;
    return overflow ? edge(one) : difference;
  }

  /** Both must be at least 0. */
  static long times(long one, long other) {
    long high = Math.multiplyHigh(one, other);
    long low = one * other;
    return high != 0 || low < 0 ? Long.MAX_VALUE : low;
  }

  /** The quotient of numbers that are not negative, rounded half up to a nanosecond. */
  static long quotient(long nanos, long divisor) {
    long rest = nanos % divisor;
    return nanos / divisor + (rest >= divisor - rest ? 1 : 0);
  }

  static long clamp(long value, long least, long most) {
    return Math.max(least, Math.min(most, value));
  }

  /** Milliseconds for a sentence: {@code 12.5 ms}. */
  static String text(long nanos) {
    BigDecimal millis = BigDecimal.valueOf(nanos, PER_MILLI_DIGITS).stripTrailingZeros();
    return millis.toPlainString() + " ms";
  }

  private static long edge(long sign) {
    return sign < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
  }
}
