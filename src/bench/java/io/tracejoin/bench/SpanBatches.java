package io.tracejoin.bench;

import com.google.protobuf.ByteString;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.resource.v1.Resource;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.ScopeSpans;
import io.opentelemetry.proto.trace.v1.Span;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;

/** Exports of a gateway: seven spans a trace, four attributes a span, 512 spans a request. */
final class SpanBatches {

  static final int SPANS = 512;
  static final int SPANS_OF_A_TRACE = 7;
  private static final int IN_FLIGHT = 8;
  private static final long START = 1_796_000_000_000_000_000L;
  private static final List<String> PHASES =
      List.of("gateway", "gateway", "app_queue", "queue", "prefill", "decode", "response_write");

  private final Random random = new Random(3);
  private long spans;
  private final List<String> records = new ArrayList<>();
  private long traceHigh;
  private long traceLow;
  private long root;

  /** Sends the next exports, eight at a time, and returns when all are acknowledged. */
  void send(Sender sender, int count) {
    List<CompletableFuture<Void>> answers = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      answers.add(sender.send(sender.encoded(next())));
      if (answers.size() == IN_FLIGHT || i == count - 1) {
        answers.forEach(CompletableFuture::join);
        answers.clear();
      }
    }
  }

  /** The next export; trace IDs start with the time, as the k6 module makes them. */
  ExportTraceServiceRequest next() {
    ScopeSpans.Builder scope = ScopeSpans.newBuilder();
    scope.getScopeBuilder().setName("bench.gateway");
    for (int i = 0; i < SPANS; i++) {
      scope.addSpans(span());
    }
    Resource resource =
        Resource.newBuilder()
            .addAttributes(text("service.name", "llm-gateway"))
            .addAttributes(text("host.name", "gateway-node-a"))
            .build();
    return ExportTraceServiceRequest.newBuilder()
        .addResourceSpans(ResourceSpans.newBuilder().setResource(resource).addScopeSpans(scope))
        .build();
  }

  /** Native client records of the traces that became whole since the last call, 10.5 ms each. */
  List<String> records() {
    List<String> taken = List.copyOf(records);
    records.clear();
    return taken;
  }

  private String record() {
    long sent = (START + (spans - 1) / SPANS_OF_A_TRACE * 10_000_000) / 1_000_000 - 1;
    return "{\"trace_id\":\"%016x%016x\",\"sent_at\":\"%s\",\"status\":200,\"total_ms\":10.5}%n"
        .formatted(traceHigh, traceLow, Instant.ofEpochMilli(sent));
  }

  /** The first half of a trace's ID: greater than those of the traces before. */
  static long traceHigh(long trace) {
    return (START / 1_000_000 + trace) << 16 | 0x7f3a;
  }

  private Span span() {
    int place = (int) (spans++ % SPANS_OF_A_TRACE);
    if (place == 0) {
      traceHigh = traceHigh(spans / SPANS_OF_A_TRACE);
      traceLow = random.nextLong() | 1;
      root = random.nextLong() | 1;
    }
    long start = START + (spans - 1) / SPANS_OF_A_TRACE * 10_000_000 + place * 1_000_000L;
    if (place == SPANS_OF_A_TRACE - 1) {
      records.add(record());
    }
    Span.Builder span =
        Span.newBuilder()
            .setTraceId(bytes(traceHigh, traceLow))
            .setSpanId(place == 0 ? bytes(root) : bytes(random.nextLong() | 1))
            .setName(place == 0 ? "POST /v1/chat/completions" : "step " + PHASES.get(place))
            .setKind(place == 0 ? Span.SpanKind.SPAN_KIND_SERVER : Span.SpanKind.SPAN_KIND_INTERNAL)
            .setStartTimeUnixNano(start)
            .setEndTimeUnixNano(start + (place == 0 ? 9_000_000 : 900_000))
            .addAttributes(text("llm.phase", PHASES.get(place)))
            .addAttributes(text("llm.model", "model-70b"))
            .addAttributes(text("llm.pool", "pool-a"))
            .addAttributes(text("http.route", "/v1/chat/completions"));
    return place == 0 ? span.build() : span.setParentSpanId(bytes(root)).build();
  }

  private static KeyValue text(String key, String value) {
    return KeyValue.newBuilder()
        .setKey(key)
        .setValue(AnyValue.newBuilder().setStringValue(value))
        .build();
  }

  private static ByteString bytes(long... parts) {
    ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES * parts.length);
    for (long part : parts) {
      bytes.putLong(part);
    }
    return ByteString.copyFrom(bytes.flip());
  }
}
