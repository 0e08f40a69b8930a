package io.tracejoin.ingest.otlp;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** Numbers of OTLP/JSON, written as numbers or as texts. Whole ones never pass through a double. */
final class JsonNumbers {

  private static final int MAX_DIGITS = 20;

  private JsonNumbers() {}

  /** A signed 64 bit integer, or null if the text is none. */
  static @Nullable Long signed(String text) {
    try {
      return hasFraction(text) ? exact(text).longValueExact() : Long.parseLong(text);
    } catch (ArithmeticException | NumberFormatException e) {
      return null;
    }
  }

  /** An unsigned 64 bit integer in the bits of a long, or null if the text is none. */
  static @Nullable Long unsigned(String text) {
    try {
      return hasFraction(text)
          ? Long.parseUnsignedLong(exact(text).toBigIntegerExact().toString())
          : Long.parseUnsignedLong(text);
    } catch (ArithmeticException | NumberFormatException e) {
      return null;
    }
  }

  /** A double, {@code NaN} and {@code Infinity} included, or null if the text is none. */
  static @Nullable Double real(String text) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      return null;
    }
  }

  private static boolean hasFraction(String text) {
    return text.indexOf('.') >= 0 || text.indexOf('e') >= 0 || text.indexOf('E') >= 0;
  }

  // 1e999999999 is short to write and a gigabyte to expand.
  private static BigDecimal exact(String text) {
    BigDecimal exact = new BigDecimal(text);
    if ((long) exact.precision() - exact.scale() > MAX_DIGITS || exact.scale() > MAX_DIGITS) {
      throw new ArithmeticException("out of range");
    }
    return exact;
  }
}
