package io.tracejoin.demo;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.exporter.otlp.trace.OtlpGrpcSpanExporter;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import io.tracejoin.demo.SimulatedRequest.Fate;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The gateway's side: each request as spans of the OpenTelemetry SDK with simulated stamps,
 * exported over OTLP/gRPC.
 */
final class GatewaySpans implements AutoCloseable {

  private static final AttributeKey<String> PHASE = AttributeKey.stringKey("llm.phase");
  private static final AttributeKey<String> MODEL = AttributeKey.stringKey("llm.model");
  private static final AttributeKey<String> POOL = AttributeKey.stringKey("llm.pool");
  private static final AttributeKey<String> PRIORITY = AttributeKey.stringKey("llm.priority");
  private static final AttributeKey<String> ROUTE = AttributeKey.stringKey("http.route");
  private static final AttributeKey<Long> STATUS =
      AttributeKey.longKey("http.response.status_code");
  private static final AttributeKey<Long> OUTPUT_TOKENS =
      AttributeKey.longKey("gen_ai.usage.output_tokens");
  private static final int QUEUE = 65_536;
  private static final int FLUSH_EVERY = 2_000;
  private static final long FLUSH_SECONDS = 30;

  private final SdkTracerProvider provider;
  private final Tracer tracer;
  private int sinceFlush;

  /**
   * @param headers what the exporter sends along
   */
  GatewaySpans(String endpoint, Map<String, String> headers) {
    OtlpGrpcSpanExporter exporter =
        OtlpGrpcSpanExporter.builder().setEndpoint(endpoint).setHeaders(() -> headers).build();
    Resource gateway =
        Resource.create(
            Attributes.builder()
                .put("service.name", "llm-gateway")
                .put("service.instance.id", "gateway-0")
                .put("host.name", "gateway-node-a")
                .build());
    provider =
        SdkTracerProvider.builder()
            .setResource(gateway)
            .addSpanProcessor(BatchSpanProcessor.builder(exporter).setMaxQueueSize(QUEUE).build())
            .build();
    tracer = provider.get("demo.llm-gateway");
  }

  void emit(SimulatedRequest request) {
    long at = request.sentAt() + request.upstream();
    Span root =
        tracer
            .spanBuilder("POST /v1/chat/completions")
            .setParent(caller(request))
            .setSpanKind(SpanKind.SERVER)
            .setStartTimestamp(at, TimeUnit.NANOSECONDS)
            .setAttribute(ROUTE, "/v1/chat/completions")
            .setAttribute(STATUS, request.fate() == Fate.FAILED ? 500L : 200L)
            .startSpan();
    Context parent = Context.root().with(root);
    at = child(parent, "auth.check", SpanKind.INTERNAL, at, request.auth(), Attributes.empty());
    at =
        child(
            parent,
            "request.prepare",
            SpanKind.INTERNAL,
            at,
            request.prepare(),
            Attributes.empty());
    at = child(parent, "route.select", SpanKind.INTERNAL, at, request.route(), Attributes.empty());
    at = child(parent, "inference.acquire_slot", SpanKind.INTERNAL, at, request.queue(), queue());
    at =
        child(
            parent,
            "inference.generate",
            SpanKind.CLIENT,
            at,
            request.generation(),
            generation(request));
    at += request.unspanned();
    at =
        child(parent, "response.write", SpanKind.INTERNAL, at, request.write(), Attributes.empty());
    if (request.fate() == Fate.FAILED) {
      root.setStatus(StatusCode.ERROR);
    }
    root.end(at, TimeUnit.NANOSECONDS);
    flushSometimes();
  }

  private long child(
      Context parent,
      String name,
      SpanKind kind,
      long start,
      long duration,
      Attributes attributes) {
    long end = start + duration;
    tracer
        .spanBuilder(name)
        .setParent(parent)
        .setSpanKind(kind)
        .setStartTimestamp(start, TimeUnit.NANOSECONDS)
        .setAllAttributes(attributes)
        .startSpan()
        .end(end, TimeUnit.NANOSECONDS);
    return end;
  }

  private static Context caller(SimulatedRequest request) {
    if (request.fate() == Fate.CONTEXT_DROPPED) {
      return Context.root();
    }
    SpanContext remote =
        SpanContext.createFromRemoteParent(
            request.traceId(),
            request.parentSpanId(),
            TraceFlags.getSampled(),
            TraceState.getDefault());
    return Context.root().with(Span.wrap(remote));
  }

  private static Attributes queue() {
    return Attributes.of(PHASE, "queue", POOL, "a", PRIORITY, "normal");
  }

  private static Attributes generation(SimulatedRequest request) {
    return Attributes.of(
        PHASE, "generation", MODEL, "llama-70b", OUTPUT_TOKENS, (long) request.outputTokens());
  }

  /**
   * The processor drops what its queue cannot hold, and simulated time fills it faster than real
   * time would.
   */
  private void flushSometimes() {
    sinceFlush++;
    if (sinceFlush == FLUSH_EVERY) {
      sinceFlush = 0;
      flush();
    }
  }

  private void flush() {
    if (!provider.forceFlush().join(FLUSH_SECONDS, TimeUnit.SECONDS).isSuccess()) {
      throw new IllegalStateException("the exporter could not deliver the demo's spans");
    }
  }

  @Override
  public void close() {
    flush();
    provider.close();
  }
}
