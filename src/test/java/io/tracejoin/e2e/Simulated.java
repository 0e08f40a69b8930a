package io.tracejoin.e2e;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Collectors;

/** Requests at a constant rate whose every part is drawn, as spans and as client records. */
final class Simulated {

  private static final long MILLI = 1_000_000L;
  private static final long SECOND = 1_000_000_000L;

  /** Parts of one request in milliseconds; whoever draws them knows what it is for. */
  record Parts(double setup, double gateway, double queue, double generation) {}

  /** Draws the parts of a request from the seconds since its step began. */
  interface Source {
    Parts draw(Random random, double second);
  }

  private record Request(
      String traceId, long sentAt, Parts parts, double up, double down, int step) {

    double root() {
      return parts.gateway + parts.queue + parts.generation + 5;
    }
  }

  private final Random random;
  private final int prefix;
  private final List<Request> requests = new ArrayList<>();
  private long now = Generated.START;
  private int steps;

  /** Trace IDs start with the prefix. */
  Simulated(int prefix) {
    this.prefix = prefix;
    this.random = new Random(prefix);
  }

  /** Sends for some seconds. */
  Simulated step(int perSecond, int seconds, Source source) {
    steps++;
    for (int i = 0; i < perSecond * seconds; i++) {
      double second = (double) i / perSecond;
      requests.add(
          new Request(
              "%08x%024x".formatted(prefix, requests.size() + 1),
              now + i * SECOND / perSecond,
              source.draw(random, second),
              spread(random, 20, 5),
              spread(random, 60, 10),
              steps));
    }
    now += seconds * SECOND;
    return this;
  }

  /** Around a mean, within a spread. */
  static double spread(Random random, double mean, double spread) {
    return mean + spread * (2 * random.nextDouble() - 1);
  }

  String otlp() {
    return """
    {"resourceSpans":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"llm-gateway"}}]},
     "scopeSpans":[{"scope":{"name":"test"},"spans":[%s]}]}]}
    """
        .formatted(requests.stream().map(Simulated::spans).collect(Collectors.joining(",")));
  }

  String records() {
    return requests.stream().map(this::record).collect(Collectors.joining("\n"));
  }

  private static String spans(Request it) {
    long start = it.sentAt + nanos(it.up);
    long queued = start + nanos(it.parts.gateway);
    long running = queued + nanos(it.parts.queue);
    long done = running + nanos(it.parts.generation);
    return String.join(
        ",",
        span(
            it,
            "a1",
            "00000000006ad0ef",
            "POST /v1/chat/completions",
            2,
            start,
            start + nanos(it.root())),
        span(it, "a2", "00000000000000a1", "request.prepare", 1, start, queued),
        span(it, "a3", "00000000000000a1", "inference.acquire_slot", 1, queued, running),
        span(it, "a4", "00000000000000a1", "inference.generate", 3, running, done));
  }

  private static String span(
      Request it, String id, String parent, String name, int kind, long start, long end) {
    return """
    {"traceId":"%s","spanId":"00000000000000%s","parentSpanId":"%s","name":"%s","kind":%d,"startTimeUnixNano":"%d","endTimeUnixNano":"%d"}"""
        .formatted(it.traceId, id, parent, name, kind, start, end);
  }

  /** A handshake is most of what a connection waits for; k6 does not count it into the total. */
  private String record(Request it) {
    return String.format(
        Locale.ROOT,
        """
        {"trace_id":"%s","parent_span_id":"00000000006ad0ef","outcome":"success","status":200,\
        "sent_at":"%s","total_ms":%.6f,"blocked_ms":%.6f,"connecting_ms":%.6f,"tls_ms":%.6f%s}""",
        it.traceId,
        Instant.ofEpochSecond(0, it.sentAt),
        it.up + it.root() + it.down,
        it.parts.setup,
        it.parts.setup * 0.3,
        it.parts.setup * 0.6,
        steps > 1 ? ",\"step\":" + it.step : "");
  }

  private static long nanos(double millis) {
    return Math.round(millis * MILLI);
  }
}
