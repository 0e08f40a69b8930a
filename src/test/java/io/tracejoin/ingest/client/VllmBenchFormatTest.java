package io.tracejoin.ingest.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracejoin.decompose.ClientRecord;
import io.tracejoin.decompose.Outcome;
import io.tracejoin.decompose.TokenTimes;
import io.tracejoin.decompose.TtftKind;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class VllmBenchFormatTest {

  private static final String SAMPLE = "llm-bench-samples/sample-vllm-bench.json";

  @Test
  void makesARecordOfEachRequestOfTheSample() {
    Collected read = read(Collected.file(SAMPLE));
    assertThat(read.rejections).isEmpty();
    assertThat(read.notes).isEmpty();
    assertThat(read.records)
        .extracting(ClientRecord::outcome)
        .containsExactly(
            Outcome.SUCCESS,
            Outcome.SUCCESS,
            Outcome.SUCCESS,
            Outcome.REJECTED,
            Outcome.DISCONNECTED);
    ClientRecord first = read.records.get(0);
    assertThat(first.times().total()).isEqualTo(332_760_116);
    assertThat(first.times().ttft()).isEqualTo(183_274_116);
    assertThat(first.times().ttftKind()).isEqualTo(TtftKind.CHUNK);
    assertThat(chunks(first).size()).isEqualTo(8);
    assertThat(chunks(first).last()).isEqualTo(332_760_116);
    assertThat(first.times().sentAt()).isNull();
    assertThat(first.labels().model()).isEqualTo("example/Tiny-Instruct-1B");
    assertThat(first.labels().inputTokens()).isEqualTo(412);
    assertThat(first.labels().outputTokens()).isEqualTo(8);
    assertThat(chunks(read.records.get(1)).size()).isEqualTo(5);
    assertThat(chunks(read.records.get(2)).size()).isEqualTo(1);
  }

  @Test
  void takesTheZerosOfAFailureForNoData() {
    List<ClientRecord> records = read(Collected.file(SAMPLE)).records;
    ClientRecord refused = records.get(3);
    assertThat(refused.status()).isEqualTo(503);
    assertThat(refused.times().total()).isNull();
    assertThat(refused.times().ttft()).isNull();
    assertThat(refused.times().content().isEmpty()).isTrue();
    assertThat(refused.labels().outputTokens()).isNull();
    ClientRecord broken = records.get(4);
    assertThat(broken.labels().errorCode()).isEqualTo("ClientPayloadError");
    assertThat(broken.times().total()).isNull();
    assertThat(broken.times().ttft()).isEqualTo(301_772_913);
    assertThat(chunks(broken).size()).isEqualTo(3);
  }

  @Test
  void tellsSendTimesOnlyWhereTheStartOfTheRunIsTold() {
    String told =
        Collected.file(SAMPLE)
            .replace("\"tp\": \"1\"", "\"tracejoin_started_at\": \"2026-09-14T10:17:00Z\"");
    List<ClientRecord> records = read(told).records;
    long start = Collected.nanos("2026-09-14T10:17:00Z");
    assertThat(records.get(0).times().sentAt()).isEqualTo(start);
    assertThat(records.get(1).times().sentAt()).isEqualTo(start + 380_214_000);
    assertThat(records.get(3).times().plannedAt()).isEqualTo(start + 716_288_000 - 56_190_000);
  }

  @Test
  void takesTheEventThatIsOneTooManyForTheRole() {
    Collected read = read(Collected.file("real/vllm-bench-2025-03-detailed-cut.json"));
    assertThat(read.rejections).isEmpty();
    assertThat(read.records).hasSize(6);
    assertThat(read.notes).singleElement().asString().contains("94 of the 100 requests");
    ClientRecord first = read.records.get(0);
    assertThat(first.times().ttft()).isEqualTo(221_710_089);
    assertThat(first.times().ttftKind()).isEqualTo(TtftKind.FIRST_BYTE);
    assertThat(chunks(first).size()).isEqualTo(85);
    assertThat(chunks(first).first()).isEqualTo(221_710_089 + 3_292_571_547L);
    assertThat(first.times().total()).isEqualTo(chunks(first).last());
  }

  @Test
  void refusesAggregatesAndNamesTheOption() {
    for (String file :
        List.of(
            "vllm-bench-v0.25.1-aggregates-only.json",
            "vllm-bench-v0.25.1-all-failed.json",
            "inference-perf-stage-lifecycle.json")) {
      Collected read = read(Collected.file("real/" + file));
      assertThat(read.onlyReason()).contains("aggregates only", "--save-detailed");
    }
  }

  @Test
  void readsEachOfSeveralRunsInAFile() {
    Collected sglang = read(Collected.file("real/sglang-bench-serving-infinity.jsonl"));
    assertThat(sglang.records).isEmpty();
    assertThat(sglang.rejections).hasSize(7);
    assertThat(sglang.rejections.get(6).line()).isEqualTo(7);
    Collected twice =
        read(
            Collected.file(SAMPLE)
                + "\n"
                + Collected.file(SAMPLE).replace("tj-demo7-", "tj-demo8-"));
    assertThat(twice.records).hasSize(10);
    assertThat(twice.records).extracting(ClientRecord::key).doesNotHaveDuplicates();
  }

  @Test
  void readsResultsInAnArray() {
    Collected read = read("[" + Collected.file(SAMPLE) + ",\n" + Collected.file(SAMPLE) + "]");
    assertThat(read.records).hasSize(10);
    assertThat(read.rejections).isEmpty();
  }

  @Test
  void tellsNoChunkWhereSeveralAreEmpty() {
    ClientRecord record =
        read("{\"ttfts\":[0.1],\"output_lens\":[2],\"itls\":[[0.2,0.2,0.2]],\"request_rate\":Infinity}")
            .only();
    assertThat(record.times().content().isEmpty()).isTrue();
    assertThat(record.times().ttftKind()).isEqualTo(TtftKind.FIRST_BYTE);
    assertThat(record.times().total()).isEqualTo(700_000_000);
  }

  @Test
  void neverTakesTheRequestedLengthForTokens() {
    ClientRecord record =
        read("{\"backend\":\"sglang\",\"ttfts\":[0.1],\"output_lens\":[128],\"itls\":[[0.1]]}")
            .only();
    assertThat(record.labels().outputTokens()).isNull();
    assertThat(chunks(record).size()).isEqualTo(2);
  }

  @Test
  void takesATimeOfZeroForMissing() {
    Collected read =
        read(
            "{\"ttfts\":[0.0,0.0],\"output_lens\":[3,3],\"itls\":[[0.1],[]],\"latencies\":[0.5,0]}");
    assertThat(read.records).hasSize(1);
    assertThat(read.records.get(0).times().ttft()).isNull();
    assertThat(read.records.get(0).times().content().isEmpty()).isTrue();
    assertThat(read.records.get(0).times().total()).isEqualTo(500_000_000);
    assertThat(read.rejections).singleElement().asString().contains("request 2");
  }

  @Test
  void refusesArraysThatDoNotFitAndGoesOn() {
    Collected read =
        read(
            "{\"ttfts\":[0.1],\"output_lens\":[1,1]}\n{\"ttfts\":[NaN],\"output_lens\":[1],\"x\":[1]}\n"
                + Collected.file(SAMPLE));
    assertThat(read.rejections)
        .extracting(Rejection::reason)
        .containsExactly(
            "output_lens: 2 entries, and ttfts has 1: not one for each request",
            "ttfts: expected a finite number");
    assertThat(read.records).hasSize(5);
  }

  @Test
  void saysThatAFileIsCut() {
    Collected read = read(Collected.file(SAMPLE).substring(0, 900));
    assertThat(read.truncated).isTrue();
    assertThat(read.onlyReason()).isEqualTo("the body ends within this object");
  }

  @Test
  void findsTheSameRecordsInAnyOrderOfTheKeys() {
    String first = "{\"itls\":[[0.2]],\"output_lens\":[2],\"ttfts\":[0.1]}";
    String last = "{\"ttfts\":[0.1],\"output_lens\":[2],\"itls\":[[0.2]]}";
    assertThat(read(first).only()).isEqualTo(read(last).only());
  }

  private static TokenTimes chunks(ClientRecord record) {
    return Objects.requireNonNull(record.times().content().chunks());
  }

  private static Collected read(String body) {
    return Collected.read(new VllmBenchFormat(), Collected.stream(body));
  }
}
