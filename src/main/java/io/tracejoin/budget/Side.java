package io.tracejoin.budget;

import java.math.BigDecimal;
import java.util.Locale;

/** On which side of a value its bound lies; the bound itself is within. */
public enum Side {
  /** At most the bound. */
  MAX,
  /** At least the bound. */
  MIN;

  /** The name in budgets. */
  public String code() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** As in text: {@code <=} or {@code >=}. */
  public String sign() {
    return this == MAX ? "<=" : ">=";
  }

  /** Whether a value is on the right side of a limit; values are compared as they are. */
  public boolean within(BigDecimal value, BigDecimal limit) {
    int compared = value.compareTo(limit);
    return this == MAX ? compared <= 0 : compared >= 0;
  }

  /** How far a value is beyond a limit; below 0 where it is within. */
  public BigDecimal beyond(BigDecimal value, BigDecimal limit) {
    return this == MAX ? value.subtract(limit) : limit.subtract(value);
  }
}
