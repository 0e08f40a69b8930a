package io.tracejoin.budget;

import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What came of one clause.
 *
 * @param wouldBe the verdict if the run were finished and nothing post hoc
 * @param reasons why it is inconclusive, or why a failure has no better evidence; in the order of
 *     {@link Reason}
 * @param overBy how far the value is beyond the bound, or the difference beyond the allowance; null
 *     where neither is
 * @param neededSamples null where samples are not what is missing
 * @param allowed the difference to the baseline that is within; null where none was judged
 */
public record ClauseVerdict(
    Clause clause,
    ClauseEvidence evidence,
    Verdict verdict,
    Verdict wouldBe,
    List<Reason> reasons,
    @Nullable BigDecimal overBy,
    @Nullable Long neededSamples,
    @Nullable BigDecimal allowed) {

  /** Copies the list. */
  public ClauseVerdict {
    reasons = List.copyOf(reasons);
  }

  /** Whether the part of the request that it speaks of is at fault. */
  boolean accuses() {
    return verdict == Verdict.FAIL && clause.subject().phase() != null;
  }
}
