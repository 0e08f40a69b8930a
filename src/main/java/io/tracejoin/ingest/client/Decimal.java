package io.tracejoin.ingest.client;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** Exact reading of decimal numbers. */
final class Decimal {

  /** A longer number is not a measurement. */
  static final int MAX_LENGTH = 100;

  /** About 95 years: sums of a stamp and some durations still fit into a long. */
  private static final long MAX_NANOS = 3_000_000_000_000_000_000L;

  private static final int NANO_DIGITS = 6;
  private static final int SAFE_DIGITS = 18;
  private static final long[] POWERS = powers();

  private Decimal() {}

  /**
   * Milliseconds as nanoseconds: exact up to 6 decimals, beyond that rounded half away from zero.
   * So it also restores nanoseconds from the floating-point milliseconds that load generators
   * print.
   *
   * @throws IllegalArgumentException if the text is no number, or too great
   */
  static long nanosOfMillis(char[] text, int offset, int length) {
    boolean negative = length > 0 && text[offset] == '-';
    long digits = 0;
    int count = 0;
    int decimals = -1;
    for (int i = offset + (negative ? 1 : 0); i < offset + length; i++) {
      char c = text[i];
      if (c >= '0' && c <= '9' && count < SAFE_DIGITS) {
        digits = digits * 10 + (c - '0');
        count++;
        decimals += decimals >= 0 ? 1 : 0;
      } else if (c == '.' && decimals < 0) {
        decimals = 0;
      } else {
        return nanos(new String(text, offset, length), NANO_DIGITS);
      }
    }
    long nanos = scaled(digits, Math.max(decimals, 0));
    return nanos < 0
        ? nanos(new String(text, offset, length), NANO_DIGITS)
        : negative ? -nanos : nanos;
  }

  /** -1 where the fast way cannot tell. */
  private static long scaled(long digits, int decimals) {
    if (decimals > NANO_DIGITS) {
      long divisor = POWERS[decimals - NANO_DIGITS];
      return digits / divisor + (digits % divisor >= divisor - digits % divisor ? 1 : 0);
    }
    long factor = POWERS[NANO_DIGITS - decimals];
    return digits > MAX_NANOS / factor ? -1 : digits * factor;
  }

  /**
   * A time in another unit as nanoseconds, rounded half away from zero.
   *
   * @param digits decimals that a nanosecond is away from the unit: 6 for milliseconds
   * @throws IllegalArgumentException if the text is no number, or too great
   */
  static long nanos(String text, int digits) {
    BigDecimal time = new BigDecimal(text);
    long magnitude = (long) time.precision() - time.scale();
    if (time.signum() == 0 || magnitude < -digits) {
      return 0;
    }
    if (magnitude > SAFE_DIGITS + 1) {
      throw outOfRange(text);
    }
    BigDecimal nanos = time.movePointRight(digits).setScale(0, RoundingMode.HALF_UP);
    if (nanos.abs().compareTo(BigDecimal.valueOf(MAX_NANOS)) > 0) {
      throw outOfRange(text);
    }
    return nanos.longValueExact();
  }

  /**
   * A whole number, also where it is written as {@code 180.0}, as tools do whose columns may be
   * empty.
   *
   * @throws IllegalArgumentException if it is not whole or does not fit into a long
   */
  static long whole(String text) {
    BigDecimal value = new BigDecimal(text);
    if ((long) value.precision() - value.scale() > SAFE_DIGITS + 1) {
      throw outOfRange(text);
    }
    if (value.signum() != 0 && value.stripTrailingZeros().scale() > 0) {
      throw new IllegalArgumentException(text + " is not a whole number");
    }
    try {
      return value.longValueExact();
    } catch (ArithmeticException e) {
      throw outOfRange(text);
    }
  }

  private static IllegalArgumentException outOfRange(String text) {
    return new IllegalArgumentException(text + " is out of range");
  }

  private static long[] powers() {
    long[] powers = new long[SAFE_DIGITS + 1];
    powers[0] = 1;
    for (int i = 1; i < powers.length; i++) {
      powers[i] = powers[i - 1] * 10;
    }
    return powers;
  }
}
