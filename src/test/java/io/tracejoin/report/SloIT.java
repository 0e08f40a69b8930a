package io.tracejoin.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracejoin.decompose.Outcome;
import io.tracejoin.run.RunId;
import io.tracejoin.statistics.Quantile;
import io.tracejoin.store.ReportStores;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class SloIT {

  private static final Clock CLOCK =
      Clock.fixed(Instant.parse("2026-11-29T11:00:00Z"), ZoneOffset.UTC);

  private final Reports reports =
      new Reports(ReportStores.reports(ReportDatabase.dataSource()), CLOCK);

  @Test
  void aRequestIsGoodIfItSucceedsAndKeepsToEveryClause() {
    RunFixture.open("slo-good", "{\"slo\": {\"total_ms\": 150, \"ttft_ms\": 50}}")
        .matched(
            100,
            Map.of(
                "client_total_ns", "CASE WHEN i < 10 THEN 150000001 ELSE 150000000 END",
                "client_ttft_ns", "CASE WHEN i < 90 THEN 50000000 WHEN i < 95 THEN 50000001 END",
                "client_ttft_kind", "'token'"))
        .clientOnly(20, "timeout", "no_spans", Map.of())
        .clientOnly(5, "error", "never_sent", Map.of());
    SloReport slo = slo("slo-good", ReportQuestion.STANDARD);
    // 10 are too slow, 5 start too late, of 5 nobody knows; failures and never sent are no good.
    assertThat(slo.good()).isEqualTo(80);
    assertThat(slo.sent()).isEqualTo(125);
    assertThat(slo.attainment()).isEqualByComparingTo("0.64");
    assertThat(slo.ci95()).hasSize(2);
    assertThat(slo.noData()).isEmpty();
  }

  @Test
  void anAnswerOfOneTokenIsExemptFromTheTokenClauseUnlessItIsDeclaredToFail() {
    Map<String, String> columns =
        Map.of(
            "tpot_ns", "CASE WHEN i < 60 THEN 50000000 WHEN i < 70 THEN 70000000 END",
            "output_tokens", "CASE WHEN i < 90 THEN 1 ELSE 5 END");
    RunFixture.open("slo-single", "{\"slo\": {\"tpot_ms\": 60}}").matched(100, columns);
    RunFixture.open(
            "slo-single-fail", "{\"slo\": {\"tpot_ms\": 60}, \"single_token_tpot\": \"fail\"}")
        .matched(100, columns);
    assertThat(slo("slo-single", ReportQuestion.STANDARD).good()).isEqualTo(90);
    assertThat(slo("slo-single", ReportQuestion.STANDARD).singleTokenTpot()).isEqualTo("exempt");
    assertThat(slo("slo-single-fail", ReportQuestion.STANDARD).good()).isEqualTo(60);
  }

  @Test
  void aMeasureThatNoRequestHasIsNoData() {
    RunFixture.open("slo-blind", "{\"slo\": {\"tpot_ms\": 60, \"total_ms\": 500}}")
        .matched(100, Map.of());
    SloReport slo = slo("slo-blind", ReportQuestion.STANDARD);
    assertThat(slo.noData()).containsExactly("tpot");
    assertThat(slo.attainment()).isNull();
    assertThat(slo.goodputPerS()).isNull();
  }

  @Test
  void inAnOpenRunALateSendIsNoExcuse() {
    String slo = "{\"slo\": {\"total_ms\": 150}, \"load\": {\"model\": \"%s\"}}";
    Map<String, String> late =
        Map.of(
            "response_time_ns", "CASE WHEN i < 30 THEN 151000000 WHEN i < 60 THEN 140000000 END");
    RunFixture.open("slo-late-open", slo.formatted("open")).matched(100, late);
    RunFixture.open("slo-late-closed", slo.formatted("closed")).matched(100, late);
    assertThat(slo("slo-late-open", ReportQuestion.STANDARD).good()).isEqualTo(70);
    assertThat(slo("slo-late-closed", ReportQuestion.STANDARD).good()).isEqualTo(100);
  }

  @Test
  void goodputCountsWhatEndsInTheWindow() {
    // Sent in [10, 90) of 100 s at 10/s; each takes 5 s.
    RunFixture.open(
            "slo-goodput",
            "{\"slo\": {\"total_ms\": 6000}, \"window\": {\"warmup_s\": 10, \"cooldown_s\": 10}}")
        .matched(
            1000,
            Map.of("client_total_ns", "CASE WHEN i < 100 THEN 7000000000 ELSE 5000000000 END"));
    SloReport slo = slo("slo-goodput", ReportQuestion.STANDARD);
    assertThat(slo.sent()).isEqualTo(800);
    assertThat(slo.good()).isEqualTo(800);
    assertThat(slo.goodCompleted()).isEqualTo(750);
    assertThat(slo.goodputPerS()).isEqualByComparingTo("9.375");
  }

  @Test
  void ofASliceWhatIsNotRuledOutIsSentAndWhatIsKnownToBelongIsGood() {
    RunFixture.open("slo-pools", "{\"slo\": {\"total_ms\": 500}}")
        .matched(30, Map.of("pool", "'a'"))
        .matched(20, Map.of("pool", "'b'"))
        .clientOnly(5, "success", "no_spans", Map.of());
    SloReport slo =
        slo(
            "slo-pools",
            new ReportQuestion(
                Quantile.STANDARD, Outcome.SUCCESS, Selector.of(SliceDimension.POOL, "a")));
    assertThat(slo.sent()).isEqualTo(35);
    assertThat(slo.good()).isEqualTo(30);
  }

  @Test
  void withoutAnSloNothingIsJudged() {
    RunFixture.open("slo-unasked", "{\"slo\": {}}").matched(5, Map.of());
    assertThat(reports.current(new RunId("slo-unasked")).slo()).isNull();
  }

  @Test
  void withoutAQueueTheRequestsInFlightTellOfOverload() {
    // 10/s; each takes as many seconds as a hundredth of its number: ever more are in flight.
    RunFixture.open(
            "slo-flight",
            "{\"load\": {\"stages\": [{\"target_rate\": 10, \"duration_s\": 60},"
                + " {\"target_rate\": 10, \"duration_s\": 60}]}}")
        .matched(1200, Map.of("client_total_ns", "100000000 + i * 2000000"));
    Steps steps =
        new RunSteps(ReportStores.reports(ReportDatabase.dataSource()), CLOCK)
            .of(new RunId("slo-flight"), Selector.ALL, new BigDecimal("0.95"));
    assertThat(steps.steps()).hasSize(2);
    Steps.Step second = steps.steps().get(1);
    assertThat(Objects.requireNonNull(second.queue()).measure()).isEqualTo("active_requests");
    assertThat(second.overCapacity()).isTrue();
    // Little: 10/s times 1.3 to 2.5 s.
    assertThat(second.queue().thirds().get(1).doubleValue()).isBetween(15.0, 21.0);
    assertThat(steps.capacity().reason()).isEqualTo("no_slo");
    assertThat(List.of(60.0, 120.0)).contains(second.toS().doubleValue());
  }

  private SloReport slo(String run, ReportQuestion question) {
    return Objects.requireNonNull(reports.current(new RunId(run), question).slo());
  }
}
