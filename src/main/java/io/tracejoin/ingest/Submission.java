package io.tracejoin.ingest;

import io.tracejoin.decompose.Span;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * The spans of one export on their way to the database.
 *
 * @param bytes what they count for in the queue
 * @param committed completes when they are durable, with how many of them the database refused
 */
record Submission(List<Span> spans, long bytes, CompletableFuture<Integer> committed) {

  // A span on the heap is never smaller than this, however short it was on the wire.
  private static final long MIN_BYTES_OF_A_SPAN = 250;

  static Submission of(List<Span> spans, long bytes) {
    return new Submission(
        spans, Math.max(bytes, spans.size() * MIN_BYTES_OF_A_SPAN), new CompletableFuture<>());
  }

  /** True where nobody waits any more: the sender was already told to come back. */
  boolean abandoned() {
    return committed.isDone();
  }
}
