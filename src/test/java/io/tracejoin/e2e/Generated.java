package io.tracejoin.e2e;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Requests as a gateway and a load generator would tell them: OTLP/JSON and native records. */
final class Generated {

  /** Nanoseconds since 1970 of the first request's send. */
  static final long START = 1_790_000_000_000_000_000L;

  private static final long MILLI = 1_000_000L;

  private Generated() {}

  /** Trace IDs that start with a run's own prefix. */
  static List<String> traceIds(int prefix, int count) {
    return IntStream.rangeClosed(1, count).mapToObj(i -> "%08x%024x".formatted(prefix, i)).toList();
  }

  /** Root of 100 ms, 30 ms of them in the queue and 60 ms generating, sent every 125 ms. */
  static String otlp(List<String> traceIds) {
    String spans =
        IntStream.range(0, traceIds.size())
            .mapToObj(i -> spans(traceIds.get(i), START + i * 125 * MILLI))
            .collect(Collectors.joining(","));
    return """
    {"resourceSpans":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"llm-gateway"}}]},
     "scopeSpans":[{"scope":{"name":"test"},"spans":[%s]}]}]}
    """
        .formatted(spans);
  }

  /** One record a trace: 120 ms plus a millisecond for each that came before. */
  static String records(List<String> traceIds) {
    return IntStream.range(0, traceIds.size())
        .mapToObj(i -> record(traceIds.get(i), i))
        .collect(Collectors.joining("\n"));
  }

  private static String record(String traceId, int index) {
    return """
    {"trace_id":"%s","parent_span_id":"00000000006ad0ef","outcome":"success","status":200,"total_ms":%d,"sent_at":"%s"}"""
        .formatted(
            traceId, 120 + index, java.time.Instant.ofEpochSecond(0, START + index * 125 * MILLI));
  }

  private static String spans(String traceId, long start) {
    return String.join(
        ",",
        span(traceId, "a1", "00000000006ad0ef", "POST /v1/chat/completions", 2, start, 100),
        span(traceId, "a2", "00000000000000a1", "inference.acquire_slot", 1, start + 5 * MILLI, 30),
        span(traceId, "a3", "00000000000000a1", "inference.generate", 3, start + 36 * MILLI, 60));
  }

  private static String span(
      String traceId, String id, String parent, String name, int kind, long start, long millis) {
    return """
    {"traceId":"%s","spanId":"00000000000000%s","parentSpanId":"%s","name":"%s","kind":%d,"startTimeUnixNano":"%d","endTimeUnixNano":"%d"}"""
        .formatted(traceId, id, parent, name, kind, start, start + millis * MILLI);
  }
}
