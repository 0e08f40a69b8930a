package io.tracejoin.budget;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * The evidence that a clause asks for; null: none.
 *
 * @param samples values, at least
 * @param coverage share of the successes whose value is known, at least
 * @param windowS length of the measuring window in seconds, at least
 */
public record Minima(
    @Nullable Long samples, @Nullable BigDecimal coverage, @Nullable BigDecimal windowS) {

  /** No minimum. */
  public static final Minima NONE = new Minima(null, null, null);

  /** These, and the other's where there is none. */
  Minima orElse(Minima other) {
    return new Minima(
        samples == null ? other.samples : samples,
        coverage == null ? other.coverage : coverage,
        windowS == null ? other.windowS : windowS);
  }
}
