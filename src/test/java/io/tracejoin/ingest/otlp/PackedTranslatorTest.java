package io.tracejoin.ingest.otlp;

import static io.tracejoin.ingest.otlp.OtlpMessages.attribute;
import static io.tracejoin.ingest.otlp.OtlpMessages.hex;
import static io.tracejoin.ingest.otlp.OtlpMessages.request;
import static io.tracejoin.ingest.otlp.OtlpMessages.resource;
import static io.tracejoin.ingest.otlp.OtlpMessages.span;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.InstrumentationScope;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Status;
import io.tracejoin.ingest.AllowList;
import io.tracejoin.ingest.Cuts;
import io.tracejoin.ingest.DroppedAttributes;
import io.tracejoin.ingest.OwnOrigin;
import io.tracejoin.ingest.RequestKeys;
import io.tracejoin.ingest.SpanLimits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The bytes of a request mean what the generated classes read in them, whatever the bytes are. */
class PackedTranslatorTest {

  private static final int DAMAGED = 60_000;
  private static final SpanLimits LIMITS = new SpanLimits(3, 16, 2, 16, 1, 100);
  private static final RequestKeys KEYS = id -> id.isBlank() ? null : new UUID(1, id.length());

  private final AllowList allowed =
      new AllowList(List.of("llm.*", "own.id"), List.of("first_token"), List.of("own.id"));
  private final SeenBefore shared = new SeenBefore(allowed);

  /**
   * What became of a request, and what was counted.
   *
   * @param refused why all of it was refused, or ""
   */
  private record Outcome(
      List<io.tracejoin.decompose.Span> spans,
      int rejected,
      String message,
      String refused,
      Map<String, Long> dropped,
      Map<String, Double> cut) {}

  private interface Way {
    Translation read(SpanReading reading) throws InvalidProtocolBufferException;
  }

  @ParameterizedTest
  @MethodSource
  void unusualRequestsMeanTheSame(ByteString body) {
    assertSame(body.toByteArray());
  }

  static Stream<Arguments> unusualRequestsMeanTheSame() {
    ByteString plain = span().build().toByteString();
    ByteString scope = field(1, InstrumentationScope.newBuilder().setName("app").build());
    ByteString other = field(1, InstrumentationScope.newBuilder().setVersion("2").build());
    ByteString resource = field(1, resource(attribute("service.name", "gw")));
    ByteString host = field(1, resource(attribute("host.name", "a")));
    ByteString name = Span.newBuilder().setName("other").build().toByteString();
    ByteString model = holding(Span.newBuilder(), "llm.model");
    ByteString route = holding(Span.newBuilder(), "llm.route");
    ByteString failed = field(15, Status.newBuilder().setCodeValue(2).build());
    ByteString told = field(15, Status.newBuilder().setMessage("failed").build());
    ByteString badText = field(5, ByteString.copyFrom(new byte[] {(byte) 0xc3, 0x28}));
    ByteString badState = field(3, ByteString.copyFrom(new byte[] {(byte) 0xff}));
    return Stream.of(
        argumentSet("usual", request(span()).toByteString()),
        argumentSet("rich", rich().toByteString()),
        argumentSet("empty", ByteString.EMPTY),
        argumentSet("own", own().toByteString()),
        argumentSet("two resources", export(resource.concat(host).concat(field(2, spans(plain))))),
        argumentSet("resource at the end", export(field(2, spans(plain)).concat(resource))),
        argumentSet("two scopes", export(field(2, scope.concat(spans(plain)).concat(other)))),
        argumentSet("scope at the end", export(field(2, spans(plain).concat(scope)))),
        argumentSet("schema URL", export(field(3, text("no URL")).concat(field(2, spans(plain))))),
        argumentSet("schema URL no text", export(badState.concat(field(2, spans(plain))))),
        argumentSet("two names", export(field(2, spans(plain.concat(name))))),
        argumentSet("a name no text", export(field(2, spans(plain.concat(badText))))),
        argumentSet("a name no text first", export(field(2, spans(badText.concat(plain))))),
        argumentSet("trace state no text", export(field(2, spans(plain.concat(badState))))),
        argumentSet("statuses", export(field(2, spans(plain.concat(failed).concat(told))))),
        argumentSet("attributes apart", export(field(2, spans(model.concat(plain).concat(route))))),
        argumentSet("key repeated", export(field(2, spans(plain.concat(model).concat(model))))),
        argumentSet("attribute none", export(field(2, spans(plain.concat(field(9, text("x"))))))),
        argumentSet(
            "unknown fields",
            export(field(99, text("x")).concat(field(2, spans(plain.concat(field(77, plain))))))),
        argumentSet("no trace ID", of(span().clearTraceId())),
        argumentSet("short trace ID", of(span().setTraceId(hex("00ff")))),
        argumentSet("zero trace ID", of(span().setTraceId(hex("0".repeat(32))))),
        argumentSet("no IDs", of(span().clearSpanId().clearTraceId())),
        argumentSet("zero span ID", of(span().setSpanId(hex("0".repeat(16))))),
        argumentSet("short parent", of(span().setParentSpanId(hex("0001")))),
        argumentSet("zero parent", of(span().setParentSpanId(hex("0".repeat(16))))),
        argumentSet("ends first", of(span().setStartTimeUnixNano(5).setEndTimeUnixNano(4))),
        argumentSet("beyond 2262", of(span().setStartTimeUnixNano(-5))),
        argumentSet("end beyond 2262", of(span().setEndTimeUnixNano(-5))),
        argumentSet("long name", of(span().setName("a name of more than sixteen letters"))),
        argumentSet("kind of the future", of(span().setKindValue(-3))));
  }

  @Test
  void damagedRequestsMeanTheSame() {
    Random random = new Random(11);
    byte[] body = rich().toByteArray();
    for (int i = 0; i < DAMAGED; i++) {
      assertSame(Damage.to(body, random));
    }
  }

  @Test
  void whatIsDroppedIsNotRemembered() throws InvalidProtocolBufferException {
    byte[] secret = attribute("gen_ai.prompt", "secret").toByteArray();
    byte[] id = attribute("own.id", "request-1").toByteArray();
    byte[] kept = attribute("llm.model", "m").toByteArray();
    byte[] body =
        request(
                span()
                    .clearAttributes()
                    .addAttributes(KeyValue.parseFrom(secret))
                    .addAttributes(KeyValue.parseFrom(id))
                    .addAttributes(KeyValue.parseFrom(kept)))
            .toByteArray();

    outcome(reading -> PackedTranslator.translate(body, reading, shared));

    assertThat(shared.single().get(secret, 0, secret.length)).isNull();
    assertThat(shared.single().get(id, 0, id.length)).isNull();
    assertThat(shared.single().get(kept, 0, kept.length)).isNotNull();
  }

  @Test
  void anotherAllowListForgets() {
    assertThat(shared.under(allowed)).isSameAs(shared);
    assertThat(shared.under(new AllowList(List.of(), List.of(), List.of()))).isNotSameAs(shared);
  }

  private void assertSame(byte[] body) {
    Outcome message =
        outcome(
            reading ->
                SpanTranslator.translate(
                    new OtlpRequest.Unpacked(
                        ExportTraceServiceRequest.parseFrom(body), Map.of(), body.length),
                    reading));
    SeenBefore fresh = new SeenBefore(allowed);
    for (SeenBefore seen : List.of(fresh, fresh, shared)) {
      Outcome packed = outcome(reading -> PackedTranslator.translate(body, reading, seen));
      if (message.refused.isEmpty() || !packed.refused.isEmpty()) {
        assertThat(packed.refused).isEqualTo(message.refused);
      }
      if (message.refused.isEmpty()) {
        assertThat(packed).isEqualTo(message);
      }
      assertThat(packed.refused.isEmpty()).isEqualTo(message.refused.isEmpty());
    }
  }

  private Outcome outcome(Way way) {
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    Cuts cuts = new Cuts(registry);
    DroppedAttributes dropped = new DroppedAttributes(registry);
    SpanReading reading =
        new SpanReading(new Resources(LIMITS, cuts), allowed, dropped, KEYS, LIMITS, cuts);
    try {
      Translation translation = way.read(reading);
      Map<String, Double> cut = new TreeMap<>();
      registry
          .find("tracejoin.ingest.cut")
          .counters()
          .forEach(it -> cut.put(it.getId().getTag("what"), it.count()));
      return new Outcome(
          translation.spans(),
          translation.rejections().count(),
          translation.rejections().message(),
          "",
          dropped.snapshot(),
          cut);
    } catch (InvalidProtocolBufferException e) {
      return refused("malformed");
    } catch (Refusal e) {
      return refused(String.valueOf(e.getMessage()));
    }
  }

  private static Outcome refused(String why) {
    return new Outcome(List.of(), 0, "", why, Map.of(), Map.of());
  }

  private static ExportTraceServiceRequest rich() {
    return request(
        span()
            .setTraceState("vendor=1")
            .addAttributes(attribute("llm.model", "llama"))
            .addAttributes(attribute("llm.route", "/v1"))
            .addAttributes(attribute("llm.pool", "one too many"))
            .addAttributes(attribute("prompt", "secret"))
            .addAttributes(attribute("own.id", "request-1"))
            .addEvents(Span.Event.newBuilder().setName("first_token").setTimeUnixNano(7))
            .addEvents(Span.Event.newBuilder().setName("other").setTimeUnixNano(8))
            .addLinks(Span.Link.newBuilder().setTraceState("x=y"))
            .setStatus(Status.newBuilder().setCodeValue(2).setMessage("failed")),
        span().addAttributes(attribute("llm.model", "llama")).setFlags(0x301),
        span()
            .addAttributes(attribute("llm.model", "llama"))
            .setParentSpanId(hex("00f067aa0ba902b8")));
  }

  private static ExportTraceServiceRequest own() {
    ExportTraceServiceRequest.Builder request = request(span(), span()).toBuilder();
    request
        .getResourceSpansBuilder(0)
        .getResourceBuilder()
        .addAttributes(attribute(OwnOrigin.ATTRIBUTE, OwnOrigin.of(KEYS)));
    return request.build();
  }

  private static ByteString of(Span.Builder span) {
    return request(span().setSpanId(hex("00f067aa0ba902b9")), span).toByteString();
  }

  private static ByteString holding(Span.Builder span, String key) {
    return span.addAttributes(attribute(key, "llama")).build().toByteString();
  }

  /** A request of one field resource_spans. */
  private static ByteString export(ByteString resourceSpans) {
    return field(1, resourceSpans);
  }

  /** The field spans of a scope. */
  private static ByteString spans(ByteString span) {
    return field(2, span);
  }

  private static ByteString text(String text) {
    return ByteString.copyFromUtf8(text);
  }

  private static ByteString field(int number, MessageLite message) {
    return field(number, message.toByteString());
  }

  private static ByteString field(int number, ByteString content) {
    ByteString.Output out = ByteString.newOutput();
    CodedOutputStream coded = CodedOutputStream.newInstance(out);
    try {
      coded.writeBytes(number, content);
      coded.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteString();
  }
}
