package io.tracejoin.decompose;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One request as the client saw it.
 *
 * @param key what it is joined by: the trace ID's bytes, or for an uncorrelated record a digest of
 *     its content
 * @param correlated false where the record carried no identifier at all
 * @param parentSpanId the span ID that the client sent in {@code traceparent}, or null
 * @param status HTTP status, 0 where no response came, or null
 * @param sampled the W3C sampled flag that the client sent, or null
 * @param negativePart a part such as k6's receiving was negative and was set aside
 * @param position place in the upload, the order of rows whose stamps are too coarse
 */
public record ClientRecord(
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

  /** The trace ID, or null for an uncorrelated record. */
  public @Nullable TraceId traceId() {
    return correlated ? TraceId.of(key) : null;
  }
}
