package io.tracejoin.ingest.client;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.tracejoin.run.K6Summary;
import io.tracejoin.run.K6Summary.Shape;
import io.tracejoin.run.K6Summary.Threshold;
import io.tracejoin.run.K6Summary.Trend;
import io.tracejoin.run.K6Summary.Verdict;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.web.ErrorResponseException;
import tools.jackson.databind.json.JsonMapper;

class K6SummaryReaderTest {

  private static final JsonMapper JSON = new JsonMapper();

  @ParameterizedTest
  @CsvSource({
    "sample-summary-export.json,SUMMARY_EXPORT",
    "sample-handle-summary.json,HANDLE_SUMMARY",
    "sample-summary-machine-readable.json,MACHINE_READABLE"
  })
  void theThreeShapesOfOneTestSayTheSame(String file, Shape shape) {
    K6Summary summary = file("k6-samples/" + file);

    assertThat(summary.shape()).isEqualTo(shape);
    assertThat(summary.iterations()).isEqualTo(3);
    assertThat(summary.droppedIterations()).isEqualTo(1);
    assertThat(summary.httpReqs()).isEqualTo(4);
    assertThat(summary.httpReqFailed()).isEqualTo(new K6Summary.Failures(1, 4));
    assertThat(requireNonNull(summary.checks()).passed()).isEqualTo(2);
    assertThat(requireNonNull(summary.checks()).failed()).isEqualTo(1);
    assertThat(requireNonNull(summary.checks()).byName())
        .contains(new K6Summary.Check("chat is 200", 1, 1))
        .hasSize(2);
    assertThat(requireNonNull(summary.vusMax()).max()).isEqualByComparingTo("2");
    Trend duration = trend(summary, "http_req_duration");
    assertThat(duration.unit()).isEqualTo("ms");
    assertThat(duration.stats().keySet()).containsExactly("avg", "min", "med", "max", "p90", "p95");
    assertThat(duration.stats().get("max")).isEqualByComparingTo("3360.263363");
    assertThat(duration.stats().get("p90")).isEqualByComparingTo("2952.341816");
  }

  @ParameterizedTest
  @ValueSource(strings = {"sample-summary-export.json", "sample-handle-summary.json"})
  void theTwoWritingsOfThresholdsSayTheSame(String file) {
    assertThat(file("k6-samples/" + file).thresholds())
        .containsExactlyInAnyOrder(
            new Threshold("http_req_duration", "p(95)<4000", Verdict.PASSED),
            new Threshold("http_req_failed", "rate<0.05", Verdict.FAILED),
            new Threshold("llm_ttft_ms", "p(95)<1500", Verdict.PASSED));
  }

  @Test
  void theMachineReadableSummaryHasItsTimeAndVersionInBothSpellings() {
    String text = text("k6-samples/sample-summary-machine-readable.json");
    String published =
        text.replace("generated_at", "generatedAt")
            .replace("k6_version", "k6Version")
            .replace("\"p90\"", "\"p(90)\"")
            .replace("\"p95\"", "\"p(95)\"");

    K6Summary summary = read(text);
    assertThat(summary).isEqualTo(read(published));
    assertThat(summary.k6Version()).isEqualTo("2.2.0");
    assertThat(summary.generatedAt()).isEqualTo(Instant.parse("2026-03-14T09:15:44.118206553Z"));
    assertThat(summary.testDurationMs()).isEqualByComparingTo("4019.884112");
    assertThat(summary.thresholds()).isEmpty();
  }

  @Test
  void theScriptAndSetupDataAreNotKept() {
    assertThat(JSON.writeValueAsString(file("k6-samples/sample-summary-machine-readable.json")))
        .doesNotContain("import")
        .doesNotContain("script");
    assertThat(
            JSON.writeValueAsString(
                read(
                    "{\"metrics\":{\"iterations\":{\"count\":1,\"rate\":1}},\"setup_data\":{\"token\":\"s3cret\"}}")))
        .doesNotContain("s3cret");
  }

  @Test
  void aTrendThatPublishesItsCountIsNoCounter() {
    K6Summary summary = file("real/k6-summary-export-custom-stats.json");

    Trend duration = trend(summary, "http_req_duration");
    assertThat(duration.count()).isEqualTo(493_168);
    assertThat(duration.stats().keySet())
        .containsExactly("avg", "min", "med", "max", "p99", "p99.9");
    assertThat(duration.stats().get("p99.9")).isEqualByComparingTo("787.112989");
    assertThat(summary.httpReqs()).isEqualTo(493_168);
    assertThat(summary.droppedIterations()).isZero();
    assertThat(summary.trends()).extracting(Trend::metric).doesNotContain("vus", "data_sent");
  }

  @Test
  void falseMeansPassedInAnExport() {
    K6Summary chaos = file("real/k6-summary-export-network-chaos.json");
    assertThat(chaos.thresholds())
        .extracting(Threshold::expression, Threshold::verdict)
        .containsExactly(tuple("p(99)<15000", Verdict.PASSED), tuple("rate<0.20", Verdict.PASSED));
    assertThat(trend(chaos, "http_req_connecting").count()).isEqualTo(chaos.httpReqs());
    assertThat(trend(chaos, "vote_latency_ms").unit()).isNull();

    K6Summary failed = file("real/k6-summary-export-failed-threshold.json");
    assertThat(failed.httpReqFailed()).isEqualTo(new K6Summary.Failures(0, 1089));
    assertThat(failed.thresholds())
        .extracting(Threshold::metric, Threshold::verdict)
        .containsExactly(
            tuple("http_req_duration", Verdict.FAILED),
            tuple("http_req_failed", Verdict.PASSED),
            tuple("login_duration", Verdict.FAILED),
            tuple("login_fail_rate", Verdict.PASSED));
  }

  @Test
  void droppedIterationsAndFailuresOfAnOverloadedTest() {
    K6Summary summary = file("real/k6-handlesummary-dropped-iterations.json");

    assertThat(summary.shape()).isEqualTo(Shape.HANDLE_SUMMARY);
    assertThat(summary.iterations()).isEqualTo(59_322);
    assertThat(summary.droppedIterations()).isEqualTo(134_927);
    assertThat(summary.httpReqFailed()).isEqualTo(new K6Summary.Failures(57_188, 120_778));
    assertThat(requireNonNull(summary.vusMax()).max()).isEqualByComparingTo("500");
    assertThat(summary.thresholds()).allMatch(it -> it.verdict() == Verdict.FAILED).hasSize(6);
    assertThat(trend(summary, "http_req_duration{expected_response:true}").stats().get("min"))
        .isEqualByComparingTo(BigDecimal.ZERO);
  }

  @Test
  void keysThatAScriptAddsAreIgnored() {
    K6Summary summary = file("real/k6-handlesummary-extra-keys.json");

    assertThat(summary.shape()).isEqualTo(Shape.HANDLE_SUMMARY);
    assertThat(summary.iterations()).isEqualTo(600);
    assertThat(summary.droppedIterations()).isZero();
    assertThat(summary.testDurationMs()).isEqualByComparingTo("30363.212");
  }

  @Test
  void aThresholdWithoutASampleSaysNothing() {
    K6Summary summary =
        read(
            """
            {"metrics": {
              "iterations": {"count": 3, "rate": 1},
              "http_reqs": {"count": 3, "rate": 1},
              "dropped_iterations": {"count": 0, "rate": 0, "thresholds": {"count<1": false}},
              "my_errors": {"count": 0, "rate": 0, "thresholds": {"count<1": false}},
              "my_rate": {"passes": 0, "fails": 0, "value": 0, "thresholds": {"rate<0.1": false}},
              "my_trend": {"avg": 0, "min": 0, "max": 0, "thresholds": {"p(95)<5": false}},
              "my_count": {"avg": 0, "count": 0, "thresholds": {"p(95)<5": false}},
              "http_req_tls_handshaking": {"avg": 0, "max": 0, "thresholds": {"p(95)<5": false}}}}
            """);

    assertThat(summary.thresholds())
        .extracting(Threshold::metric, Threshold::verdict)
        .containsExactlyInAnyOrder(
            tuple("dropped_iterations", Verdict.PASSED),
            tuple("my_errors", Verdict.NO_DATA),
            tuple("my_rate", Verdict.NO_DATA),
            tuple("my_trend", Verdict.NO_DATA),
            tuple("my_count", Verdict.NO_DATA),
            tuple("http_req_tls_handshaking", Verdict.PASSED));
  }

  @Test
  void whatNothingRanOfIsNotZero() {
    K6Summary summary = read("{\"root_group\":{},\"metrics\":{}}");

    assertThat(summary.iterations()).isNull();
    assertThat(summary.droppedIterations()).isNull();
    assertThat(summary.httpReqs()).isNull();
    assertThat(summary.httpReqFailed()).isNull();
    assertThat(summary.checks()).isNull();
  }

  @Test
  void textsThatCannotBeStoredAreMadeStorable() {
    K6Summary summary =
        read("{\"metrics\":{\"a\\u0000b\":{\"avg\":1e300,\"max\":2}},\"root_group\":{}}");

    assertThat(summary.trends().get(0).metric()).isEqualTo("a\ufffdb");
    assertThat(summary.trends().get(0).stats().keySet()).containsExactly("max");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"metrics\":[]}",
        "{\"metrics\":{}}",
        "{\"results\":{}}",
        "{\"type\":\"Point\",\"metric\":\"vus\",\"data\":{\"value\":1}}",
        "{\"scenarios\":{}}"
      })
  void anotherShapeIsToldWhatWasExpected(String body) {
    assertThatThrownBy(() -> read(body))
        .isInstanceOfSatisfying(
            ErrorResponseException.class,
            it -> {
              assertThat(it.getStatusCode().value()).isEqualTo(422);
              assertThat(it.getBody().getDetail()).contains("--summary-export", "handleSummary");
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "[]", "{\"metrics\":", "secret-token"})
  void whatIsNoObjectIsMalformedAndNotRepeated(String body) {
    assertThatThrownBy(() -> read(body))
        .isInstanceOfSatisfying(
            ErrorResponseException.class,
            it -> {
              assertThat(it.getStatusCode().value()).isEqualTo(400);
              assertThat(it.getBody().getDetail()).doesNotContain("secret");
            });
  }

  private static Trend trend(K6Summary summary, String metric) {
    return summary.trends().stream()
        .filter(it -> it.metric().equals(metric))
        .findFirst()
        .orElseThrow();
  }

  private static K6Summary file(String name) {
    return read(text(name));
  }

  private static K6Summary read(String json) {
    return K6SummaryReader.read(K6Body.object(json.getBytes(StandardCharsets.UTF_8)));
  }

  private static String text(String name) {
    try (InputStream in = K6SummaryReaderTest.class.getResourceAsStream("/formats/" + name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
