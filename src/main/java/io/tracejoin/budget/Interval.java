package io.tracejoin.budget;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * A two-sided 95 % confidence interval in the unit of its subject.
 *
 * @param low null: nobody knows how low
 * @param high null: nobody knows how high
 */
public record Interval(@Nullable BigDecimal low, @Nullable BigDecimal high) {

  /** Of a figure that is estimated from too little. */
  public static final Interval UNKNOWN = new Interval(null, null);

  boolean within(Side side, BigDecimal limit) {
    BigDecimal farthest = side == Side.MAX ? high : low;
    return farthest != null && side.within(farthest, limit);
  }

  boolean beyond(Side side, BigDecimal limit) {
    BigDecimal nearest = side == Side.MAX ? low : high;
    return nearest != null && !side.within(nearest, limit);
  }
}
