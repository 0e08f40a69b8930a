package io.tracejoin.decompose;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One span as received. Times are the sender's own, in nanoseconds since 1970, never adjusted.
 *
 * @param parentSpanId null for a span without a parent
 * @param flags OTLP span flags: W3C flags in bits 0-7, bit 8 "remote is known", bit 9 "parent is
 *     remote"
 * @param scope instrumentation scope name, possibly empty
 * @param attributes allow-listed attributes: values are String, Long, Double or Boolean
 * @param events allow-listed events in the order of sending
 * @param requestKeys keyed hashes of the request IDs that it holds; on arrival alone, they are not
 *     stored with the span
 */
public record Span(
    TraceId traceId,
    SpanId spanId,
    @Nullable SpanId parentSpanId,
    String name,
    SpanKind kind,
    int flags,
    long startNanos,
    long endNanos,
    SpanStatus status,
    Resource resource,
    String scope,
    Map<String, Object> attributes,
    List<SpanEvent> events,
    List<UUID> requestKeys) {

  private static final int PARENT_IS_REMOTE = 0x300;

  /**
   * @throws IllegalArgumentException if the span ends before it starts
   */
  public Span {
    if (endNanos < startNanos) {
      throw new IllegalArgumentException(
          "end_time_unix_nano: is before the start by " + (startNanos - endNanos) + " ns");
    }
    attributes = Map.copyOf(attributes);
    events = List.copyOf(events);
    requestKeys = List.copyOf(requestKeys);
  }

  /**
   * A span as stored.
   *
   * @throws IllegalArgumentException if the span ends before it starts
   */
  public Span(
      TraceId traceId,
      SpanId spanId,
      @Nullable SpanId parentSpanId,
      String name,
      SpanKind kind,
      int flags,
      long startNanos,
      long endNanos,
      SpanStatus status,
      Resource resource,
      String scope,
      Map<String, Object> attributes,
      List<SpanEvent> events) {
    this(
        traceId,
        spanId,
        parentSpanId,
        name,
        kind,
        flags,
        startNanos,
        endNanos,
        status,
        resource,
        scope,
        attributes,
        events,
        List.of());
  }

  /** End minus start, in nanoseconds, at least 0; at most what {@code long} holds. */
  public long durationNanos() {
    return Nanos.minus(endNanos, startNanos);
  }

  /** True where the sender says that the parent is in another process. */
  public boolean parentIsRemote() {
    return (flags & PARENT_IS_REMOTE) == PARENT_IS_REMOTE;
  }
}
