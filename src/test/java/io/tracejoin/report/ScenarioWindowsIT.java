package io.tracejoin.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracejoin.decompose.Outcome;
import io.tracejoin.run.RunId;
import io.tracejoin.statistics.Quantile;
import io.tracejoin.store.ReportStores;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Windows that scenarios declare: {@code chat} its own, {@code embed} the run's. */
class ScenarioWindowsIT {

  private static final Instant START = Instant.parse("2026-11-29T10:00:00Z");

  /** Both are sent from 0 to 59.9 s, every tenth of a second. */
  private static final String DECLARED =
      """
      {"window": {"warmup_s": 0},
       "scenarios": {"chat": {"window": {"warmup_s": 20, "cooldown_s": 10}}}}
      """;

  private final Reports reports = ReportTestReports.reports();

  private static RunFixture twoScenarios(String name) {
    return RunFixture.open(name, DECLARED)
        .matched(600, Map.of("scenario", "'chat'", "client_total_ns", total("chat")))
        .matched(600, Map.of("scenario", "'embed'", "client_total_ns", total("embed")));
  }

  private static String total(String salt) {
    return "100000000 + (hashtext('%s' || i) & 1023) * 1000".formatted(salt);
  }

  @Test
  void eachRequestIsMeasuredInTheWindowOfItsOwnScenario() {
    twoScenarios("scenario-windows");
    Report report = reports.current(new RunId("scenario-windows"));
    assertThat(report.population().inWindow()).isEqualTo(300 + 600);
    assertThat(report.population().excludedByWindow()).isEqualTo(new Report.Outside(200, 100));
    assertThat(report.window().fromS()).isEqualByComparingTo("0");
    assertThat(report.window().toS()).isEqualByComparingTo("59.949958298");
    assertThat(report.window().generators())
        .containsExactly(
            new Report.GeneratorWindow(
                null, null, START, START.plusNanos(59_949_958_298L), new Report.Outside(0, 0)),
            new Report.GeneratorWindow(
                null,
                "chat",
                START.plusSeconds(20),
                START.plusSeconds(50),
                new Report.Outside(200, 100)));
    assertThat(report.warnings())
        .extracting(Report.Warning::code)
        .doesNotContain("scenario_window_unused");
    assertThat(ReportText.of(report))
        .contains(
            "scenario chat: 2026-11-29T10:00:20Z to 2026-11-29T10:00:50Z; left out: 200 before, 100 after");
  }

  @Test
  void ratesAreOverTheTimeThatTheWindowsCoverTogether() {
    twoScenarios("scenario-rates");
    Report whole = reports.current(new RunId("scenario-rates"));
    // Of chat those that ended from 20 to 50 s, of embed all but the last: over 59.949958298 s.
    assertThat(whole.throughput().completed()).isEqualTo(300 + 599);
    assertThat(whole.throughput().perS()).isEqualByComparingTo("14.995840");
    Report chat = of("scenario-rates", "chat");
    assertThat(chat.throughput().perS()).isEqualByComparingTo("10");
    assertThat(chat.window().generators()).hasSize(1);
    assertThat(chat.window().fromS()).isEqualByComparingTo("20");
  }

  @Test
  void windowsThatFollowEachOtherDoNotAddUpTheirRates() {
    RunFixture.open(
            "scenario-after",
            """
            {"scenarios": {"a": {"window": {"warmup_s": 5}, "load": {"planned_duration_s": 30}},
                           "b": {"window": {"warmup_s": 5}, "load": {"planned_duration_s": 30}}}}
            """)
        .matched(300, Map.of("scenario", "'a'"))
        .matched(
            300,
            Map.of("scenario", "'b'", "sent_at_ns", RunFixture.START + " + (i + 300) * 100000000"));
    Report report = reports.current(new RunId("scenario-after"));
    assertThat(report.population().inWindow()).isEqualTo(500);
    assertThat(report.throughput().perS()).isEqualByComparingTo("10");
    ObservedLoad observed =
        Objects.requireNonNull(Objects.requireNonNull(report.load()).observed());
    assertThat(observed.sentPerS()).isEqualByComparingTo("10");
    assertThat(report.window().generators())
        .extracting(Report.GeneratorWindow::from)
        .containsExactly(START.plusSeconds(5), START.plusSeconds(35));
  }

  @Test
  void aScenariosSliceIsTheReportOfThatScenario() {
    twoScenarios("scenario-slices")
        .clientOnly(40, "success", "no_spans", Map.of("scenario", "'chat'"))
        .clientOnly(40, "timeout", "no_spans", Map.of());
    Report report =
        reports.current(
            new RunId("scenario-slices"),
            ReportQuestion.STANDARD.cut(new SliceBy(SliceDimension.SCENARIO)));
    for (Slices.Slice slice : Objects.requireNonNull(report.slices()).values()) {
      if (slice.value() != null) {
        Report filtered = of("scenario-slices", slice.value());
        assertThat(slice.phases()).isEqualTo(filtered.phases()).isNotEmpty();
        assertThat(slice.tail()).isEqualTo(filtered.tail()).isNotEmpty();
        assertThat(slice.inWindow()).isEqualTo(filtered.population().inWindow());
        assertThat(slice.coverage()).isEqualTo(filtered.join().coverage());
      }
    }
  }

  @Test
  void theRequestsOfTheWindowAreThoseOfTheReport() {
    twoScenarios("scenario-requests");
    RunId name = new RunId("scenario-requests");
    RequestQuestion question =
        new RequestQuestion(
            null,
            null,
            null,
            null,
            Selector.ALL,
            null,
            null,
            ReportTestReports.distributions().cohort(name),
            RequestFields.sortable("client_total").orElseThrow(),
            true);
    RequestStore requests = ReportStores.requests(ReportDatabase.dataSource());
    assertThat(requests.count(requests.run(name).orElseThrow(), question))
        .isEqualTo(reports.current(name).population().inWindow())
        .isEqualTo(900);
  }

  @Test
  void aStepIsCutByTheWindowsOfItsScenarios() {
    Map<String, String> columns = new HashMap<>();
    columns.put("step", "1 + i / 300");
    RunFixture.open("scenario-steps", DECLARED)
        .matched(600, with(columns, "'chat'"))
        .matched(600, with(columns, "'embed'"));
    Steps steps =
        ReportTestReports.steps()
            .of(new RunId("scenario-steps"), Selector.ALL, new BigDecimal("0.95"));
    // Of chat step 1 has 20 to 30 s, step 2 up to 50 s; each starts with a tenth that settles.
    assertThat(steps.steps()).extracting(Steps.Step::sent).containsExactly(299L + 100, 299L + 199);
  }

  private static Map<String, String> with(Map<String, String> columns, String scenario) {
    Map<String, String> more = new HashMap<>(columns);
    more.put("scenario", scenario);
    return more;
  }

  private Report of(String run, String scenario) {
    return reports.current(
        new RunId(run),
        new ReportQuestion(
            Quantile.STANDARD, Outcome.SUCCESS, Selector.of(SliceDimension.SCENARIO, scenario)));
  }
}
