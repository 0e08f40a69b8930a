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

  /** Requests by whether they are good. */
  Good good(GoodRule rule);

  /** How many requests have a flag, by block of send time: 1 for each that has it, else 0. */
  List<long[]> flagsByBlock(Flag flag, @Nullable GoodRule rule, long blockNanos);

  /** Trace IDs of requests that have a flag, the longest first. */
  List<String> flagged(Flag flag, @Nullable GoodRule rule, int most);

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

  /**
   * When a request is good; null times are not asked for.
   *
   * @param ttftNanos of client_ttft, at most
   * @param tpotNanos at most
   * @param totalNanos of client_total, at most
   * @param singleTokenExempt an answer of one token need not meet {@code tpotNanos}
   * @param responseTime response_time stands for client_total where it is known
   */
  record GoodRule(
      @Nullable Long ttftNanos,
      @Nullable Long tpotNanos,
      @Nullable Long totalNanos,
      boolean singleTokenExempt,
      boolean responseTime) {}

  /**
   * Counts by a rule.
   *
   * @param sent requests sent in the window
   * @param successes those of them that succeeded
   * @param good those of them that are good
   * @param judged whether each time that the rule asks for is known of some success
   * @param completed good requests that ended in the window, by generator
   */
  record Good(
      long sent, long successes, long good, boolean judged, java.util.Map<String, Long> completed) {

    /** Copies the map. */
    public Good {
      completed = java.util.Map.copyOf(completed);
    }
  }
}
