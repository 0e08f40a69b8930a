package io.tracejoin.budget;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * When a request is good (semantics 11): it succeeded and meets each time that is not null.
 *
 * @param singleTokenExempt an answer of one token need not meet {@code tpotMs}
 */
public record Slo(
    @Nullable BigDecimal ttftMs,
    @Nullable BigDecimal tpotMs,
    @Nullable BigDecimal totalMs,
    boolean singleTokenExempt) {

  /** Checks that it asks for something. */
  public Slo {
    if (ttftMs == null && tpotMs == null && totalMs == null) {
      throw new IllegalArgumentException("expected one of ttft_ms, tpot_ms, total_ms");
    }
  }
}
