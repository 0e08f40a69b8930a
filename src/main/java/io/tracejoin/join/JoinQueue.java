package io.tracejoin.join;

import io.tracejoin.decompose.JoinedRequest;
import io.tracejoin.decompose.TraceInput;
import java.util.List;
import java.util.function.Function;

/**
 * The traces that were touched and wait to be joined. Any number of joiners may work on it, in any
 * number of processes.
 */
public interface JoinQueue {

  /**
   * Claims some work, joins its traces and stores the rows, in one transaction: if it fails, or the
   * process dies, the work is there again.
   *
   * @param maxTraces about how many traces to take at most
   * @return how many traces were joined; 0 if no work was free
   */
  int settle(int maxTraces, Function<TraceInput, List<JoinedRequest>> join);
}
