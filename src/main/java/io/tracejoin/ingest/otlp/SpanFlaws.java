package io.tracejoin.ingest.otlp;

import com.google.protobuf.ByteString;
import io.opentelemetry.proto.trace.v1.Span;
import org.jspecify.annotations.Nullable;

/** Says what is wrong with a span. Without exceptions: a sender may be wrong a million times. */
final class SpanFlaws {

  private SpanFlaws() {}

  /** The first reason not to take the span, or null. */
  static @Nullable String find(Span span) {
    String flaw = ofIds(span);
    return flaw != null ? flaw : ofTimes(span);
  }

  private static @Nullable String ofIds(Span span) {
    String flaw = ofId("trace_id", span.getTraceId(), Ids.TRACE);
    if (flaw == null) {
      flaw = ofId("span_id", span.getSpanId(), Ids.SPAN);
    }
    if (flaw == null && !span.getParentSpanId().isEmpty()) {
      flaw = ofLength("parent_span_id", span.getParentSpanId(), Ids.SPAN);
    }
    return flaw;
  }

  private static @Nullable String ofId(String field, ByteString id, int length) {
    String flaw = ofLength(field, id, length);
    return flaw == null && isZero(id) ? field + ": must not be all zero" : flaw;
  }

  private static @Nullable String ofLength(String field, ByteString id, int length) {
    return id.size() == length
        ? null
        : "%s: expected %d bytes, got %d".formatted(field, length, id.size());
  }

  private static boolean isZero(ByteString id) {
    for (int i = 0; i < id.size(); i++) {
      if (id.byteAt(i) != 0) {
        return false;
      }
    }
    return true;
  }

  private static @Nullable String ofTimes(Span span) {
    long start = span.getStartTimeUnixNano();
    long end = span.getEndTimeUnixNano();
    if (start < 0) {
      return "start_time_unix_nano: is beyond the year 2262";
    }
    if (end < 0) {
      return "end_time_unix_nano: is beyond the year 2262";
    }
    return end < start
        ? "end_time_unix_nano: is before the start by %d ns".formatted(start - end)
        : null;
  }
}
