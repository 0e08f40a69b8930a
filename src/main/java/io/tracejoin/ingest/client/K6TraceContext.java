package io.tracejoin.ingest.client;

import io.tracejoin.decompose.SpanId;
import io.tracejoin.decompose.TraceId;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The identifiers that a k6 script left with its points.
 *
 * @param parent the span ID that was sent in {@code traceparent}, where the script tells it
 * @param sampled the flag that was sent, where the script tells it
 */
record K6TraceContext(TraceId traceId, @Nullable SpanId parent, @Nullable Boolean sampled) {

  /** In the order of trust. Older helpers and hand-made scripts spell it in their own ways. */
  private static final List<String> KEYS =
      List.of("trace_id", "traceId", "traceID", "traceparent", "trace_header");

  private static final Pattern TRACEPARENT =
      Pattern.compile("(?!ff)[0-9a-fA-F]{2}-[0-9a-fA-F]{32}-[0-9a-fA-F]{16}-[0-9a-fA-F]{2}");

  private static final int SHORT_ID = 16;

  /**
   * The context of a point, from metadata before tags; null if it has none.
   *
   * @throws IllegalArgumentException if it has one that is none
   */
  static @Nullable K6TraceContext of(K6Tags point) {
    K6TraceContext context = first(point.metadata());
    if (context == null) {
      context = first(point.tags());
    }
    return context == null ? null : context.withParentOf(point);
  }

  private static @Nullable K6TraceContext first(Map<String, String> values) {
    for (String key : KEYS) {
      String text = values.get(key);
      if (text != null) {
        return parse(text);
      }
    }
    return null;
  }

  private static K6TraceContext parse(String text) {
    if (TRACEPARENT.matcher(text).matches()) {
      return new K6TraceContext(
          TraceId.parse(text.substring(3, 35)),
          SpanId.parse("traceparent", text.substring(36, 52)),
          (Character.digit(text.charAt(54), 16) & 1) == 1);
    }
    String id = text.length() == SHORT_ID ? "0".repeat(SHORT_ID) + text : text;
    return new K6TraceContext(TraceId.parse(id), null, null);
  }

  private K6TraceContext withParentOf(K6Tags point) {
    if (parent != null) {
      return this;
    }
    String spanId = point.metadata().get("span_id");
    if (spanId != null) {
      return new K6TraceContext(traceId, SpanId.parse("span_id", spanId), sampled);
    }
    K6TraceContext sent = traceparent(point.metadata());
    sent = sent == null ? traceparent(point.tags()) : sent;
    return sent != null && sent.traceId.equals(traceId) ? sent : this;
  }

  private static @Nullable K6TraceContext traceparent(Map<String, String> values) {
    for (String key : List.of("traceparent", "trace_header")) {
      String text = values.get(key);
      if (text != null && TRACEPARENT.matcher(text).matches()) {
        return parse(text);
      }
    }
    return null;
  }
}
