package io.tracejoin.decompose;

import java.math.BigDecimal;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/**
 * Reads a duration out of an attribute: a number, or its text. The unit is the mapping's, never
 * guessed.
 */
final class AttributeDuration {

  private static final int LONGEST_TEXT = 40;
  private static final int MOST_DIGITS = 18;

  private AttributeDuration() {}

  /**
   * Nanoseconds, rounded half up; may be below 0.
   *
   * @return null where the value is no duration in that unit, or beyond what {@code long} holds
   */
  static @Nullable Long nanos(Object value, MappingRule.Unit unit) {
    if (unit == MappingRule.Unit.RUST_DURATION) {
      return value instanceof String text ? rust(text.strip()) : null;
    }
    return scaled(value.toString().strip(), digits(unit));
  }

  private static int digits(MappingRule.Unit unit) {
    return switch (unit) {
      case S -> 9;
      case MS -> 6;
      case US -> 3;
      case NS, RUST_DURATION -> 0;
    };
  }

  private static @Nullable Long rust(String text) {
    int end = text.length();
    while (end > 0 && !isAsciiDigit(text.charAt(end - 1))) {
      end--;
    }
    String number = text.substring(0, end);
    return switch (text.substring(end)) {
      case "ns" -> scaled(number, 0);
      case "\u00b5s", "\u03bcs", "us" -> scaled(number, 3);
      case "ms" -> scaled(number, 6);
      case "s" -> scaled(number, 9);
      default -> null;
    };
  }

  private static boolean isAsciiDigit(char it) {
    return it >= '0' && it <= '9';
  }

  private static @Nullable Long scaled(String number, int digits) {
    if (number.length() > LONGEST_TEXT) {
      return null;
    }
    try {
      BigDecimal nanos = new BigDecimal(number).scaleByPowerOfTen(digits);
      // Texts such as 1e999999999 or 1e-999999999 must not be written out.
      long magnitude = (long) nanos.precision() - nanos.scale();
      if (magnitude < 0) {
        return 0L;
      }
      return magnitude <= MOST_DIGITS
          ? (Long) nanos.setScale(0, RoundingMode.HALF_UP).longValueExact()
          : null;
    } catch (ArithmeticException | NumberFormatException notADuration) {
      return null;
    }
  }
}
