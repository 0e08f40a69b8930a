package io.tracejoin.ingest.client;

import java.math.BigDecimal;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/** Numbers that tools computed themselves. */
final class ToolNumbers {

  private static final int DIGITS = 6;
  private static final BigDecimal MOST = BigDecimal.valueOf(1_000_000_000_000L);

  private ToolNumbers() {}

  /** The number with 6 decimals; null if it is none, below 0, or beyond all reason. */
  static @Nullable BigDecimal sensible(@Nullable String text) {
    return sensible(text, 0);
  }

  /**
   * The same in a smaller unit.
   *
   * @param digits decimals that the unit is away
   */
  static @Nullable BigDecimal sensible(@Nullable String text, int digits) {
    if (text == null || text.length() > 40 || !text.matches("[0-9.eE+-]+")) {
      return null;
    }
    try {
      BigDecimal number = new BigDecimal(text);
      // Before it is compared or scaled: an exponent can be as long as memory.
      boolean small = Math.abs((long) number.scale()) <= 60;
      return small && number.signum() >= 0 && number.compareTo(MOST) < 0
          ? number.movePointRight(digits).setScale(DIGITS, RoundingMode.HALF_UP)
          : null;
    } catch (NumberFormatException e) {
      return null;
    }
  }
}
