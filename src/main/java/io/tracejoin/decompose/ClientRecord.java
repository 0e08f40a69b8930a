package io.tracejoin.decompose;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One request as the client saw it.
 *
 * @param key what it is joined by: the trace ID's bytes, the keyed hash of the request ID, or for
 *     an uncorrelated record a digest of its content
 * @param identity what the key is made of
 * @param parentSpanId the span ID that the client sent in {@code traceparent}, or null
 * @param status HTTP status, 0 where no response came, or null
 * @param sampled the W3C sampled flag that the client sent, or null
 * @param negativePart a part such as k6's receiving was negative and was set aside
 * @param position place in the upload, the order of rows whose stamps are too coarse
 */
public record ClientRecord(
    UUID key,
    Identity identity,
    @Nullable SpanId parentSpanId,
    Outcome outcome,
    @Nullable Integer status,
    @Nullable Boolean sampled,
    boolean negativePart,
    ClientTimes times,
    ClientLabels labels,
    long position) {

  /**
   * A record with a trace ID, or without any identifier.
   *
   * @param correlated whether the key is a trace ID
   */
  public ClientRecord(
      UUID key,
      boolean correlated,
      @Nullable SpanId parentSpanId,
      Outcome outcome,
      @Nullable Integer status,
      @Nullable Boolean sampled,
      boolean negativePart,
      ClientTimes times,
      ClientLabels labels,
      long position) {
    this(
        key,
        correlated ? Identity.TRACE_ID : Identity.NONE,
        parentSpanId,
        outcome,
        status,
        sampled,
        negativePart,
        times,
        labels,
        position);
  }

  /** False where the record carried no identifier at all. */
  public boolean correlated() {
    return identity != Identity.NONE;
  }

  /** The trace ID, or null where the record carried none. */
  public @Nullable TraceId traceId() {
    return identity == Identity.TRACE_ID ? TraceId.of(key) : null;
  }

  /** The keyed hash of the request ID, or null where the record is joined by another identifier. */
  public @Nullable UUID requestKey() {
    return identity == Identity.REQUEST_ID ? key : null;
  }
}
