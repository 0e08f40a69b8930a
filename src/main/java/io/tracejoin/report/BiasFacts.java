package io.tracejoin.report;

import io.tracejoin.statistics.Quantile;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The {@code client_total} of a cohort's successes, the matched held against those that are not.
 *
 * @param matched successes with a value
 * @param unmatched successes with a value that the selector does not rule out
 * @param distance as {@link io.tracejoin.statistics.TwoSamples} has it; null where one side is
 *     empty
 * @param ties how often each value occurs, in ascending order; empty where the samples are too
 *     large to count out
 * @param at by quantile; empty where one side is empty
 */
public record BiasFacts(
    long matched,
    long unmatched,
    @Nullable Long distance,
    List<Integer> ties,
    Map<Quantile, Split> at) {

  /** Copies the collections. */
  public BiasFacts {
    ties = List.copyOf(ties);
    at = Map.copyOf(at);
  }

  /**
   * One quantile of each sample, in nanoseconds.
   *
   * @param below matched at or below the quantile of all
   */
  public record Split(long matchedNanos, long unmatchedNanos, long below) {}
}
