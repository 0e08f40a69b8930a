package io.tracejoin.ingest.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracejoin.decompose.ClientRecord;
import io.tracejoin.decompose.Outcome;
import io.tracejoin.decompose.SpanId;
import io.tracejoin.decompose.TokenTimes;
import io.tracejoin.decompose.TraceId;
import io.tracejoin.decompose.TtftKind;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class AiperfFormatTest {

  private static final String SAMPLE = "llm-bench-samples/sample-aiperf-profile_export.jsonl";

  @Test
  void leavesWarmupOutAndReadsTheRestOfTheSample() {
    Collected read = read(Collected.file(SAMPLE));
    assertThat(read.rejections).isEmpty();
    assertThat(read.ignored).isEqualTo(1);
    assertThat(read.records)
        .extracting(ClientRecord::outcome)
        .containsExactly(
            Outcome.SUCCESS, Outcome.SUCCESS, Outcome.SUCCESS, Outcome.CANCELLED, Outcome.REJECTED);
    ClientRecord first = read.records.get(0);
    assertThat(first.times().sentAt()).isEqualTo(1_789_380_454_412_345_678L);
    assertThat(first.times().total()).isEqualTo(293_234_993);
    assertThat(first.times().ttft()).isEqualTo(168_904_512);
    assertThat(first.times().ttftKind()).isEqualTo(TtftKind.CHUNK);
    assertThat(chunks(first).size()).isEqualTo(7);
    assertThat(chunks(first).last()).isEqualTo(293_234_993);
    assertThat(first.labels().inputTokens()).isEqualTo(512);
    assertThat(first.labels().outputTokens()).isEqualTo(7);
    assertThat(first.traceId()).isNull();
    assertThat(first.requestKey())
        .isEqualTo(Collected.KEYS.of("8321aa14-3311-4035-9634-dd0d436aecf3"));
  }

  @Test
  void keepsWhatTheToolComputedOfSuccesses() {
    Collected read = read(Collected.file(SAMPLE));
    assertThat(read.reported)
        .extracting(it -> it.metric().figure() + " " + it.stat() + " " + it.value())
        .contains(
            "request_latency max 485.754810",
            "time_to_first_token max 402.771330",
            "inter_token_latency max 20.721747");
    assertThat(read.reported).hasSize(6);
  }

  @Test
  void joinsByTheTraceparentThatWasSent() {
    ClientRecord traced = read(Collected.file(SAMPLE)).records.get(1);
    assertThat(traced.traceId()).isEqualTo(TraceId.parse("75055a82d0c845d3ae5732255d9c8760"));
    assertThat(traced.parentSpanId()).isEqualTo(new SpanId(0x5f1b6c90d2a3e847L));
    assertThat(traced.sampled()).isTrue();
    assertThat(traced.status()).isEqualTo(200);
    assertThat(traced.times().plannedAt()).isEqualTo(1_789_380_454_911_116_609L);
    assertThat(chunks(traced).size()).isEqualTo(4);
    assertThat(traced.labels().outputTokens()).isEqualTo(11);
  }

  @Test
  void tellsNoLatencyOfAFailureButItsDuration() {
    List<ClientRecord> records = read(Collected.file(SAMPLE)).records;
    ClientRecord cancelled = records.get(3);
    assertThat(cancelled.status()).isNull();
    assertThat(cancelled.labels().errorCode()).isEqualTo("RequestCancellationError");
    assertThat(cancelled.labels().inputTokens()).isEqualTo(512);
    assertThat(cancelled.times().ttft()).isNull();
    assertThat(cancelled.times().total()).isEqualTo(500_731_904);
    assertThat(records.get(4).status()).isEqualTo(503);
    assertThat(records.get(4).toString()).doesNotContain("queue is full");
  }

  @Test
  void readsARealRun() {
    Collected read = read(Collected.file("real/aiperf-profile_export-2025-11.jsonl"));
    assertThat(read.rejections).isEmpty();
    assertThat(read.records).hasSize(10);
    List<Long> totals =
        read.records.stream()
            .map(it -> Objects.requireNonNull(it.times().total()))
            .sorted()
            .toList();
    assertThat(totals.get(4)).isEqualTo(3_635_879_515L);
    for (ClientRecord record : read.records) {
      assertThat(record.labels().outputTokens()).isEqualTo(200);
      assertThat(chunks(record).last()).isEqualTo(record.times().total());
    }
  }

  @Test
  void readsTheNamesOfOctober2025() {
    Collected read = read(Collected.file("real/aiperf-profile_export-2025-10-old-keys-cut.jsonl"));
    assertThat(read.rejections).isEmpty();
    assertThat(read.records.stream().filter(it -> it.outcome() == Outcome.CANCELLED)).hasSize(11);
    List<ClientRecord> good =
        read.records.stream().filter(it -> it.outcome() == Outcome.SUCCESS).toList();
    assertThat(good).hasSize(5);
    ClientRecord reasoning =
        good.stream()
            .filter(it -> Objects.equals(it.times().sentAt(), 1_759_522_419_158_355_424L))
            .findFirst()
            .orElseThrow();
    assertThat(reasoning.times().ttft()).isEqualTo(3_340_543_979L);
    assertThat(reasoning.times().total()).isEqualTo(8_214_202_336L);
    assertThat(reasoning.labels().outputTokens()).isEqualTo(193);
  }

  @Test
  void goesByTheUnitThatIsTold() {
    String line =
        "{\"metadata\":{},\"metrics\":{\"request_latency\":{\"value\":1.5,\"unit\":\"%s\"}},\"error\":null}";
    assertThat(read(line.formatted("s")).only().times().total()).isEqualTo(1_500_000_000);
    assertThat(read(line.formatted("ms")).only().times().total()).isEqualTo(1_500_000);
    assertThat(read(line.formatted("fortnights")).onlyReason())
        .isEqualTo("request_latency: its unit is none of ns, us, ms, s");
    assertThat(read(line.formatted("ms").replace("1.5", "Infinity")).onlyReason())
        .isEqualTo("request_latency: expected a finite number");
    assertThat(read(line.formatted("ms").replace("1.5", "0.0")).onlyReason())
        .isEqualTo("request_latency: missing, and there is no error");
  }

  @Test
  void tellsExceptionsApart() {
    String line =
        "{\"metadata\":{},\"metrics\":{},\"error\":{\"code\":null,\"type\":\"%s\",\"message\":\"at 10\"}}";
    assertThat(read(line.formatted("TimeoutError")).only().outcome()).isEqualTo(Outcome.TIMEOUT);
    assertThat(read(line.formatted("ServerDisconnectedError")).only().outcome())
        .isEqualTo(Outcome.DISCONNECTED);
    assertThat(read(line.formatted("SSEResponseError")).only().outcome()).isEqualTo(Outcome.ERROR);
  }

  @Test
  void refusesAggregatesAndNamesTheOption() {
    Collected read =
        read(
            "{\n \"schema_version\": \"1.5\",\n \"request_latency\": {\"unit\": \"ms\", \"avg\": 3.2}\n}\n");
    assertThat(read.onlyReason()).contains("aggregates", "--export-level records");
  }

  private static TokenTimes chunks(ClientRecord record) {
    return Objects.requireNonNull(record.times().content().chunks());
  }

  private static Collected read(String body) {
    return Collected.read(new AiperfFormat(Collected.DEFAULTS), Collected.stream(body));
  }
}
