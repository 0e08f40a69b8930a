package io.tracejoin.ingest.otlp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OtlpJsonTest {

  private static final String IDS =
      "\"traceId\":\"0af7651916cd43dd8448eb211c80319c\",\"spanId\":\"b7ad6b7169203331\"";

  @Test
  void readsHexIdsInAnyCase() throws IOException {
    Span span =
        span(
            """
            {"traceId":"5B8EFFF798038103D269B633813FC60C","spanId":"EEE19B7EC3C1B174","parentSpanId":""}
            """);

    assertThat(span.getTraceId()).isEqualTo(OtlpMessages.hex("5b8efff798038103d269b633813fc60c"));
    assertThat(span.getSpanId()).isEqualTo(OtlpMessages.hex("eee19b7ec3c1b174"));
    assertThat(span.getParentSpanId().isEmpty()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"1790000000123456789\"",
        "1790000000123456789",
        "1790000000123456789.0",
        "1.790000000123456789e18"
      })
  void readsNanosecondsToTheLastDigit(String written) throws IOException {
    Span span = span("{" + IDS + ",\"startTimeUnixNano\":" + written + "}");

    assertThat(span.getStartTimeUnixNano()).isEqualTo(1_790_000_000_123_456_789L);
  }

  @Test
  void readsTimesBeyondTheSignedRangeAsTheyAre() throws IOException {
    Span span = span("{" + IDS + ",\"endTimeUnixNano\":\"18446744073709551615\"}");

    assertThat(span.getEndTimeUnixNano()).isEqualTo(-1L);
  }

  @ParameterizedTest
  @CsvSource({
    "2, SPAN_KIND_SERVER",
    "'\"SPAN_KIND_SERVER\"', SPAN_KIND_SERVER",
    "'\"CLIENT\"', SPAN_KIND_CLIENT",
    "'\"2\"', SPAN_KIND_SERVER",
    "'\"SPAN_KIND_OF_2030\"', SPAN_KIND_UNSPECIFIED",
    "null, SPAN_KIND_UNSPECIFIED"
  })
  void readsEnumsAsNumbersAndAsNames(String written, Span.SpanKind kind) throws IOException {
    assertThat(span("{" + IDS + ",\"kind\":" + written + "}").getKind()).isEqualTo(kind);
  }

  @Test
  void readsSnakeCaseAndIgnoresWhatItDoesNotKnow() throws IOException {
    OtlpRequest.Unpacked request =
        read(
            """
            {"new":{"deep":[1,{"x":[]}]},"resource_spans":[{"later":null,"resource":{"attributes":[]},
             "scope_spans":[{"scope":{"name":"s","version":"1"},"spans":[{
               "trace_id":"0af7651916cd43dd8448eb211c80319c","span_id":"b7ad6b7169203331","name":"n",
               "start_time_unix_nano":"5","links":[{"traceId":"x"}],"droppedLinksCount":1,
               "status":{"code":"STATUS_CODE_ERROR","message":"m"},"flags":257,
               "events":[{"timeUnixNano":"7","name":"first_token","attributes":[]},{"timeUnixNano":8}]
             }]}]}]}
            """);

    Span span = request.message().getResourceSpans(0).getScopeSpans(0).getSpans(0);
    assertThat(request.flaws()).isEmpty();
    assertThat(span.getName()).isEqualTo("n");
    assertThat(span.getStartTimeUnixNano()).isEqualTo(5);
    assertThat(span.getStatus().getCodeValue()).isEqualTo(2);
    assertThat(span.getFlags()).isEqualTo(257);
    assertThat(span.getEventsList())
        .extracting(Span.Event::getName, Span.Event::getTimeUnixNano)
        .containsExactly(tuple("first_token", 7L), tuple("", 8L));
  }

  @Test
  void readsEveryKindOfValue() throws IOException {
    Span span =
        span(
            "{"
                + IDS
                + """
                ,"attributes":[
                 {"key":"s","value":{"stringValue":"x"}},
                 {"key":"i","value":{"intValue":"9223372036854775807"}},
                 {"key":"j","value":{"intValue":-5}},
                 {"key":"d","value":{"doubleValue":0.5}},
                 {"key":"n","value":{"doubleValue":"NaN"}},
                 {"key":"y","value":{"doubleValue":"-Infinity"}},
                 {"key":"b","value":{"boolValue":true}},
                 {"key":"raw","value":{"bytesValue":"AQID"}},
                 {"key":"e","value":{}},
                 {"key":"a","value":{"arrayValue":{"values":[{"stringValue":"p"},{"intValue":1}]}}},
                 {"key":"m","value":{"kvlistValue":{"values":[{"key":"k","value":{"boolValue":false}}]}}},
                 {"key":"bad","value":{"intValue":"twelve"}},
                 {"key":"none"}]}
                """);

    assertThat(value(span, 0).getStringValue()).isEqualTo("x");
    assertThat(value(span, 1).getIntValue()).isEqualTo(Long.MAX_VALUE);
    assertThat(value(span, 2).getIntValue()).isEqualTo(-5);
    assertThat(value(span, 3).getDoubleValue()).isEqualTo(0.5);
    assertThat(value(span, 4).getDoubleValue()).isNaN();
    assertThat(value(span, 5).getDoubleValue()).isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(value(span, 6).getBoolValue()).isTrue();
    assertThat(value(span, 7).getBytesValue().toByteArray()).containsExactly(1, 2, 3);
    assertThat(value(span, 9).getArrayValue().getValuesCount()).isEqualTo(2);
    assertThat(value(span, 10).getKvlistValue().getValues(0).getKey()).isEqualTo("k");
    assertThat(value(span, 8)).isEqualTo(AnyValue.getDefaultInstance());
    assertThat(value(span, 11)).isEqualTo(AnyValue.getDefaultInstance());
    assertThat(span.getAttributesCount()).isEqualTo(13);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"traceId\":\"CvdlGRbNQ92ESOshHIAxnA==\",\"spanId\":\"b7ad6b7169203331\""
            + "|trace_id: expected 32 hex digits, got 24 characters ending in '=':"
            + " looks like base64, OTLP/JSON wants hex",
        "\"traceId\":\"0af7651916cd43dd8448eb211c80319\",\"spanId\":\"b7ad6b7169203331\""
            + "|trace_id: expected 32 hex digits, got 31",
        "\"traceId\":\"00000000000000000000000000000000\",\"spanId\":\"b7ad6b7169203331\""
            + "|trace_id: must not be all zero",
        "\"traceId\":\"0af7651916cd43dd8448eb211c80319c\",\"spanId\":\"0000000000000000\""
            + "|span_id: must not be all zero",
        "\"traceId\":\"0af7651916cd43dd8448eb211c80319c\",\"spanId\":\"b7ad6b7169203331\","
            + "\"startTimeUnixNano\":\"99999999999999999999\""
            + "|start_time_unix_nano: is no unsigned 64 bit integer",
        "\"traceId\":\"0af7651916cd43dd8448eb211c80319c\",\"spanId\":\"b7ad6b7169203331\","
            + "\"endTimeUnixNano\":1e999999999|end_time_unix_nano: is no unsigned 64 bit integer"
      })
  void notesTheFlawOfASpanAndKeepsItsPlace(String fields, String flaw) throws IOException {
    OtlpRequest.Unpacked request = read(body("{" + IDS + "},{" + fields + "},{" + IDS + "}"));

    assertThat(request.flaws()).containsExactly(Map.entry(new Place(0, 0, 1), flaw));
    assertThat(request.message().getResourceSpans(0).getScopeSpans(0).getSpansCount()).isEqualTo(3);
  }

  @Test
  void readsMessagesThatFollowEachOther() throws IOException {
    OtlpRequest.Unpacked request =
        read(body("{" + IDS + "}") + "\n" + body("{" + IDS + "},{\"traceId\":\"x\"}") + "\n");

    assertThat(request.message().getResourceSpansCount()).isEqualTo(2);
    assertThat(request.flaws()).containsOnlyKeys(new Place(1, 0, 1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{}", "{\"resourceSpans\":null}", "{\"resourceSpans\":[{},null]}"})
  void anEmptyMessageIsFine(String body) throws IOException {
    assertThat(read(body).flaws()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "hello|malformed JSON at line 1, column",
        "{\"resourceSpans\":[|malformed JSON at line 1, column",
        "{\"resourceSpans\":{}}|line 1, column 18: expected resourceSpans: an array",
        "[1]|line 1, column 1: expected an object",
        "{\"resourceLogs\":[]}|line 1, column 17: resourceLogs: this path takes traces"
      })
  void refusesWhatIsNoTraceMessageWithThePlace(String body, String message) {
    assertThatThrownBy(() -> read(body)).isInstanceOf(Refusal.class).hasMessageContaining(message);
  }

  @Test
  void saysTheLineOfTheMistake() {
    assertThatThrownBy(() -> read("{\n \"resourceSpans\": [\n  {,}]}"))
        .hasMessageStartingWith("malformed JSON at line 3, column 4");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{\"arrayValue\":{\"values\":[", "{\"kvlistValue\":{\"values\":[{\"value\":"})
  void refusesEndlessNesting(String opening) {
    assertThatThrownBy(
            () ->
                span(
                    "{"
                        + IDS
                        + ",\"attributes\":[{\"key\":\"a\",\"value\":"
                        + opening.repeat(100_000)))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("nesting depth");
  }

  private static AnyValue value(Span span, int index) {
    return span.getAttributes(index).getValue();
  }

  private static Span span(String span) throws IOException {
    OtlpRequest.Unpacked request = read(body(span));
    assertThat(request.flaws()).isEmpty();
    return request.message().getResourceSpans(0).getScopeSpans(0).getSpans(0);
  }

  private static String body(String spans) {
    return "{\"resourceSpans\":[{\"scopeSpans\":[{\"spans\":[" + spans + "]}]}]}";
  }

  private static OtlpRequest.Unpacked read(String body) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    OtlpRequest.Unpacked request =
        OtlpJson.read(new CappedStream(new ByteArrayInputStream(bytes), Long.MAX_VALUE));
    assertThat(request.bytes()).isEqualTo(bytes.length);
    return request;
  }
}
