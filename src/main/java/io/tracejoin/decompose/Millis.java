package io.tracejoin.decompose;

import java.math.BigDecimal;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/** Nanoseconds as the API's milliseconds: exact decimals, never a float. */
public final class Millis {

  private static final int NANOS_SCALE = 6;
  private static final int TEXT_SCALE = 3;

  private Millis() {}

  /** The same duration in milliseconds, with no more decimals than it needs; null for null. */
  public static @Nullable BigDecimal of(@Nullable Long nanos) {
    return nanos == null ? null : of(nanos.longValue());
  }

  /** The same duration in milliseconds, with no more decimals than it needs. */
  public static BigDecimal of(long nanos) {
    return trimmed(BigDecimal.valueOf(nanos, NANOS_SCALE));
  }

  /** For people: a whole number where it is whole, else up to 3 decimals, rounded half up. */
  public static String text(long nanos) {
    return trimmed(
            BigDecimal.valueOf(nanos, NANOS_SCALE).setScale(TEXT_SCALE, RoundingMode.HALF_UP))
        .toPlainString();
  }

  private static BigDecimal trimmed(BigDecimal value) {
    BigDecimal stripped = value.stripTrailingZeros();
    return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
  }
}
