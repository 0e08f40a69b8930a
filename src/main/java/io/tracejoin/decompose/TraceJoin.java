package io.tracejoin.decompose;

import java.time.Duration;
import java.util.List;

/**
 * Joins all that is stored of one trace: each client record with its server root, and the root's
 * time with the phases. Pure: the same rows in any order, repeated or not, give the same result.
 */
public final class TraceJoin {

  /**
   * @param tolerance allowance for coarse clocks (semantics 1), 2 ms by default
   * @param reach how far from a run's sends a root may start (semantics 2), 15 minutes by default
   */
  public TraceJoin(Duration tolerance, Duration reach) {
    throw new UnsupportedOperationException(tolerance + " " + reach);
  }

  /**
   * One row a client record, ordered so that the same rows in any order give the same list; one
   * {@code server_only} row for a trace without a record.
   */
  public List<JoinedRequest> join(TraceInput input) {
    throw new UnsupportedOperationException(input.toString());
  }

  /** The stored spans, repeats dropped, as trees with the phase that the mapping gives each. */
  public List<SpanNode> tree(TraceInput input) {
    throw new UnsupportedOperationException(input.toString());
  }
}
