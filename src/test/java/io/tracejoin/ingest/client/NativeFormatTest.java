package io.tracejoin.ingest.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracejoin.decompose.ClientRecord;
import io.tracejoin.decompose.ClientTimes;
import io.tracejoin.decompose.ContentTimes;
import io.tracejoin.decompose.Outcome;
import io.tracejoin.decompose.SpanId;
import io.tracejoin.decompose.TokenTimes;
import io.tracejoin.decompose.TraceId;
import io.tracejoin.decompose.TtftKind;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NativeFormatTest {

  private static final String ID = "0000000000000007000000000000012f";
  private static final String GOOD =
      "{\"trace_id\":\"" + ID + "\",\"status\":200,\"total_ms\":1842}";

  @Test
  void readsEveryField() {
    ClientRecord record =
        Collected.nativeRecords(
                """
                {"trace_id": "0000000000000007000000000000012F", "parent_span_id": "00000000006ad0ef",
                 "outcome": "success", "status": 200, "sent_at": "2026-11-29T10:00:00.123456Z",
                 "planned_at": "2026-11-29T11:00:00.123+01:00", "request_id": null,
                 "total_ms": 1842, "ttft_ms": 611.5, "ttft_kind": "chunk", "blocked_ms": 0.01,
                 "connecting_ms": 0, "tls_ms": 0, "sending_ms": 0.2, "waiting_ms": 1700,
                 "receiving_ms": 141.8, "scenario": "steady", "model": "llama-70b",
                 "provider": "self", "route": "eu-a", "region": "eu-central", "endpoint": "chat",
                 "streaming": false, "input_tokens": 212, "output_tokens": 180.0,
                 "token_times_ms": [611.5, 640.1], "chunk_times_ms": null, "stream_end_ms": 1842,
                 "finish_reason": "stop", "error_code": 1050, "response_bytes": 5000000000,
                 "step": 2, "generator": "g1", "sampled": true, "unknown": {"a": [1, {"b": 2}]}}
                """)
            .only();
    assertThat(record.traceId()).isEqualTo(TraceId.parse(ID));
    assertThat(record.parentSpanId()).isEqualTo(new SpanId(0x6ad0ef));
    assertThat(record.outcome()).isEqualTo(Outcome.SUCCESS);
    assertThat(record.times())
        .isEqualTo(
            new ClientTimes(
                    Collected.nanos("2026-11-29T10:00:00.123456Z"),
                    Collected.nanos("2026-11-29T10:00:00.123Z"),
                    1_842_000_000L,
                    611_500_000L,
                    TtftKind.CHUNK,
                    10_000L,
                    0L,
                    0L,
                    200_000L,
                    1_700_000_000L,
                    141_800_000L,
                    1_842_000_000L)
                .with(
                    ContentTimes.of(
                        TokenTimes.of(TokenTimes.Kind.TOKEN, 611_500_000L, 640_100_000L))));
    assertThat(record.labels().toString())
        .contains("g1", "steady", "chat", "false", "stop", "1050", "llama-70b", "self", "eu-a")
        .contains("eu-central", "212", "180", "5000000000");
    assertThat(record.sampled()).isTrue();
    assertThat(record.negativePart()).isFalse();
    assertThat(record.position()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'trace_id':'000000000000007000000000000012f'|trace_id: expected 32 hex digits, got 31",
        "'trace_id':'00000000000000000000000000000000'|trace_id: must not be all zero",
        "'trace_id':'0000000000000007000000000000012g'|trace_id: character 32 is not a hex digit",
        "'trace_id':''|trace_id: expected 32 hex digits, got 0",
        "'trace_id':7|trace_id: expected a string, got 7",
        "'request_id':''|trace_id: missing; give a trace_id, a request_id or an explicit null",
        "'request_id':'r','parent_span_id':'0000000000000000'|parent_span_id: must not be all zero",
        "'request_id':'chatcmpl-','status':500|request_id: nothing but a prefix or blanks",
        "'request_id':'r','total_ms':NaN|total_ms: NaN is not a finite number",
        "'request_id':'r','total_ms':-Infinity|total_ms: -Infinity is not a finite number",
        "'request_id':'r','total_ms':'5'|total_ms: expected a number, got a string",
        "'request_id':'r','total_ms':1e400|total_ms: 1e400 is out of range",
        "'request_id':'r','total_ms':-1|total_ms: -1 is negative",
        "'request_id':'r','blocked_ms':-0.5|blocked_ms: -0.5 is negative",
        "'request_id':'r','ttft_ms':-1|ttft_ms: -1 is negative",
        "'request_id':'r','status':700|status: 700 is neither 0 nor 100 to 599",
        "'request_id':'r','status':99|status: 99 is neither 0 nor 100 to 599",
        "'request_id':'r','status':200.5|status: 200.5 is not a whole number",
        "'request_id':'r','outcome':'success','status':500|outcome: success contradicts status 500",
        "'request_id':'r','outcome':'success'|total_ms: missing, and the outcome is success",
        "'request_id':'r','status':200|total_ms: missing, and the outcome is success",
        "'request_id':'r'|outcome: missing; give an outcome or a status",
        "'request_id':'r','status':500,'ttft_ms':1,'ttft_kind':'x'|ttft_kind: 'x' is none of token,"
            + " chunk, first_byte",
        "'request_id':'r','sent_at':'yesterday'|sent_at: 'yesterday' is no RFC 3339 time such as"
            + " 2026-11-29T10:00:00.123456Z",
        "'request_id':'r','sent_at':1764410400|sent_at: expected a time as a string, got 1764410400",
        "'request_id':'r','streaming':'yes'|streaming: expected true or false, got a string",
        "'request_id':'r','output_tokens':-1|output_tokens: -1 is negative",
        "'request_id':'r','output_tokens':3000000000|output_tokens: 3000000000 is out of range",
        "'request_id':'r','token_times_ms':[1,3,2]|token_times_ms: entry 3 is smaller than the one"
            + " before",
        "'request_id':'r','chunk_times_ms':[1,3,2]|chunk_times_ms: entry 3 is smaller than the one"
            + " before",
        "'request_id':'r','chunk_times_ms':[],'status':200,'total_ms':1|chunk_times_ms: empty, and"
            + " the outcome is success",
        "'request_id':'r','token_times_ms':[1,Infinity]|token_times_ms: Infinity is not a finite"
            + " number",
        "'request_id':'r','token_times_ms':[1,null]|token_times_ms: expected a number, got null",
        "'request_id':'r','status':200,'token_times_ms':[1,3],'stream_end_ms':2|stream_end_ms:"
            + " smaller than the last of token_times_ms",
        "'request_id':'r','status':200,'streaming':false,'stream_end_ms':2|total_ms: missing, and"
            + " the outcome is success",
        "'request_id':'r','token_times_ms':[-1]|token_times_ms: -1 is negative",
        "'request_id':'r','token_times_ms':[NaN]|token_times_ms: NaN is not a finite number",
        "'request_id':'r','token_times_ms':[],'status':200,'total_ms':1|token_times_ms: empty, and"
            + " the outcome is success",
        "'request_id':'r','status':500,'sending_ms':-1|a part of the total is negative, and total_ms"
            + " is missing",
        "'request_id':'r','scenario':'a\\u0000b'|scenario: contains a NUL character",
        "'type':'Point','metric':'http_reqs','data':{}|a k6 point: send it with format=k6-json",
      })
  void namesFieldValueAndReason(String fields, String reason) {
    String body = "{" + fields.replace('\'', '"') + "}";
    assertThat(Collected.nativeRecords(body).onlyReason()).isEqualTo(reason);
  }

  @Test
  void rejectsDuplicateKeysAndBrokenJson() {
    assertThat(Collected.nativeRecords("{\"status\":200,\"status\":500}").onlyReason())
        .startsWith("not JSON: Duplicate");
    assertThat(Collected.nativeRecords("{\"status\":}").onlyReason()).startsWith("not JSON: ");
    assertThat(Collected.nativeRecords("{]").onlyReason()).startsWith("not JSON: ");
    assertThat(
            Collected.nativeRecords("{\"a\":" + "[".repeat(100) + "]".repeat(100) + "}")
                .onlyReason())
        .startsWith("not JSON: ");
  }

  @Test
  void aDeclaredOutcomeWinsOverTheStatus() {
    assertThat(outcome("\"outcome\":\"timeout\",\"status\":200")).isEqualTo(Outcome.TIMEOUT);
    assertThat(outcome("\"status\":429")).isEqualTo(Outcome.REJECTED);
    assertThat(outcome("\"status\":404")).isEqualTo(Outcome.HTTP_ERROR);
    assertThat(outcome("\"status\":0")).isEqualTo(Outcome.ERROR);
  }

  @Test
  void aTimeToFirstTokenOfZeroIsMissing() {
    ClientTimes times = times("\"ttft_ms\":0,\"ttft_kind\":\"token\"");
    assertThat(times.ttft()).isNull();
    assertThat(times.ttftKind()).isNull();
  }

  @Test
  void theTimeToFirstTokenIsATokensUnlessToldOtherwise() {
    assertThat(times("\"ttft_ms\":5").ttftKind()).isEqualTo(TtftKind.TOKEN);
    assertThat(times("\"ttft_ms\":5,\"ttft_kind\":\"first_byte\"").ttftKind())
        .isEqualTo(TtftKind.FIRST_BYTE);
  }

  @Test
  void keepsTheTimesOfTokensAndOfChunksApart() {
    ContentTimes both =
        times("\"token_times_ms\":[611.5,640],\"chunk_times_ms\":[600.25]").content();
    assertThat(both.tokens())
        .isEqualTo(TokenTimes.of(TokenTimes.Kind.TOKEN, 611_500_000L, 640_000_000L));
    assertThat(both.chunks()).isEqualTo(TokenTimes.of(TokenTimes.Kind.CHUNK, 600_250_000L));
    assertThat(times("\"token_times_ms\":null").content()).isEqualTo(ContentTimes.NONE);
  }

  @Test
  void theRegularEndOfAStreamIsItsTotal() {
    ClientTimes times =
        Collected.nativeRecords(
                "{\"trace_id\":\"" + ID + "\",\"status\":200,\"stream_end_ms\":720}")
            .only()
            .times();
    assertThat(times.total()).isEqualTo(720_000_000L);
    assertThat(times.streamEnd()).isEqualTo(720_000_000L);
  }

  @Test
  void anAnswerCutOffBeforeItsFirstTokenIsKept() {
    ClientRecord record =
        Collected.nativeRecords(
                "{\"trace_id\":\"" + ID + "\",\"outcome\":\"timeout\",\"token_times_ms\":[]}")
            .only();
    assertThat(record.times().content()).isEqualTo(ContentTimes.NONE);
  }

  @Test
  void setsANegativePartAside() {
    ClientRecord record =
        Collected.nativeRecords(GOOD.replace("}", ",\"receiving_ms\":-0.049999,\"sending_ms\":1}"))
            .only();
    assertThat(record.negativePart()).isTrue();
    assertThat(record.times().receiving()).isNull();
    assertThat(record.times().sending()).isEqualTo(1_000_000);
    assertThat(record.times().total()).isEqualTo(1_842_000_000L);
  }

  @Test
  void keepsRecordsWithoutATraceIdUnderTheirContent() {
    String sent =
        "{\"trace_id\":null,\"status\":200,\"total_ms\":1,\"sent_at\":\"2026-01-01T00:00:00Z\"}\n";
    Collected twice = Collected.nativeRecords(sent + sent);
    assertThat(twice.records).hasSize(2).noneMatch(ClientRecord::correlated);
    assertThat(twice.records.get(0).key()).isEqualTo(twice.records.get(1).key());
    assertThat(twice.records.get(0).traceId()).isNull();
  }

  @Test
  void tellsEqualRowsWithoutSendTimeApartByTheirPlace() {
    String row = "{\"trace_id\":null,\"status\":200,\"total_ms\":1}\n";
    Collected once = Collected.nativeRecords(row + row);
    Collected again = Collected.nativeRecords(row + row);
    assertThat(once.records.get(0).key()).isNotEqualTo(once.records.get(1).key());
    assertThat(once.records).isEqualTo(again.records);
  }

  @Test
  void keepsARequestIdsRecordUnderTheIdsKey() {
    Collected collected =
        Collected.nativeRecords(
            "[{\"request_id\":\"a\",\"status\":500,\"parent_span_id\":\"00000000006ad0ef\"},"
                + "{\"request_id\":\"b\",\"status\":500}]");
    assertThat(collected.records)
        .extracting(ClientRecord::requestKey)
        .containsExactly(Collected.KEYS.of("a"), Collected.KEYS.of("b"));
    assertThat(collected.records)
        .allMatch(it -> it.correlated() && it.traceId() == null && it.parentSpanId() == null);
  }

  @Test
  void prefersTheTraceIdToTheRequestId() {
    ClientRecord record =
        Collected.nativeRecords(
                "{\"request_id\":\"a\",\"trace_id\":\"0000000000000007000000000000012f\","
                    + "\"status\":500}")
            .only();
    assertThat(record.traceId()).isNotNull();
    assertThat(record.requestKey()).isNull();
  }

  @Test
  void rejectsOnlyTheBadLines() {
    Collected collected =
        Collected.nativeRecords(
            "\ufeff"
                + GOOD
                + "\r\n{\"trace_id\":\"00\",\"status\":200}\r\nnonsense\r\n\r\n"
                + GOOD
                + "\r\n");
    assertThat(collected.records).extracting(ClientRecord::position).containsExactly(1L, 5L);
    assertThat(collected.rejections)
        .containsExactly(
            new Rejection(2, "trace_id: expected 32 hex digits, got 2"),
            new Rejection(3, "not a JSON object"));
  }

  @Test
  void namesTheElementOfAnArray() {
    Collected collected =
        Collected.nativeRecords("[" + GOOD + ",7,{\"trace_id\":\"00\"}," + GOOD + "]");
    assertThat(collected.records).hasSize(2);
    assertThat(collected.rejections)
        .containsExactly(
            new Rejection(1, "element 2: not a JSON object"),
            new Rejection(1, "element 3: trace_id: expected 32 hex digits, got 2"));
    assertThat(collected.truncated).isFalse();
  }

  @Test
  void rejectsALineOfTenMegabytesAndReadsOn() {
    String line = "{\"prompt\":\"" + "x".repeat(10_000_000) + "\"}";
    Collected collected = Collected.nativeRecords(GOOD + "\n" + line + "\n" + GOOD + "\n");
    assertThat(collected.records).hasSize(2);
    assertThat(collected.rejections).containsExactly(new Rejection(2, "longer than 1048576 bytes"));
  }

  @Test
  void dropsALastPartialLine() {
    Collected collected = Collected.nativeRecords(GOOD + "\n" + GOOD.substring(0, 40));
    assertThat(collected.records).hasSize(1);
    assertThat(collected.rejections).isEmpty();
    assertThat(collected.truncated).isTrue();
  }

  @Test
  void keepsWhatComesBeforeTheCutOfAGzip() throws IOException {
    byte[] whole = UploadBodyTest.gzip((GOOD + "\n").repeat(2000).getBytes(StandardCharsets.UTF_8));
    Collected collected =
        Collected.nativeRecords(new ByteArrayInputStream(Arrays.copyOf(whole, whole.length - 12)));
    assertThat(collected.records).isNotEmpty();
    assertThat(collected.rejections).isEmpty();
    assertThat(collected.truncated).isTrue();
  }

  @Test
  void saysSoWhereNothingButAPartOfARecordArrives() {
    Collected collected = Collected.nativeRecords(GOOD.substring(0, 40));
    assertThat(collected.onlyReason()).isEqualTo("the body ends within this object");
  }

  private static Outcome outcome(String fields) {
    return Collected.nativeRecords("{\"trace_id\":\"" + ID + "\",\"total_ms\":1," + fields + "}")
        .only()
        .outcome();
  }

  private static ClientTimes times(String fields) {
    return Collected.nativeRecords(GOOD.replace("}", "," + fields + "}")).only().times();
  }
}
