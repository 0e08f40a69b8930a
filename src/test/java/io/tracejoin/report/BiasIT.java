package io.tracejoin.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracejoin.decompose.Outcome;
import io.tracejoin.run.RunId;
import io.tracejoin.statistics.Quantile;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class BiasIT {

  /** 100 ms to 1 s in an order that has nothing to do with time. */
  private static final String TOTAL = "100000000 + (hashtext('t' || i) & 65535) * 13733";

  private static int tries;

  private final Reports reports = ReportTestReports.reports();

  @Test
  void losingTheSlowestTracesIsABiasedJoin() {
    RunFixture.open("bias-slow", "{}")
        .matched(1900, Map.of("client_total_ns", TOTAL))
        .clientOnly(100, "success", "no_spans", Map.of("client_total_ns", "1000000000 + i"));

    Report report = reports.current(new RunId("bias-slow"));

    Bias bias = bias(report);
    assertThat(bias.biased()).isTrue();
    assertThat(bias.ks()).isEqualByComparingTo("1");
    assertThat(bias.pValue()).isEqualByComparingTo("0");
    // The p95 of 2000 is the slowest of the 1900.
    assertThat(bias.matchedRank().get("p95")).isEqualByComparingTo("1");
    assertThat(bias.matchedRank().get("p50")).isEqualByComparingTo("0.526315");
    assertThat(bias.biasedAt()).contains("p95", "p99");
    assertThat(bias.unmatched().quantiles().get("p50_ms")).isEqualByComparingTo("1000.000049");
    assertThat(codes(report)).contains("biased_join");
    assertThat(ReportText.of(report)).contains("Bias     biased at p95, p99");
  }

  @Test
  void losingTracesByChanceIsNone() {
    RunFixture.open("bias-none", "{}")
        .matched(1900, Map.of("client_total_ns", TOTAL))
        .clientOnly(
            100,
            "success",
            "no_spans",
            Map.of("client_total_ns", "100000000 + (hashtext('u' || i) & 65535) * 13733"));
    Report report = reports.current(new RunId("bias-none"));
    assertThat(bias(report).biased()).isFalse();
    assertThat(bias(report).pValue()).isGreaterThan(new BigDecimal("0.01"));
    assertThat(codes(report)).doesNotContain("biased_join");
  }

  @Test
  void smallSamplesAreCountedOut() {
    // 3 of 4 ms matched twice, 5 ms not matched twice: 2 of the 6 divisions are as far apart.
    RunFixture.open("bias-small", "{}")
        .matched(2, Map.of("client_total_ns", "(3 + i) * 1000000"))
        .clientOnly(2, "success", "no_spans", Map.of("client_total_ns", "5000000"));
    assertThat(bias(reports.current(new RunId("bias-small"))).pValue())
        .isEqualByComparingTo("0.333333");
  }

  @Test
  void failuresAndRecordsToldTwiceAreNotCompared() {
    RunFixture.open("bias-successes", "{}")
        .matched(100, Map.of())
        .clientOnly(50, "timeout", "no_spans", Map.of("client_total_ns", "60000000000"))
        .clientOnly(
            50,
            "success",
            "collision",
            Map.of(
                "client_total_ns", "60000000000", "anomalies", "ARRAY['duplicate_client_record']"));
    Bias bias = bias(reports.current(new RunId("bias-successes")));
    assertThat(bias.unmatched().n()).isZero();
    assertThat(bias.ks()).isNull();
    assertThat(bias.biased()).isFalse();
  }

  @Test
  void aSelectorKeepsTheUnmatchedThatItDoesNotRuleOut() {
    RunFixture.open("bias-pool", "{}")
        .matched(900, Map.of("pool", "'a'"))
        .matched(900, Map.of("pool", "'b'", "client_total_ns", "200000000"))
        .clientOnly(100, "success", "no_spans", Map.of("client_total_ns", "300000000"))
        .clientOnly(40, "success", "no_spans", Map.of("pool", "'b'"));
    Report report =
        reports.current(
            new RunId("bias-pool"),
            new ReportQuestion(
                Quantile.STANDARD, Outcome.SUCCESS, Selector.of(SliceDimension.POOL, "a")));
    assertThat(bias(report).matched().n()).isEqualTo(900);
    assertThat(bias(report).unmatched().n()).isEqualTo(100);
    assertThat(bias(report).biased()).isTrue();
  }

  /** However many are lost, if it is the slowest and more than a fifth of one of the shares. */
  @Property(tries = 12)
  void theSlowestLostIsAlwaysSeen(
      @ForAll @IntRange(min = 300, max = 800) int requests,
      @ForAll @IntRange(min = 2, max = 60) int percent) {
    int lost = Math.max(3, requests * percent / 100);
    String name = "bias-lost-" + tries++;
    RunFixture.open(name, "{}")
        .matched(requests - lost, Map.of("client_total_ns", "100000000 + i * 1000"))
        .clientOnly(lost, "success", "no_spans", Map.of("client_total_ns", "200000000 + i * 1000"));
    Report report = reports.current(new RunId(name));
    assertThat(bias(report).biased()).isTrue();
    assertThat(codes(report)).contains("biased_join");
  }

  private static Bias bias(Report report) {
    return Objects.requireNonNull(report.join().bias());
  }

  private static List<String> codes(Report report) {
    return report.warnings().stream().map(Report.Warning::code).toList();
  }
}
