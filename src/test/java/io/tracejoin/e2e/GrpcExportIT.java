package io.tracejoin.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.exporter.otlp.trace.OtlpGrpcSpanExporter;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import io.tracejoin.ingest.otlp.OtlpHttpPort;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.core.env.Environment;
import tools.jackson.databind.JsonNode;

/** The OpenTelemetry SDK exports over gRPC, and the trace can be read at once. */
@ServiceTest
class GrpcExportIT {

  private final Service service;
  private final String grpc;

  GrpcExportIT(
      @LocalServerPort int rest, @Autowired OtlpHttpPort otlp, @Autowired Environment environment) {
    service = new Service(rest, otlp.port());
    grpc = "http://localhost:" + environment.getRequiredProperty("local.grpc.server.port");
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "gzip"})
  void whatTheSdkWasToldIsStoredCanBeRead(String compression) {
    OtlpGrpcSpanExporter exporter =
        OtlpGrpcSpanExporter.builder().setEndpoint(grpc).setCompression(compression).build();
    String traceId;
    try (SdkTracerProvider provider =
        SdkTracerProvider.builder()
            .setResource(Resource.builder().put("service.name", "llm-gateway").build())
            .addSpanProcessor(SimpleSpanProcessor.create(exporter))
            .build()) {
      traceId = trace(provider.get("test"));
      CompletableResultCode flushed = provider.forceFlush().join(10, TimeUnit.SECONDS);
      assertThat(flushed.isSuccess()).isTrue();
    }

    JsonNode answer = service.json("/api/v1/traces/" + traceId);
    JsonNode breakdown = answer.path("requests").path(0).path("breakdown");
    assertThat(breakdown.path("server_root_ms").asInt()).isEqualTo(100);
    assertThat(breakdown.path("phases").path("generation").asInt()).isEqualTo(60);
    assertThat(answer.toString()).doesNotContain("my secret prompt");
  }

  private static String trace(Tracer tracer) {
    Instant start = Instant.parse("2026-11-29T10:00:00Z");
    Span root =
        tracer
            .spanBuilder("POST /v1/chat/completions")
            .setSpanKind(SpanKind.SERVER)
            .setStartTimestamp(start)
            .startSpan();
    tracer
        .spanBuilder("inference.generate")
        .setParent(Context.root().with(root))
        .setStartTimestamp(start.plusMillis(30))
        .setAttribute("gen_ai.prompt", "my secret prompt")
        .startSpan()
        .end(start.plusMillis(90));
    root.end(start.plusMillis(100));
    return root.getSpanContext().getTraceId();
  }
}
