package io.tracejoin.ingest.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracejoin.decompose.ClientRecord;
import io.tracejoin.decompose.Outcome;
import io.tracejoin.decompose.TtftKind;
import org.junit.jupiter.api.Test;

class GuidellmFormatTest {

  private static final String SAMPLE = "llm-bench-samples/sample-guidellm.json";

  @Test
  void makesARecordOfEachRequestOfTheSample() {
    Collected read = read(Collected.file(SAMPLE));
    assertThat(read.rejections).isEmpty();
    assertThat(read.notes).isEmpty();
    assertThat(read.records)
        .extracting(ClientRecord::outcome)
        .containsExactly(
            Outcome.SUCCESS, Outcome.SUCCESS, Outcome.SUCCESS, Outcome.CANCELLED, Outcome.REJECTED);
    ClientRecord first = read.records.get(0);
    assertThat(first.times().sentAt()).isEqualTo(1_789_380_453_201_120_000L);
    assertThat(first.times().total()).isEqualTo(301_450_000);
    assertThat(first.times().streamEnd()).isEqualTo(301_450_000);
    assertThat(first.times().ttft()).isEqualTo(152_310_000);
    assertThat(first.times().ttftKind()).isEqualTo(TtftKind.CHUNK);
    assertThat(first.times().content().isEmpty()).isTrue();
    assertThat(first.labels().inputTokens()).isEqualTo(256);
    assertThat(first.labels().outputTokens()).isEqualTo(8);
    assertThat(first.labels().step()).isZero();
    assertThat(first.labels().scenario()).isEqualTo("constant");
    assertThat(first.labels().model()).isEqualTo("example/Tiny-Instruct-1B");
  }

  @Test
  void tellsTheLateOnesPlan() {
    ClientRecord late = read(Collected.file(SAMPLE)).records.get(2);
    assertThat(late.times().plannedAt()).isEqualTo(1_789_380_454_200_000_000L);
    assertThat(late.times().sentAt()).isEqualTo(1_789_380_454_618_700_000L);
  }

  @Test
  void keepsWhatFailuresTellAndNothingElse() {
    Collected read = read(Collected.file(SAMPLE));
    ClientRecord cancelled = read.records.get(3);
    assertThat(cancelled.times().ttft()).isEqualTo(291_140_000);
    assertThat(cancelled.times().total()).isEqualTo(402_070_000);
    assertThat(cancelled.times().streamEnd()).isNull();
    ClientRecord refused = read.records.get(4);
    assertThat(refused.status()).isEqualTo(503);
    assertThat(refused.times().ttft()).isNull();
    assertThat(refused.labels().outputTokens()).isNull();
    assertThat(read.records.toString()).doesNotContain("llm.example", "Traceback");
  }

  @Test
  void readsReportsOfVersion1() {
    Collected read = read(Collected.file("real/guidellm-0.5.0-version1-cut.json"));
    assertThat(read.rejections).isEmpty();
    assertThat(read.records).hasSize(3);
    assertThat(read.notes)
        .containsExactly(
            "Benchmark 1: of 27 requests made, 3 are in the file; --sample-requests (sample_size)"
                + " leaves the others out.");
    ClientRecord first = read.records.get(0);
    assertThat(first.times().plannedAt()).as("the common start is no plan").isNull();
    assertThat(first.times().total()).isEqualTo(2_718_202_500L);
    assertThat(first.times().ttft()).isEqualTo(64_163_200);
    assertThat(first.labels().outputTokens()).isEqualTo(128);
    assertThat(first.labels().model()).isEqualTo("Qwen/Qwen3-0.6B");
    assertThat(read.records.get(2).outcome()).isEqualTo(Outcome.CANCELLED);
    assertThat(read.records.get(2).labels().outputTokens()).isNull();
  }

  @Test
  void leavesWarmupAndCooldownOut() {
    String sample =
        Collected.file(SAMPLE)
            .replace(
                "\"measure_start_time\": 1789380453.20112", "\"measure_start_time\": 1789380453.5");
    assertThat(read(sample).ignored).isEqualTo(1);
    assertThat(read(sample).records).hasSize(4);
    String cooled =
        sample
            .replace("\"measure_end_time\": 1789380455.20753", "\"measure_end_time\": 1789380455.0")
            .replaceFirst(
                "\"cooldown\": \\{\\s*\"percent\": null", "\"cooldown\": {\"percent\": 0.1");
    assertThat(read(cooled).ignored).isEqualTo(2);
  }

  @Test
  void rejectsOnlyTheRequestWhoseClockWentBack() {
    String sample =
        Collected.file(SAMPLE)
            .replaceFirst("\"request_end\": 1789380453.50257", "\"request_end\": 1789380453.1");
    Collected read = read(sample);
    assertThat(read.records).hasSize(4);
    assertThat(read.rejections)
        .extracting(Rejection::reason)
        .containsExactly("request 1: request_end: before the request's start");
  }

  @Test
  void takesAnErrorWithinASuccessForAnError() {
    String sample =
        Collected.file(SAMPLE).replaceFirst("\"error\": null", "\"error\": \"APIError('x')\"");
    ClientRecord first = read(sample).records.get(0);
    assertThat(first.outcome()).isEqualTo(Outcome.ERROR);
    assertThat(first.labels().errorCode()).isEqualTo("APIError");
  }

  @Test
  void keepsTheRequestsThatCameBeforeTheEndOfACutReport() {
    String sample = Collected.file(SAMPLE);
    Collected read = read(sample.substring(0, sample.indexOf("\"incomplete\": [")));
    assertThat(read.records).hasSize(3);
    assertThat(read.truncated).isTrue();
  }

  @Test
  void refusesWhatTellsOfNoRequest() {
    assertThat(
            read("{\"benchmarks\":[{\"metrics\":{},\"requests\":{\"successful\":[]}}]}")
                .onlyReason())
        .contains("requests is empty", "sample_size");
    assertThat(read("{\"a\":1}").onlyReason()).contains("no report of GuideLLM");
    assertThat(read("metadata:\n  version: 2\n").onlyReason()).startsWith("not JSON");
  }

  @Test
  void countsTheBenchmarksOfASweepAsSteps() {
    String two = Collected.file(SAMPLE).strip() + "\n" + Collected.file(SAMPLE);
    Collected read = read(two);
    assertThat(read.records).hasSize(10);
    assertThat(read.records.get(9).labels().step()).isEqualTo(1);
  }

  private static Collected read(String body) {
    return Collected.read(new GuidellmFormat(), Collected.stream(body));
  }
}
