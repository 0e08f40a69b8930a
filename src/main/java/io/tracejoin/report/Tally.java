package io.tracejoin.report;

import io.tracejoin.decompose.Outcome;
import io.tracejoin.decompose.Reason;
import io.tracejoin.decompose.State;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * How many client records of a run are alike in all that populations are counted by.
 *
 * @param scenario whose window they are counted by; {@link Window#OTHERS} by the run's
 * @param reason null for matched
 * @param completed how many of them are successes whose end lies in the window
 */
public record Tally(
    Place place,
    String generator,
    String scenario,
    Outcome outcome,
    State state,
    @Nullable Reason reason,
    long count,
    long completed) {

  /** Where a record's send lies. */
  public enum Place {
    SETUP_TEARDOWN,
    NO_SEND_TIME,
    BEFORE,
    INSIDE,
    AFTER;

    /** The name in SQL. */
    public String code() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  boolean in(Cohort cohort) {
    return place == Place.INSIDE || (place == Place.NO_SEND_TIME && cohort.countsUnsent());
  }

  boolean success() {
    return outcome == Outcome.SUCCESS;
  }

  boolean matched() {
    return state == State.MATCHED;
  }

  /** Whether coverage counts it: a trace was to be expected. */
  boolean expected() {
    return reason == null || reason.inCoverage();
  }
}
