package io.tracejoin.ingest.otlp;

import static io.tracejoin.ingest.otlp.OtlpMessages.SPAN;
import static io.tracejoin.ingest.otlp.OtlpMessages.TRACE;
import static io.tracejoin.ingest.otlp.OtlpMessages.array;
import static io.tracejoin.ingest.otlp.OtlpMessages.attribute;
import static io.tracejoin.ingest.otlp.OtlpMessages.hex;
import static io.tracejoin.ingest.otlp.OtlpMessages.number;
import static io.tracejoin.ingest.otlp.OtlpMessages.real;
import static io.tracejoin.ingest.otlp.OtlpMessages.request;
import static io.tracejoin.ingest.otlp.OtlpMessages.span;
import static io.tracejoin.ingest.otlp.OtlpMessages.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import com.google.protobuf.ByteString;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.trace.v1.Span.Event;
import io.opentelemetry.proto.trace.v1.Status;
import io.tracejoin.decompose.Span;
import io.tracejoin.decompose.SpanEvent;
import io.tracejoin.decompose.SpanId;
import io.tracejoin.decompose.SpanKind;
import io.tracejoin.decompose.SpanStatus;
import io.tracejoin.decompose.TraceId;
import io.tracejoin.ingest.AllowList;
import io.tracejoin.ingest.Cuts;
import io.tracejoin.ingest.DroppedAttributes;
import io.tracejoin.ingest.OwnOrigin;
import io.tracejoin.ingest.RequestKeys;
import io.tracejoin.ingest.SpanLimits;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class SpanTranslatorTest {

  private final DroppedAttributes dropped = new DroppedAttributes(new SimpleMeterRegistry());
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final Cuts cuts = new Cuts(registry);
  private SpanLimits limits = SpanLimits.USUAL;
  private final AllowList allowed =
      new AllowList(
          List.of("llm.*", "gen_ai.response.finish_reasons", "own.id"),
          List.of("first_token"),
          List.of("http.request.header.x-request-id", "own.id"));
  private final RequestKeys keys = id -> id.isBlank() ? null : new UUID(1, id.length());

  @Test
  void readsASpan() {
    Span span =
        only(
            span()
                .setParentSpanId(hex("00000000006ad0ef"))
                .setFlags(0x301)
                .setStatus(Status.newBuilder().setCode(Status.StatusCode.STATUS_CODE_ERROR)));

    assertThat(span.traceId()).isEqualTo(TraceId.parse(TRACE));
    assertThat(span.spanId()).isEqualTo(SpanId.parse("span_id", SPAN));
    assertThat(span.parentSpanId()).isEqualTo(SpanId.parse("parent", "00000000006ad0ef"));
    assertThat(span.kind()).isEqualTo(SpanKind.SERVER);
    assertThat(span.status()).isEqualTo(SpanStatus.ERROR);
    assertThat(span.durationNanos()).isEqualTo(1_691_000_000L);
    assertThat(span.parentIsRemote()).isTrue();
    assertThat(span.scope()).isEqualTo("app");
    assertThat(span.resource().service()).isEqualTo("llm-gateway");
  }

  @Test
  void readsRequestIdsFromTextsAndFromHeadersAndKeepsNone() {
    Span span =
        only(
            span()
                .addAttributes(attribute("own.id", text("abc")))
                .addAttributes(
                    attribute(
                        "http.request.header.x-request-id",
                        array(text(" "), text("abcd"), text("abcd")))));

    assertThat(span.requestKeys()).containsExactly(new UUID(1, 3), new UUID(1, 4));
    assertThat(span.attributes()).isEmpty();
    assertThat(dropped.snapshot()).containsKeys("own.id", "http.request.header.x-request-id");
    assertThat(translate(request(span(), span())).spans())
        .allMatch(it -> it.requestKeys().isEmpty());
  }

  @Test
  void takesZeroBytesForNoParent() {
    assertThat(only(span().setParentSpanId(hex("0000000000000000"))).parentSpanId()).isNull();
    assertThat(only(span()).parentSpanId()).isNull();
  }

  @Test
  void takesAKindOfTheFutureForUnspecified() {
    assertThat(only(span().setKindValue(17)).kind()).isEqualTo(SpanKind.UNSPECIFIED);
  }

  @ParameterizedTest
  @MethodSource
  void rejectsABadSpanAloneAndSaysWhy(
      io.opentelemetry.proto.trace.v1.Span.Builder bad, String reason) {
    Translation translation = translate(request(span(), bad, span()));

    assertThat(translation.spans()).hasSize(2);
    assertThat(translation.rejections().count()).isEqualTo(1);
    assertThat(translation.rejections().message())
        .isEqualTo(
            "resource_spans[0].scope_spans[0].spans[1] \"POST /v1/chat/completions\": " + reason);
  }

  static Stream<Arguments> rejectsABadSpanAloneAndSaysWhy() {
    return Stream.of(
        argumentSet(
            "short trace ID",
            span().setTraceId(hex(TRACE.substring(2))),
            "trace_id: expected 16 bytes, got 15"),
        argumentSet(
            "zero trace ID",
            span().setTraceId(ByteString.copyFrom(new byte[16])),
            "trace_id: must not be all zero"),
        argumentSet(
            "no span ID", span().setSpanId(ByteString.EMPTY), "span_id: expected 8 bytes, got 0"),
        argumentSet(
            "zero span ID",
            span().setSpanId(ByteString.copyFrom(new byte[8])),
            "span_id: must not be all zero"),
        argumentSet(
            "long parent",
            span().setParentSpanId(hex(TRACE)),
            "parent_span_id: expected 8 bytes, got 16"),
        argumentSet(
            "ends before it starts",
            span().setEndTimeUnixNano(1_789_999_999_999_999_995L),
            "end_time_unix_nano: is before the start by 5 ns"),
        argumentSet(
            "ends beyond 64 bits",
            span().setEndTimeUnixNano(-1),
            "end_time_unix_nano: is beyond the year 2262"),
        argumentSet(
            "starts beyond 64 bits",
            span().setStartTimeUnixNano(-1).setEndTimeUnixNano(-1),
            "start_time_unix_nano: is beyond the year 2262"));
  }

  @Test
  void neverEchoesALongNameOrALongList() {
    io.opentelemetry.proto.trace.v1.Span.Builder[] bad =
        new io.opentelemetry.proto.trace.v1.Span.Builder[500];
    Arrays.setAll(bad, i -> span().setName("x".repeat(5_000)).setSpanId(ByteString.EMPTY));

    Rejections rejections = translate(request(bad)).rejections();

    assertThat(rejections.count()).isEqualTo(500);
    assertThat(rejections.message()).endsWith("; and 490 more").hasSizeLessThan(2_500);
  }

  @Test
  void refusesLogsOnTheTracesPath() {
    var log = io.opentelemetry.proto.trace.v1.Span.newBuilder().setName("a log's body");

    assertThatThrownBy(() -> translate(request(log, log)))
        .isInstanceOf(Refusal.class)
        .hasMessage(
            "no span has a trace or span ID: are these logs or metrics? This path takes traces");
  }

  @Test
  void anEmptyRequestIsFine() {
    Translation translation = translate(ExportTraceServiceRequest.getDefaultInstance());

    assertThat(translation.spans()).isEmpty();
    assertThat(translation.rejections().count()).isZero();
  }

  @Test
  void keepsAllowedAttributesOfScalarTypesAndCountsTheOthers() {
    Span span =
        only(
            span()
                .addAttributes(attribute("llm.phase", "queue"))
                .addAttributes(attribute("llm.tokens", number(180)))
                .addAttributes(attribute("llm.share", real(0.5)))
                .addAttributes(attribute("llm.on", AnyValue.newBuilder().setBoolValue(true)))
                .addAttributes(attribute("gen_ai.response.finish_reasons", array(text("stop"))))
                .addAttributes(attribute("llm.nan", real(Double.NaN)))
                .addAttributes(attribute("llm.two", array(text("a"), text("b"))))
                .addAttributes(attribute("llm.long", "x".repeat(257)))
                .addAttributes(attribute("llm.empty", AnyValue.newBuilder()))
                .addAttributes(attribute("db.statement", "SELECT secret")));

    assertThat(span.attributes())
        .containsOnly(
            Map.entry("llm.phase", "queue"),
            Map.entry("llm.tokens", 180L),
            Map.entry("llm.share", 0.5),
            Map.entry("llm.on", true),
            Map.entry("gen_ai.response.finish_reasons", "stop"));
    assertThat(dropped.snapshot().keySet())
        .containsExactly("db.statement", "llm.empty", "llm.long", "llm.nan", "llm.two");
  }

  @Test
  void ofARepeatedAttributeTheLastWins() {
    Span span =
        only(
            span()
                .addAttributes(attribute("llm.phase", "queue"))
                .addAttributes(attribute("llm.phase", "decode")));

    assertThat(span.attributes()).containsExactly(Map.entry("llm.phase", "decode"));
    assertThat(dropped.snapshot()).containsEntry("llm.phase", 1L);
  }

  @Test
  void keepsNameAndTimeOfAllowedEvents() {
    Span span =
        only(
            span()
                .addEvents(Event.newBuilder().setName("exception").setTimeUnixNano(1))
                .addEvents(Event.newBuilder().setName("first_token").setTimeUnixNano(2)));

    assertThat(span.events()).containsExactly(new SpanEvent("first_token", 2));
  }

  @Test
  void storesNoTextThatPostgresCannotHold() {
    Span span = only(span().setName("a\0b").addAttributes(attribute("llm.route", "x\0")));

    assertThat(span.name()).isEqualTo("a\uFFFDb");
    assertThat(span.attributes()).containsEntry("llm.route", "x\uFFFD");
  }

  @Property(tries = 300)
  void everySpanIsEitherKeptOrRejected(
      @ForAll @Size(max = 20) byte[] trace,
      @ForAll @Size(max = 10) byte[] id,
      @ForAll @Size(max = 10) byte[] parent,
      @ForAll long start,
      @ForAll long end,
      @ForAll String name) {
    var odd =
        span()
            .setTraceId(ByteString.copyFrom(trace))
            .setSpanId(ByteString.copyFrom(id))
            .setParentSpanId(ByteString.copyFrom(parent))
            .setStartTimeUnixNano(start)
            .setEndTimeUnixNano(end)
            .setName(name);

    Translation translation = translate(request(span(), odd));

    assertThat(translation.spans().size() + translation.rejections().count()).isEqualTo(2);
  }

  private Span only(io.opentelemetry.proto.trace.v1.Span.Builder span) {
    List<Span> spans = translate(request(span)).spans();
    assertThat(spans).hasSize(1);
    return spans.get(0);
  }

  private Translation translate(ExportTraceServiceRequest request) {
    Translation translation =
        SpanTranslator.translate(
            new OtlpRequest.Unpacked(request, Map.of(), request.getSerializedSize()),
            new SpanReading(new Resources(limits, cuts), allowed, dropped, keys, limits, cuts));
    SeenBefore seen = new SeenBefore(allowed);
    for (int time = 1; time <= 2; time++) {
      Cuts others = new Cuts(new SimpleMeterRegistry());
      DroppedAttributes uncounted = new DroppedAttributes(new SimpleMeterRegistry());
      Translation packed =
          SpanTranslator.translate(
              new OtlpRequest.Packed(request.toByteArray()),
              new SpanReading(
                  new Resources(limits, others), allowed, uncounted, keys, limits, others),
              seen);
      assertThat(packed.spans()).isEqualTo(translation.spans());
    }
    return translation;
  }

  @Test
  void whatIsCutForItsSizeOrNumberIsCounted() {
    limits = new SpanLimits(1, 16, 2, 16, 1, 100);
    io.opentelemetry.proto.trace.v1.Span.Builder wordy =
        span()
            .setName("a name of more than sixteen letters")
            .addAttributes(attribute("llm.phase", text("queue")))
            .addAttributes(attribute("llm.model", text("second")))
            .addAttributes(attribute("llm.route", text("a value of more than sixteen letters")))
            .addAttributes(attribute("own.id", text("request-number-1")))
            .addAttributes(attribute("own.id", text("request-number-2")));
    for (int i = 0; i < 3; i++) {
      wordy.addEvents(Event.newBuilder().setName("first_token").setTimeUnixNano(5));
    }

    Span kept = only(wordy);

    assertThat(kept.name()).isEqualTo("a name of more t");
    assertThat(kept.attributes()).hasSize(1);
    assertThat(kept.events()).hasSize(2);
    for (String what : List.of("name", "attribute", "attribute_length", "event", "request_id")) {
      assertThat(registry.counter("tracejoin.ingest.cut", "what", what).count())
          .as(what)
          .isEqualTo(1);
    }
  }

  @Test
  void spansThatThisServiceExportedItselfAreNotStored() {
    ExportTraceServiceRequest.Builder export = request(span()).toBuilder();
    export
        .getResourceSpansBuilder(0)
        .getResourceBuilder()
        .addAttributes(attribute(OwnOrigin.ATTRIBUTE, text(OwnOrigin.of(keys))));
    Translation translation = translate(export.build());

    assertThat(translation.spans()).isEmpty();
    assertThat(translation.rejections().count()).isZero();
    assertThat(registry.counter("tracejoin.ingest.cut", "what", "own_span").count()).isEqualTo(1);
    export
        .getResourceSpansBuilder(0)
        .getResourceBuilder()
        .setAttributes(0, attribute(OwnOrigin.ATTRIBUTE, text("another-service")));
    assertThat(translate(export.build()).spans()).hasSize(1);
  }
}
