package io.tracejoin.statistics;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Ranks, from 1, whose values bound a quantile.
 *
 * @param lower null where the sample is too small for a lower bound
 * @param upper null where the sample is too small for an upper bound
 */
public record RankInterval(@Nullable Long lower, @Nullable Long upper) {

  /** The bounds that there are. */
  public List<Long> bounds() {
    List<Long> bounds = new ArrayList<>();
    if (lower != null) {
      bounds.add(lower);
    }
    if (upper != null) {
      bounds.add(upper);
    }
    return bounds;
  }

  /** Whether a bound is missing: the figure is {@code low_n}. */
  public boolean incomplete() {
    return lower == null || upper == null;
  }
}
