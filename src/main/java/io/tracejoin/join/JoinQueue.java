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
   * @return how many traces were joined; 0 if no work was free, or the rows of what was claimed are
   *     refused: such work is counted, divided and at last set aside
   */
  int settle(int maxTraces, Function<TraceInput, List<JoinedRequest>> join);

  /**
   * Takes up again what was set aside because its rows could not be stored.
   *
   * @return how many pieces of work that are
   */
  default int retrySetAside() {
    return 0;
  }
}
