package io.tracejoin.report;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a clause of a budget asks about its requests beside their figures. Times are of the selected
 * successes of a cohort; counts are of all its requests that the selector does not rule out.
 */
public interface ClauseData {

  /** How many values of a series are at most so long, in nanoseconds. */
  long within(Series series, long nanos);

  /** Trace IDs of the longest values of a series above a length, the longest first. */
  List<String> above(Series series, long nanos, int most);

  /**
   * The values of a series by block of send time, in nanoseconds; requests without a send time are
   * left out.
   *
   * @param blockNanos length of a block; blocks start with their generator's window
   */
  List<long[]> valuesByBlock(Series series, long blockNanos);

  /** The longest client_total of successes and timeouts in nanoseconds; 0 of none. */
  long longestRequest();

  /** How many requests have a flag, by block of send time: 1 for each that has it, else 0. */
  List<long[]> flagsByBlock(Flag flag, @Nullable SloRule rule, long blockNanos);

  /** Trace IDs of requests that have a flag, the longest first. */
  List<String> flagged(Flag flag, @Nullable SloRule rule, int most);

  /** What a ratio counts. */
  enum Flag {
    /** Not a success. */
    FAILED,
    /** Good by a rule, which must be given. */
    GOOD,
    /** Not good by a rule, which must be given. */
    NOT_GOOD,
    /** Without a usable trace. */
    UNMATCHED
  }
}
