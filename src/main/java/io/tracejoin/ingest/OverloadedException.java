package io.tracejoin.ingest;

import java.time.Duration;

/** The queue is full. Nothing of the submission was taken: send it again, later. */
public final class OverloadedException extends RuntimeException {

  private final Duration retryAfter;

  /**
   * @param retryAfter when it makes sense to come back
   */
  public OverloadedException(Duration retryAfter) {
    // A full queue is an answer, not a fault: no stack trace, which would only add to the load.
    super("overloaded: the queue is full", null, false, false);
    this.retryAfter = retryAfter;
  }

  /** When it makes sense to come back. */
  public Duration retryAfter() {
    return retryAfter;
  }
}
