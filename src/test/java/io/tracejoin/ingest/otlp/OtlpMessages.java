package io.tracejoin.ingest.otlp;

import com.google.protobuf.ByteString;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.ArrayValue;
import io.opentelemetry.proto.common.v1.InstrumentationScope;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.resource.v1.Resource;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.ScopeSpans;
import io.opentelemetry.proto.trace.v1.Span;
import java.util.HexFormat;
import java.util.List;

/** Requests with valid defaults: a test names just what it is about. */
final class OtlpMessages {

  static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
  static final String SPAN = "b7ad6b7169203331";

  private OtlpMessages() {}

  static Span.Builder span() {
    return Span.newBuilder()
        .setTraceId(hex(TRACE))
        .setSpanId(hex(SPAN))
        .setName("POST /v1/chat/completions")
        .setKind(Span.SpanKind.SPAN_KIND_SERVER)
        .setStartTimeUnixNano(1_790_000_000_000_000_000L)
        .setEndTimeUnixNano(1_790_000_001_691_000_000L);
  }

  static ExportTraceServiceRequest request(Span.Builder... spans) {
    ScopeSpans.Builder scope =
        ScopeSpans.newBuilder().setScope(InstrumentationScope.newBuilder().setName("app"));
    List.of(spans).forEach(scope::addSpans);
    return ExportTraceServiceRequest.newBuilder()
        .addResourceSpans(
            ResourceSpans.newBuilder()
                .setResource(resource(attribute("service.name", "llm-gateway")))
                .addScopeSpans(scope))
        .build();
  }

  static Resource resource(KeyValue... attributes) {
    return Resource.newBuilder().addAllAttributes(List.of(attributes)).build();
  }

  static KeyValue attribute(String key, String value) {
    return attribute(key, text(value));
  }

  static KeyValue attribute(String key, AnyValue.Builder value) {
    return KeyValue.newBuilder().setKey(key).setValue(value).build();
  }

  static AnyValue.Builder text(String value) {
    return AnyValue.newBuilder().setStringValue(value);
  }

  static AnyValue.Builder number(long value) {
    return AnyValue.newBuilder().setIntValue(value);
  }

  static AnyValue.Builder real(double value) {
    return AnyValue.newBuilder().setDoubleValue(value);
  }

  static AnyValue.Builder array(AnyValue.Builder... values) {
    ArrayValue.Builder array = ArrayValue.newBuilder();
    List.of(values).forEach(array::addValues);
    return AnyValue.newBuilder().setArrayValue(array);
  }

  static ByteString hex(String digits) {
    return ByteString.copyFrom(HexFormat.of().parseHex(digits));
  }
}
