package io.tracejoin.budget;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * A fixed bound.
 *
 * @param limit in the unit of the subject; itself within
 * @param warn what is beyond it is told although it passes; null: nothing is
 */
public record Bound(Side side, BigDecimal limit, @Nullable BigDecimal warn) {

  /** Checks that the warning comes first. */
  public Bound {
    if (warn != null && !side.within(warn, limit)) {
      throw new IllegalArgumentException(
          "warn: " + warn.toPlainString() + " is beyond the bound " + limit.toPlainString());
    }
  }

  /** Whether a value that passes is worth a warning. */
  boolean warns(BigDecimal value) {
    return warn != null && !side.within(value, warn);
  }
}
