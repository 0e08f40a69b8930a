package io.tracejoin.e2e;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.exporter.otlp.trace.OtlpGrpcSpanExporter;
import io.opentelemetry.sdk.common.export.RetryPolicy;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/**
 * A gateway with the OpenTelemetry SDK as it is, but for patience, and a load generator that sends
 * a file again until it is taken.
 */
final class Traffic implements AutoCloseable {

  private static final int BATCH = 20;
  private static final int QUEUE = 100_000;

  private final SdkTracerProvider provider;
  private final Tracer tracer;
  private final Thread gateway;
  private final Thread generator;
  private final List<String> traces = new CopyOnWriteArrayList<>();
  private volatile boolean stopped;
  private volatile Instant lastTaken = Instant.EPOCH;
  private volatile Service service;
  private final String run;

  /** Starts at once, some hundred requests a second. */
  Traffic(int grpcPort, Service service, String run) {
    this.service = service;
    this.run = run;
    this.provider = provider(grpcPort);
    this.tracer = provider.get("test");
    this.gateway = new Thread(this::serve, "gateway");
    this.generator = new Thread(this::upload, "generator");
    gateway.start();
    generator.start();
  }

  private static SdkTracerProvider provider(int grpcPort) {
    RetryPolicy patient =
        RetryPolicy.builder()
            .setMaxAttempts(5)
            .setInitialBackoff(Duration.ofSeconds(2))
            .setMaxBackoff(Duration.ofSeconds(10))
            .build();
    OtlpGrpcSpanExporter exporter =
        OtlpGrpcSpanExporter.builder()
            .setEndpoint("http://localhost:" + grpcPort)
            .setTimeout(Duration.ofSeconds(60))
            .setRetryPolicy(patient)
            .build();
    return SdkTracerProvider.builder()
        .setResource(Resource.builder().put("service.name", "llm-gateway").build())
        .addSpanProcessor(
            BatchSpanProcessor.builder(exporter)
                .setMaxQueueSize(QUEUE)
                .setScheduleDelay(Duration.ofMillis(200))
                .setExporterTimeout(Duration.ofSeconds(90))
                .build())
        .build();
  }

  /** The generator sends to another replica from now on. */
  void goTo(Service other) {
    service = other;
  }

  /** When the generator was last told that records are stored. */
  Instant lastTaken() {
    return lastTaken;
  }

  /** Requests that were made. */
  int requests() {
    return traces.size();
  }

  /** Ends the load and waits until both have been told that all is stored. */
  void finish() throws InterruptedException {
    stopped = true;
    gateway.join();
    provider.forceFlush().join(90, TimeUnit.SECONDS);
    generator.join(90_000);
  }

  private void serve() {
    while (!stopped) {
      for (int i = 0; i < BATCH; i++) {
        traces.add(trace());
      }
      pause(60);
    }
  }

  private String trace() {
    Instant start = Instant.now();
    Span root =
        tracer
            .spanBuilder("POST /v1/chat/completions")
            .setSpanKind(SpanKind.SERVER)
            .setNoParent()
            .setStartTimestamp(start)
            .startSpan();
    tracer
        .spanBuilder("inference.generate")
        .setParent(Context.root().with(root))
        .setStartTimestamp(start.plusMillis(30))
        .startSpan()
        .end(start.plusMillis(90));
    root.end(start.plusMillis(100));
    return root.getSpanContext().getTraceId();
  }

  private void upload() {
    int sent = 0;
    while (!stopped || gateway.isAlive() || sent < traces.size()) {
      List<String> made = List.copyOf(traces);
      List<String> next = made.subList(sent, made.size());
      if (next.isEmpty()) {
        pause(20);
      } else if (isTaken(next)) {
        sent += next.size();
      } else {
        pause(200);
      }
    }
  }

  private boolean isTaken(List<String> next) {
    StringBuilder lines = new StringBuilder();
    next.forEach(
        it ->
            lines.append(
                "{\"trace_id\":\"%s\",\"outcome\":\"success\",\"total_ms\":120}\n".formatted(it)));
    try {
      HttpResponse<String> answer = service.records(run, "native", lines.toString());
      if (answer.statusCode() == 200) {
        lastTaken = Instant.now();
        return true;
      }
      return false;
    } catch (UncheckedIOException gone) {
      return false;
    }
  }

  private static void pause(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    stopped = true;
    provider.close();
  }
}
