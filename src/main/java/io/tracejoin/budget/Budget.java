package io.tracejoin.budget;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a run must hold.
 *
 * @param description null where there is none
 * @param baseline a run, or {@link #LATEST_PASSED}; null where the budget names none
 * @param clauses at least one
 */
public record Budget(
    @Nullable String description,
    RunConditions run,
    @Nullable String baseline,
    List<Clause> clauses) {

  /** The last run of the same group that passed the same budget. */
  public static final String LATEST_PASSED = "latest_passed";

  /** Copies the list. */
  public Budget {
    clauses = List.copyOf(clauses);
  }

  /** Whether a clause compares with another run. */
  public boolean comparesWithBaseline() {
    return clauses.stream().anyMatch(it -> it.relative() != null);
  }
}
