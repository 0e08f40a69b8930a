package io.tracejoin.report.verdict;

import org.jspecify.annotations.Nullable;

/**
 * By what a run is judged.
 *
 * @param budget null: the one that the run's label {@code budget} names, else the only one there is
 * @param version null: the newest that was there before the run
 * @param baseline the run to compare with; null: the budget's
 */
public record VerdictQuestion(
    @Nullable String budget, @Nullable Integer version, @Nullable String baseline) {

  /** By what applies without being named. */
  public static final VerdictQuestion DEFAULT = new VerdictQuestion(null, null, null);
}
