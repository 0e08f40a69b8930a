package io.tracejoin.budget;

import java.math.BigDecimal;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * All that is known for one clause.
 *
 * @param sample null where nothing was measured
 * @param coverage of a latency: requests with a value / successes that the selector does not rule
 *     out; null for others, and where there is no success
 * @param doubts {@code biased_join}, {@code mixed_roots} and {@code censored_tail}, where they hold
 * @param shift null where there is no baseline, or nothing of it to compare with
 * @param examples trace IDs of requests that are beyond the bound, the worst first
 * @param windowS how long the clause's requests are measured: of scenarios with windows of their
 *     own it may be less than the run; null: as long as the run
 */
public record ClauseEvidence(
    @Nullable Sample sample,
    @Nullable BigDecimal coverage,
    Set<Reason> doubts,
    @Nullable Shift shift,
    List<String> examples,
    @Nullable BigDecimal windowS) {

  /** Nothing was measured. */
  public static final ClauseEvidence NONE =
      new ClauseEvidence(null, null, Set.of(), null, List.of(), null);

  /** Copies both. */
  public ClauseEvidence {
    doubts = Set.copyOf(doubts);
    examples = List.copyOf(examples);
  }
}
