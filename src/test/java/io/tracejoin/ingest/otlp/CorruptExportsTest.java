package io.tracejoin.ingest.otlp;

import static io.tracejoin.ingest.otlp.OtlpMessages.attribute;
import static io.tracejoin.ingest.otlp.OtlpMessages.request;
import static io.tracejoin.ingest.otlp.OtlpMessages.span;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceResponse;
import io.opentelemetry.proto.trace.v1.Span.Event;
import io.tracejoin.decompose.Span;
import io.tracejoin.ingest.CurrentAllowList;
import io.tracejoin.ingest.CurrentMapping;
import io.tracejoin.ingest.Cuts;
import io.tracejoin.ingest.DroppedAttributes;
import io.tracejoin.ingest.IngestProperties;
import io.tracejoin.ingest.IngestSettings;
import io.tracejoin.ingest.SpanLimits;
import io.tracejoin.ingest.SpanQueue;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.support.StaticListableBeanFactory;

/**
 * Exports that were damaged on their way, 100,000 of them, through the readers of both doors and
 * the way to the database: each is taken or refused as the sender's fault.
 */
class CorruptExportsTest {

  private static final int MUTATIONS = 100_000;
  private static final int AT_ONCE = 500;
  private static final String JSON =
      """
      {"resourceSpans":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"gw"}}]},
       "scopeSpans":[{"scope":{"name":"t"},"spans":[{"traceId":"0af7651916cd43dd8448eb211c80319c",
        "spanId":"00f067aa0ba902b7","name":"POST","kind":2,"startTimeUnixNano":"1790000000000000000",
        "endTimeUnixNano":"1790000000100000000","events":[{"name":"first_token","timeUnixNano":"1790000000050000000"}],
        "attributes":[{"key":"llm.model","value":{"stringValue":"llama"}},{"key":"n","value":{"intValue":"7"}}]}]}]}]}
      """;

  private static final long MOST_BYTES = 1 << 20;

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final IngestProperties settings = IngestSettings.shipped();
  private final AtomicLong stored = new AtomicLong();
  private final AtomicLong refused = new AtomicLong();
  private final SpanQueue queue = new SpanQueue(this::store, settings, registry);
  private final TraceReceiver receiver =
      new TraceReceiver(
          queue,
          new Resources(SpanLimits.USUAL, new Cuts(registry)),
          new CurrentAllowList(
              settings, new StaticListableBeanFactory().getBeanProvider(CurrentMapping.class)),
          new DroppedAttributes(registry),
          requestId -> null,
          settings,
          SpanLimits.USUAL,
          new Cuts(registry),
          registry);

  @BeforeEach
  void start() {
    queue.start();
  }

  @AfterEach
  void stop() {
    queue.stop();
  }

  private void store(List<Span> spans) {
    for (Span span : spans) {
      assertThat(span.endNanos()).isGreaterThanOrEqualTo(span.startNanos());
    }
    stored.addAndGet(spans.size());
  }

  @Test
  void noDamageIsOurFaultAndNothingIsLeftBehind() throws IOException {
    Random random = new Random(7);
    byte[] protobuf = seed().toByteArray();
    byte[] json = JSON.getBytes(StandardCharsets.UTF_8);
    List<CompletableFuture<ExportTraceServiceResponse>> answers = new ArrayList<>();
    for (int i = 0; i < MUTATIONS; i++) {
      receive(i % 3, Damage.to(i % 3 == 2 ? json : protobuf, random), answers);
      if (answers.size() == AT_ONCE) {
        join(answers);
      }
    }
    join(answers);

    assertThat(refused.get()).isPositive();
    assertThat(stored.get()).isPositive();
    assertThat(registry.get("tracejoin.ingest.queue").gauge().value()).isZero();
  }

  private void receive(
      int door, byte[] body, List<CompletableFuture<ExportTraceServiceResponse>> answers)
      throws IOException {
    try {
      OtlpRequest request = read(door, body);
      if (request != null) {
        answers.add(receiver.receive(request));
      }
    } catch (Refusal refusal) {
      count(refusal);
    }
  }

  private @Nullable OtlpRequest read(int door, byte[] body) throws IOException {
    if (door == 0) {
      GrpcRequests.Received received = new GrpcRequests().parse(new ByteArrayInputStream(body));
      if (received.refusal() != null) {
        count(received.refusal());
      }
      return received.request();
    }
    OtlpEncoding encoding = door == 1 ? OtlpEncoding.PROTOBUF : OtlpEncoding.JSON;
    return encoding.read(new CappedStream(new ByteArrayInputStream(body), MOST_BYTES));
  }

  private void count(Refusal refusal) {
    assertThat(refusal.httpStatus()).isIn(400, 413);
    refused.incrementAndGet();
  }

  private void join(List<CompletableFuture<ExportTraceServiceResponse>> answers) {
    for (CompletableFuture<ExportTraceServiceResponse> answer : answers) {
      try {
        answer.join();
      } catch (CompletionException failed) {
        assertThat(failed.getCause()).isInstanceOfSatisfying(Refusal.class, this::count);
      }
    }
    answers.clear();
  }

  private static ExportTraceServiceRequest seed() {
    return request(
        span()
            .addAttributes(attribute("llm.model", "llama-70b"))
            .addAttributes(attribute("gen_ai.request.id", "chatcmpl-1"))
            .addEvents(
                Event.newBuilder()
                    .setName("first_token")
                    .setTimeUnixNano(1_790_000_000_100_000_000L)),
        span()
            .setSpanId(
                com.google.protobuf.ByteString.copyFrom(new byte[] {1, 2, 3, 4, 5, 6, 7, 8})));
  }
}
