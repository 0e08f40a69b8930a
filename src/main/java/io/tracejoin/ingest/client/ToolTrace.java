package io.tracejoin.ingest.client;

import io.tracejoin.decompose.SpanId;
import io.tracejoin.decompose.TraceId;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The identifiers of a request that a tool's file tells.
 *
 * @param parent the span ID that was sent in {@code traceparent}; null of a bare trace ID
 * @param sampled the flag that was sent; null of a bare trace ID
 */
record ToolTrace(TraceId traceId, @Nullable SpanId parent, @Nullable Boolean sampled) {

  private static final Pattern TRACEPARENT =
      Pattern.compile("(?!ff)[0-9a-fA-F]{2}-[0-9a-fA-F]{32}-[0-9a-fA-F]{16}-[0-9a-fA-F]{2}.*");

  /**
   * Reads a {@code traceparent} or a bare trace ID.
   *
   * @param text null for none
   * @throws IllegalArgumentException if it is neither
   */
  static @Nullable ToolTrace of(@Nullable String text) {
    if (text == null) {
      return null;
    }
    if (!TRACEPARENT.matcher(text).matches()) {
      return new ToolTrace(TraceId.parse(text), null, null);
    }
    return new ToolTrace(
        TraceId.parse(text.substring(3, 35)),
        SpanId.parse("traceparent", text.substring(36, 52)),
        (Character.digit(text.charAt(54), 16) & 1) == 1);
  }
}
