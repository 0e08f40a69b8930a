package io.tracejoin.ingest.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracejoin.decompose.ClientRecord;
import io.tracejoin.decompose.TtftKind;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A script's own time to first token finds its request. */
class K6FirstTokensTest {

  private static final String POINTS = Collected.file("k6-samples/sample-k6-points.ndjson");
  private static final String STREAM = Collected.file("k6-samples/sample-xk6-sse-points.ndjson");
  private static final String TRACE = "dc0718189caa6d5f1c9ac40e8813d6af";

  @Test
  void thePointFollowsItsRequest() {
    Collected collected = read(POINTS, "llm_ttft_ms", TtftUnit.MS);
    ClientRecord chat = collected.records.get(2);
    assertThat(chat.times().ttft()).isEqualTo(813_193_113L);
    assertThat(chat.times().ttftKind()).isEqualTo(TtftKind.TOKEN);
    assertThat(account(collected).used()).isEqualTo(1);
    assertThat(account(collected).unattached()).isZero();
  }

  @Test
  void kindsAreNotMixedWhereTheScriptMeasures() {
    Collected collected = read(POINTS, "llm_ttft_ms", TtftUnit.MS);
    assertThat(collected.records)
        .extracting(it -> it.times().ttftKind())
        .containsExactly(null, null, TtftKind.TOKEN, null);
  }

  @Test
  void thePointPrecedesTheEndOfAStream() {
    Collected collected = read(STREAM, "llm_emit_first_token_second", TtftUnit.S);
    ClientRecord stream = collected.only();
    assertThat(stream.times().ttft()).isEqualTo(790_000_000L);
    assertThat(stream.times().ttftKind()).isEqualTo(TtftKind.TOKEN);
    assertThat(stream.labels().streaming()).isTrue();
  }

  @Test
  void theIdentifierMayBeATagAndATraceparent() {
    String tagged =
        POINTS
            .replace("\"metadata\":{\"trace_id\":\"" + TRACE + "\"}", "\"metadata\":{}")
            .replace(
                "\"endpoint\":\"chat\"",
                "\"endpoint\":\"chat\",\"traceparent\":\"00-" + TRACE + "-00f067aa0ba902b7-01\"");
    Collected collected = read(tagged, "llm_ttft_ms", TtftUnit.MS);
    ClientRecord chat = collected.records.get(2);
    assertThat(String.valueOf(chat.parentSpanId())).isEqualTo("00f067aa0ba902b7");
    assertThat(chat.times().ttft()).isEqualTo(813_193_113L);
  }

  @Test
  void aPointWithoutAnIdentifierIsOfNoUse() {
    String lost =
        String.join(
                "\n",
                POINTS
                    .lines()
                    .map(it -> it.contains("813.193113") ? it.replace("trace_id", "x") : it)
                    .toList())
            + "\n";
    Collected collected = read(lost, "llm_ttft_ms", TtftUnit.MS);
    assertThat(collected.records).allMatch(it -> it.times().ttft() == null);
    assertThat(account(collected).unattached()).isEqualTo(1);
  }

  @Test
  void aPointOfARedirectedCallGoesToItsLastHop() {
    String hops = POINTS + firstToken("dc0718189caa6d9ab7645b1f0c9a7e21", "20");
    Collected collected = read(hops, "llm_ttft_ms", TtftUnit.MS);
    assertThat(collected.records.get(0).times().ttft()).isNull();
    assertThat(collected.records.get(1).times().ttft()).isEqualTo(20_000_000L);
  }

  @Test
  void doesNotGuessBetweenTwoRequestsOfOneTrace() {
    String twice = POINTS.replace("dc0718189caa6dd6522e0f77a1b25d90", TRACE);
    String late =
        String.join("\n", twice.lines().filter(it -> !it.contains("813.193113")).toList())
            + "\n"
            + firstToken(TRACE, "20");
    Collected collected = read(late, "llm_ttft_ms", TtftUnit.MS);
    assertThat(collected.records).allMatch(it -> it.times().ttft() == null);
    assertThat(account(collected).unattached()).isEqualTo(1);
  }

  @Test
  void rejectsATimeBelowZeroOrWithoutEnd() {
    String worse = POINTS + firstToken(TRACE, "-1") + firstToken(TRACE, "+Inf");
    assertThat(read(worse, "llm_ttft_ms", TtftUnit.MS).rejections)
        .extracting(Rejection::reason)
        .containsExactly("a time to first token below 0", "value: Inf is not a finite number");
  }

  @ParameterizedTest
  @CsvSource({"ttft_ms,MS", "ttft_s,S", "ttft_second,S", "x_seconds,S", "ttft_us,US"})
  void someNamesEndInTheirUnit(String name, TtftUnit unit) {
    assertThat(TtftUnit.ofSuffix(name)).contains(unit);
  }

  @ParameterizedTest
  @CsvSource({"MS,1.5e2,150000000", "S,0.79,790000000", "US,3.25,3250", "NS,12,12"})
  void readsEveryUnitExactly(TtftUnit unit, String value, long nanos) {
    assertThat(unit.nanos(value)).isEqualTo(nanos);
  }

  @Test
  void otherNamesDoNot() {
    assertThat(TtftUnit.ofSuffix("ttft")).isEmpty();
    assertThat(TtftUnit.ofSuffix("ms")).isEmpty();
    assertThat(TtftUnit.ofSuffix("ttft_ns_total")).isEmpty();
  }

  private static String firstToken(String trace, String value) {
    return "{\"metric\":\"llm_ttft_ms\",\"type\":\"Point\",\"data\":{\"time\":"
        + "\"2026-03-14T10:15:50Z\",\"value\":"
        + value
        + ",\"tags\":{},\"metadata\":{\"trace_id\":\""
        + trace
        + "\"}}}\n";
  }

  private static FirstTokens account(Collected collected) {
    return Objects.requireNonNull(collected.firstTokens);
  }

  private static Collected read(String body, String metric, TtftUnit unit) {
    return Collected.read(
        new K6JsonFormat(Collected.DEFAULTS),
        Collected.stream(body),
        new UploadOptions(null, new TtftTrend(metric, unit, true), Collected.KEYS));
  }
}
