package io.tracejoin.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracejoin.decompose.Outcome;
import io.tracejoin.report.ObservedLoad.Stationarity;
import io.tracejoin.run.RunId;
import io.tracejoin.statistics.Quantile;
import io.tracejoin.store.ReportStores;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class ObservedLoadIT {

  private final Reports reports = ReportTestReports.reports();

  @Test
  void activeRequestsAreCountedFromTheirIntervals() {
    // One starts every 100 ms. 250 ms long: in each stretch of 100 ms three for a half, two after.
    RunFixture.open("active", "{\"window\": {\"warmup_s\": 10}}")
        .matched(1000, Map.of("client_total_ns", "250000000"));
    ObservedLoad seen = observed("active");
    assertThat(seen.activeMean()).isEqualByComparingTo("2.5");
    assertThat(seen.activeMax()).isEqualTo(3);
    assertThat(seen.sentPerS()).isEqualByComparingTo("10");
    // 900 are sent in the window; the last two end after it, three of before end in it.
    assertThat(seen.completedPerS()).isEqualByComparingTo("10");
  }

  @Test
  void oneThatEndsAsTheNextStartsIsNotBesideIt() {
    RunFixture.open("active-edge", "{}").matched(100, Map.of());
    assertThat(observed("active-edge").activeMax()).isEqualTo(1);
    assertThat(observed("active-edge").activeMean()).isEqualByComparingTo("1");
  }

  @Test
  void failuresAreUnderWayTooAndGeneratorsAddUp() {
    Map<String, String> other = new HashMap<>();
    other.put("generator", "'b'");
    other.put("sent_at_ns", RunFixture.START + " + 3600000000000 + i * 100000000");
    other.put("client_total_ns", "200000000");
    RunFixture.open("active-generators", "{}")
        .matched(100, Map.of("generator", "'a'"))
        .clientOnly(100, "timeout", "no_spans", other);
    assertThat(observed("active-generators").activeMean()).isEqualByComparingTo("2.99");
    assertThat(observed("active-generators").activeMax()).isEqualTo(3);
  }

  @Test
  void lateSendsMakeAnOpenLoadAClosedOne() {
    RunFixture.open("late", "{\"load\": {\"model\": \"open\"}}")
        .matched(100, Map.of("schedule_lag_ns", "10000001"));
    RunFixture.open("punctual", "{\"load\": {\"model\": \"open\"}}")
        .matched(100, Map.of("schedule_lag_ns", "10000000"));
    assertThat(codes("late")).contains("closed_in_effect");
    assertThat(observed("late").flags()).contains("closed_in_effect");
    assertThat(observed("late").scheduleLag().get("p99_ms")).isEqualByComparingTo("10.000001");
    assertThat(codes("punctual")).doesNotContain("closed_in_effect");
  }

  @Test
  void lagIsHeldAgainstTheFirstTokenWhereThatIsKnown() {
    RunFixture.open("late-token", "{}")
        .matched(
            100,
            Map.of(
                "schedule_lag_ns", "3000000",
                "client_ttft_ns", "20000000",
                "client_ttft_kind", "'token'"));
    assertThat(codes("late-token")).contains("closed_in_effect");
  }

  @Test
  void aQueueThatGrowsIsNotStationary() {
    // 5 to 15 ms, with noise.
    String growing = "5000000 + i * 10000 + (hashtext('n' || i) & 1048575)";
    RunFixture.open("growing", "{}").matched(1000, Map.of("gpu_queue_ns", growing));
    RunFixture.open("growing-stepped", "{\"kind\": \"stepped\"}")
        .matched(1000, Map.of("gpu_queue_ns", growing));
    RunFixture.open("flat", "{}")
        .matched(1000, Map.of("gpu_queue_ns", "5000000 + (hashtext('n' || i) & 1048575)"));
    Stationarity found = Objects.requireNonNull(observed("growing").stationarity());
    assertThat(found.measure()).isEqualTo("gpu_queue");
    assertThat(found.stationary()).isFalse();
    assertThat(found.lastMeanMs().subtract(found.firstMeanMs()).doubleValue()).isBetween(6.0, 7.4);
    assertThat(codes("growing")).contains("not_stationary");
    assertThat(codes("flat")).doesNotContain("not_stationary");
    assertThat(observed("growing-stepped").stationarity()).isNull();
    assertThat(codes("growing-stepped")).doesNotContain("not_stationary");
  }

  @Test
  void withoutAQueueTheTotalIsLookedAt() {
    RunFixture.open("growing-total", "{}")
        .matched(1000, Map.of("client_total_ns", "100000000 + i * 100000"));
    assertThat(observed("growing-total").stationarity())
        .extracting(it -> Objects.requireNonNull(it).measure())
        .isEqualTo("client_total");
    assertThat(codes("growing-total")).contains("not_stationary");
  }

  @Test
  void declaredUsersAreHeldAgainstRateTimesTime() {
    RunFixture.open("users", "{\"load\": {\"model\": \"closed\", \"vus\": 1}}")
        .matched(100, Map.of());
    RunFixture.open("users-missing", "{\"load\": {\"model\": \"closed\", \"vus\": 2}}")
        .matched(100, Map.of());
    assertThat(codes("users")).doesNotContain("little_mismatch");
    assertThat(codes("users-missing")).contains("little_mismatch");
    assertThat(observed("users-missing").little())
        .isEqualTo(
            new ObservedLoad.Little(
                2, Objects.requireNonNull(observed("users").little()).rateTimesWall()));
  }

  @Test
  void aFilterDoesNotMakeTheLoadFallShort() {
    RunFixture.open("filtered-load", "{\"load\": {\"model\": \"open\", \"target_rate\": 10}}")
        .matched(300, Map.of("model", "CASE WHEN i % 2 = 0 THEN 'a' ELSE 'b' END"));
    Report report =
        reports.current(
            new RunId("filtered-load"),
            new ReportQuestion(
                Quantile.STANDARD, Outcome.SUCCESS, Selector.of(SliceDimension.MODEL, "a")));
    assertThat(report.population().inWindow()).isEqualTo(150);
    assertThat(report.warnings())
        .extracting(Report.Warning::code)
        .doesNotContain("load_not_delivered");
  }

  @Test
  void aTimelineTellsActivityAndCoverageOfTheRequestsAskedFor() {
    RunFixture.open("line", "{}")
        .matched(
            200,
            Map.of(
                "client_total_ns", "250000000",
                "pool", "CASE WHEN i % 4 = 0 THEN 'a' ELSE 'b' END"))
        .clientOnly(
            50, "success", "no_spans", Map.of("sent_at_ns", RunFixture.START + " + 12000000000"));
    Timelines timelines = new Timelines(ReportStores.reports(ReportDatabase.dataSource()));
    List<Timeline.Bucket> all = timelines.of(new RunId("line"), 10).buckets();
    // 2.5 under way, and in the second bucket 50 more for 0.1 of 10 s.
    assertThat(all.get(0).activeMax()).isEqualTo(3);
    assertThat(all.get(0).activeMean()).isBetween(bd("2.4"), bd("2.5"));
    assertThat(all.get(1).activeMean()).isEqualByComparingTo("3");
    assertThat(all.get(1).activeMax()).isEqualTo(53);
    assertThat(all.get(0).coverage()).isEqualByComparingTo("1");
    assertThat(all.get(1).coverage()).isEqualByComparingTo("0.666666");

    List<Timeline.Bucket> some =
        timelines.of(new RunId("line"), 10, Selector.of(SliceDimension.POOL, "a")).buckets();
    assertThat(some.get(1).sent()).isEqualTo(75);
    assertThat(some.get(1).coverage()).isEqualByComparingTo("0.333333");
    assertThat(some.get(1).measures().get(0).n()).isEqualTo(25);
  }

  private static java.math.BigDecimal bd(String value) {
    return new java.math.BigDecimal(value);
  }

  private ObservedLoad observed(String run) {
    return Objects.requireNonNull(
        Objects.requireNonNull(reports.current(new RunId(run)).load()).observed());
  }

  private List<String> codes(String run) {
    return reports.current(new RunId(run)).warnings().stream().map(Report.Warning::code).toList();
  }
}
