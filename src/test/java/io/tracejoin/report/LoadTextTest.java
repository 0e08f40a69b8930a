package io.tracejoin.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracejoin.run.K6Summary;
import io.tracejoin.run.K6Summary.Threshold;
import io.tracejoin.run.K6Summary.Verdict;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class LoadTextTest {

  private static final JsonMapper JSON = new JsonMapper();

  private final LoadReport load =
      new LoadReport(
          PromisedLoad.parse(
                  "{\"load\":{\"executor\":\"constant-arrival-rate\",\"target_rate\":8,\"max_concurrency\":120}}")
              .whole(),
          "points",
          new BigDecimal("640"),
          new BigDecimal("8"),
          new BigDecimal("7.410938"),
          new BigDecimal("7.5"),
          4743L,
          57L,
          new LoadReport.Users(120L, 120L, 120),
          List.of(),
          new ObservedLoad(
              new BigDecimal("7.4"),
              new BigDecimal("7.39"),
              new BigDecimal("14.0123"),
              31,
              Map.of("p99_ms", new BigDecimal("1.25")),
              null,
              null,
              List.of()));

  private final K6Report k6 =
      new K6Report(
          K6Summary.Shape.HANDLE_SUMMARY,
          Instant.parse("2026-11-29T10:11:12Z"),
          null,
          null,
          new BigDecimal("640001.2"),
          4743L,
          57L,
          4791L,
          4791,
          new BigDecimal("9000.000001"),
          new K6Report.Failed(12, 4791, new BigDecimal("0.002505")),
          new K6Summary.Checks(1, 2, List.of(new K6Summary.Check("a", 1, 2))),
          new K6Summary.Gauge(BigDecimal.ONE, BigDecimal.ZERO, BigDecimal.TEN),
          null,
          List.of(
              new Threshold("http_req_duration", "p(95)<4000", Verdict.PASSED),
              new Threshold("http_req_failed", "rate<0.001", Verdict.FAILED),
              new Threshold("my_errors", "count<1", Verdict.NO_DATA)),
          List.of(
              new K6Report.Trend(
                  "http_req_duration",
                  "ms",
                  null,
                  Map.of("p95", BigDecimal.TEN, "p99.9", BigDecimal.TEN, "avg", BigDecimal.ONE),
                  null)));

  @Test
  void theFirstScreenShowsLoadAndThresholds() {
    assertThat(LoadText.lines(load, k6))
        .containsExactly(
            "Load     promised 8.00/s (constant-arrival-rate); delivered 7.41/s over 640 s: 4743 iterations, 57 dropped",
            "         virtual users: at most 120 in use, 120 allocated, 120 promised",
            "Active   14.01 requests under way on average, at most 31; sends late by 1.25 ms at p99",
            "k6       thresholds: 1 passed, 1 failed, 1 without data; 4791 records of 4791 requests",
            "         FAILED   http_req_failed: rate<0.001",
            "         NO DATA  my_errors: count<1");
  }

  @Test
  void nothingIsSaidWhereNothingIsKnown() {
    assertThat(LoadText.lines(null, null)).isEmpty();
  }

  @Test
  void whatIsStoredAsJsonIsReadBackAsItWas() {
    assertThat(JSON.readValue(JSON.writeValueAsString(load), LoadReport.class)).isEqualTo(load);
    assertThat(JSON.readValue(JSON.writeValueAsString(k6), K6Report.class)).isEqualTo(k6);
    assertThat(JSON.writeValueAsString(k6))
        .contains("\"stats\":{\"avg\":1,\"p95\":10,\"p99.9\":10}");
  }
}
