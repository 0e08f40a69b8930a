package io.tracejoin.decompose;

import java.util.UUID;

/**
 * A span that holds a request ID.
 *
 * @param requestKey keyed hash of the ID
 * @param traceId the trace that the span is in
 * @param startNanos the span's start, nanoseconds since 1970
 */
public record RequestIdSpan(UUID requestKey, UUID traceId, long startNanos) {

  /** Spans of one ID above which it is no request's, whatever is in reach. */
  public static final int MOST = 1_000;
}
