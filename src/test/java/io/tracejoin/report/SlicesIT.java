package io.tracejoin.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracejoin.decompose.Outcome;
import io.tracejoin.run.RunId;
import io.tracejoin.statistics.Quantile;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SlicesIT {

  /** Two of each, of unlike size, with ties, and pairs that lack a phase. */
  private static final Map<String, String> MIXED =
      Map.of(
          "model", "CASE WHEN i % 3 = 0 THEN 'a' ELSE 'b' END",
          "pool", "CASE WHEN i % 7 = 0 THEN NULL WHEN i % 5 = 0 THEN 'x' ELSE 'y' END",
          "step", "i * 4 / 1000",
          "streaming", "i % 2 = 0",
          "input_tokens", "CASE WHEN i % 11 = 0 THEN NULL ELSE i * 3 END",
          "server_input_tokens", "CASE WHEN i % 2 = 0 THEN i END",
          "client_total_ns", "100000000 + (hashtext('s' || i) & 1023) * 1000000",
          "gpu_queue_ns",
              "CASE WHEN i % 4 = 0 THEN NULL ELSE (hashtext('g' || i) & 255) * 1000 END",
          "client_ttft_ns", "CASE WHEN i % 6 = 0 THEN i * 1000 END",
          "client_ttft_kind", "CASE WHEN i % 12 = 0 THEN 'token' WHEN i % 6 = 0 THEN 'chunk' END");

  private static int tries;

  private final Reports reports = ReportTestReports.reports();

  @Test
  void aSliceIsTheReportOfItsRequests() {
    RunFixture.open(
            "slices-filter",
            "{\"window\": {\"warmup_s\": 10}, \"slo\": {\"total_ms\": 700, \"ttft_ms\": 0.9}}")
        .matched(1000, MIXED)
        .clientOnly(
            70,
            "success",
            "no_spans",
            Map.of(
                "model", "(ARRAY[NULL, 'a', 'b'])[1 + i % 3]",
                "streaming", "i % 2 = 0",
                "input_tokens", "i * 40",
                "sent_at_ns", sent(12),
                "client_total_ns", "100000000 + (i % 20) * 70000000"))
        .clientOnly(60, "success", "no_spans", Map.of("model", "'a'"))
        .clientOnly(30, "timeout", "no_spans", Map.of("sent_at_ns", sent(20)))
        .clientOnly(5, "error", "never_sent", Map.of("model", "'b'", "sent_at_ns", sent(30)));
    for (SliceDimension dimension :
        List.of(
            SliceDimension.MODEL,
            SliceDimension.POOL,
            SliceDimension.STEP,
            SliceDimension.STREAMING,
            SliceDimension.INPUT_TOKENS)) {
      Slices slices = sliced("slices-filter", new SliceBy(dimension));
      assertThat(slices.values().size()).isGreaterThan(1);
      for (Slices.Slice slice : slices.values()) {
        if (slice.value() != null) {
          isTheReport(slice, filtered("slices-filter", dimension, slice.value()));
        }
      }
    }
  }

  private static void isTheReport(Slices.Slice slice, Report report) {
    assertThat(slice.phases()).isEqualTo(report.phases()).isNotEmpty();
    assertThat(slice.tail()).isEqualTo(report.tail()).isNotEmpty();
    assertThat(slice.clientRecords()).isEqualTo(report.population().clientRecords());
    assertThat(slice.inWindow()).isEqualTo(report.population().inWindow());
    assertThat(slice.success()).isEqualTo(report.population().success());
    assertThat(slice.errorRate()).isEqualTo(report.population().errorRate());
    assertThat(slice.matched()).isEqualTo(report.join().matched());
    assertThat(slice.coverage()).isEqualTo(report.join().coverage());
    assertThat(slice.coverageSuccess()).isEqualTo(report.join().coverageSuccess());
    assertThat(slice.bias()).isEqualTo(report.join().bias()).isNotNull();
    assertThat(slice.slo()).isEqualTo(report.slo()).isNotNull();
  }

  /** Whatever is missing, however often values repeat, and whichever slice it may be of. */
  @Property(tries = 15)
  void aSlicesBiasIsThatOfItsReport(
      @ForAll @IntRange(min = 0, max = 400) int matched,
      @ForAll @IntRange(min = 0, max = 150) int missing,
      @ForAll @IntRange(min = 1, max = 300) int distinct) {
    String name = "slices-bias-" + tries++;
    String total = "(hashtext('%s' || i) & 65535) %% " + distinct + " * 1000000 + 1";
    RunFixture run = RunFixture.open(name, "{}");
    run.matched(1, Map.of("model", "'a'"));
    if (matched > 0) {
      run.matched(
          matched,
          Map.of(
              "model",
              "(ARRAY[NULL, 'a', 'b', 'c'])[1 + (hashtext('m' || i) & 3)]",
              "client_total_ns",
              total.formatted("x")));
    }
    if (missing > 0) {
      run.clientOnly(
          missing,
          "success",
          "no_spans",
          Map.of(
              "model", "(ARRAY[NULL, 'a', 'b', 'd'])[1 + (hashtext('n' || i) & 3)]",
              "anomalies",
                  "CASE WHEN i % 9 = 0 THEN ARRAY['duplicate_client_record'] ELSE '{}' END",
              "client_total_ns", total.formatted("y")));
    }
    for (Slices.Slice slice : sliced(name, new SliceBy(SliceDimension.MODEL)).values()) {
      if (slice.value() != null) {
        assertThat(slice.bias())
            .isEqualTo(filtered(name, SliceDimension.MODEL, slice.value()).join().bias());
      }
    }
  }

  @Test
  void theSliceWhoseSlowRequestsLostTheirTracesIsNamed() {
    RunFixture.open("slices-biased", "{}")
        .matched(400, Map.of("model", "'fair'", "client_total_ns", "100000000 + i * 1000000"))
        .matched(400, Map.of("model", "'unfair'", "client_total_ns", "100000000 + i * 1000000"))
        .clientOnly(
            50,
            "success",
            "no_spans",
            Map.of("model", "'fair'", "client_total_ns", "100000000 + i * 8000000"))
        .clientOnly(
            50,
            "success",
            "no_spans",
            Map.of("model", "'unfair'", "client_total_ns", "900000000 + i * 8000000"));
    Report report =
        reports.current(
            new RunId("slices-biased"),
            ReportQuestion.STANDARD.cut(new SliceBy(SliceDimension.MODEL)));
    assertThat(Objects.requireNonNull(slice(report, "fair").bias()).biased()).isFalse();
    assertThat(Objects.requireNonNull(slice(report, "unfair").bias()).biasedAt())
        .contains("p95", "p99");
    assertThat(report.warnings())
        .filteredOn(it -> it.code().equals("biased_join") && it.message().startsWith("by model"))
        .singleElement()
        .satisfies(it -> assertThat(it.message()).contains("unfair (at ").doesNotContain(" fair"));
    assertThat(ReportText.of(report)).contains("Biased: by model").contains("unfair (at ");
  }

  @Test
  void eachSliceHasItsAttainmentOverWhatWasSentAndOverWhatCompleted() {
    RunFixture.open("slices-slo", "{\"slo\": {\"total_ms\": 200}}")
        .matched(90, Map.of("pool", "'a'"))
        .matched(10, Map.of("pool", "'a'", "client_total_ns", "300000000"))
        .matched(40, Map.of("pool", "'b'"))
        .clientOnly(20, "timeout", "no_spans", Map.of("sent_at_ns", sent(1)));
    Report report =
        reports.current(
            new RunId("slices-slo"), ReportQuestion.STANDARD.cut(new SliceBy(SliceDimension.POOL)));
    SloReport ofA = Objects.requireNonNull(slice(report, "a").slo());
    assertThat(List.of(ofA.sent(), ofA.good())).containsExactly(120L, 90L);
    assertThat(ofA.attainment()).isEqualByComparingTo("0.75");
    // The last of each is sent when the window ends, and completes after it.
    assertThat(ofA.completed()).isEqualTo(99L);
    assertThat(ofA.goodCompleted()).isEqualTo(89L);
    SloReport unknown = Objects.requireNonNull(slice(report, null).slo());
    assertThat(List.of(unknown.sent(), unknown.good())).containsExactly(20L, 0L);
    assertThat(ReportText.of(report)).contains("attainment").contains("75.00 %");
    assertThat(sliced("slices-slo", SliceBy.OUTCOME).values())
        .allSatisfy(it -> assertThat(it.slo()).isNull());
  }

  @Test
  void anUnmatchedRecordThatLacksTheValueIsInEverySlicesDenominator() {
    RunFixture.open("slices-open", "{}")
        .matched(90, Map.of("pool", "'a'"))
        .matched(10, Map.of("pool", "'b'"))
        .clientOnly(10, "success", "no_spans", Map.of());
    Slices slices = sliced("slices-open", new SliceBy(SliceDimension.POOL));
    assertThat(slices.values()).extracting(Slices.Slice::value).containsExactly("a", "b", null);
    assertThat(slices.values()).extracting(Slices.Slice::inWindow).containsExactly(100L, 20L, 10L);
    assertThat(slices.values()).extracting(Slices.Slice::undecided).containsExactly(10L, 10L, 0L);
    assertThat(slices.values().get(0).coverage()).isEqualByComparingTo("0.9");
    assertThat(slices.values().get(1).coverage()).isEqualByComparingTo("0.5");
    assertThat(slices.values().get(2).coverage()).isEqualByComparingTo("0");
    assertThat(slices.values().get(2).phases()).hasSize(1);
  }

  @Test
  void byOutcomeEachSliceHasTheFiguresOfItsOwn() {
    RunFixture.open("slices-outcome", "{}")
        .matched(200, MIXED)
        .matched(50, Map.of("outcome", "'http_error'", "network_envelope_ns", "NULL"))
        .clientOnly(20, "timeout", "no_spans", Map.of("client_total_ns", "30000000000"));
    Slices slices = sliced("slices-outcome", SliceBy.OUTCOME);
    assertThat(slices.values())
        .extracting(Slices.Slice::value)
        .containsExactly("success", "http_error", "timeout");
    for (Slices.Slice slice : slices.values()) {
      Outcome outcome = Outcome.parse(Objects.requireNonNull(slice.value()));
      Report whole =
          reports.current(
              new RunId("slices-outcome"), new ReportQuestion(Quantile.STANDARD, outcome));
      assertThat(slice.phases()).isEqualTo(whole.phases()).isNotEmpty();
      assertThat(slice.tail()).isEqualTo(whole.tail());
    }
  }

  @Test
  void theValuesWithMostRecordsAreKeptAndTheOthersFolded() {
    RunFixture.open("slices-many", "{}")
        .matched(300, Map.of("worker", "'w' || lpad(CAST(i % 150 AS text), 3, '0')"))
        .matched(1, Map.of("worker", "'w149'"));
    Report report =
        reports.current(
            new RunId("slices-many"),
            ReportQuestion.STANDARD.cut(new SliceBy(SliceDimension.WORKER)));
    Slices slices = Objects.requireNonNull(report.slices());
    assertThat(slices.otherValues()).isEqualTo(50);
    assertThat(slices.values()).hasSize(101);
    assertThat(slices.values().get(0).value()).isEqualTo("w149");
    assertThat(slices.values().get(99).value()).isEqualTo("w098");
    assertThat(slices.values().get(100).value()).isEqualTo(SliceCut.OTHER);
    assertThat(slices.values().get(100).inWindow()).isEqualTo(100);
    assertThat(report.warnings()).extracting(Report.Warning::code).contains("many_values");
    assertThat(ReportText.of(report)).contains("By worker").contains("__other__");
    assertThat(ReportCsv.of(report)).contains(",worker,w149\r\n").contains(",worker,__other__\r\n");
  }

  @Test
  void slicesOfAFinishedRunAreStoredWithTheRevision() {
    RunId name = new RunId("slices-stored");
    ReportQuestion byPool = ReportQuestion.STANDARD.cut(new SliceBy(SliceDimension.POOL));
    RunFixture run = RunFixture.open("slices-stored", "{}").matched(50, MIXED).finished();
    reports.store(name);
    reports.storeSlices(name);
    Report stored = reports.current(name, byPool);
    assertThat(stored.revision()).isEqualTo(1);
    assertThat(reports.revision(name, 1).orElseThrow().slices()).isNull();

    // Rows that no change number tells of are not looked at.
    run.matched(50, MIXED);
    assertThat(reports.current(name, byPool)).isEqualTo(stored);
    assertThat(stored(name, SliceDimension.MODEL)).isTrue();
    assertThat(stored(name, SliceDimension.ROUTE)).isFalse();

    run.touched();
    Report next = reports.current(name, byPool);
    assertThat(next.revision()).isEqualTo(2);
    assertThat(next.slices()).isNotEqualTo(stored.slices());
    assertThat(reports.current(name, byPool)).isEqualTo(next);
  }

  private boolean stored(RunId name, SliceDimension dimension) {
    return io.tracejoin.store.ReportStores.reports(ReportDatabase.dataSource())
        .read(name, data -> data.slices(1, new SliceBy(dimension)).isPresent())
        .orElseThrow();
  }

  @Test
  void severalModelsInOneFigureAreToldUnlessOneIsAskedFor() {
    RunFixture.open("slices-mixed", "{}").matched(90, MIXED);
    assertThat(reports.current(new RunId("slices-mixed")).warnings())
        .anySatisfy(
            it -> {
              assertThat(it.code()).isEqualTo("mixed_population");
              assertThat(it.message()).contains("2 values of model").contains("b 60, a 30");
            });
    assertThat(filtered("slices-mixed", SliceDimension.MODEL, "a").warnings())
        .extracting(Report.Warning::code)
        .doesNotContain("mixed_population");
  }

  @Test
  void tokensAreSlicedByBucket() {
    RunFixture.open("slices-tokens", "{}")
        .matched(100, Map.of("input_tokens", "512 + i % 2", "output_tokens", "i * 3"))
        .matched(1, Map.of("input_tokens", "2147483647"));
    assertThat(sliced("slices-tokens", new SliceBy(SliceDimension.INPUT_TOKENS)).values())
        .extracting(Slices.Slice::value)
        .containsExactly("input_0_512", "input_513_2048", "input_2049_up");
    assertThat(
            filtered("slices-tokens", SliceDimension.OUTPUT_TOKENS, "output_129_256")
                .population()
                .inWindow())
        .isEqualTo(43);
  }

  /** However many there are and wherever they lie: fast failures leave every figure as it was. */
  @Property(tries = 8)
  void failuresNeverImproveALatency(
      @ForAll @IntRange(min = 1, max = 400) int failures,
      @ForAll @IntRange(max = 3) int kind,
      @ForAll boolean traced) {
    String name = "slices-failures-" + tries++;
    RunFixture run = RunFixture.open(name, "{}").matched(200, MIXED);
    Report before =
        reports.current(
            new RunId(name), ReportQuestion.STANDARD.cut(new SliceBy(SliceDimension.MODEL)));
    String outcome = List.of("error", "cancelled", "http_error", "disconnected").get(kind);
    Map<String, String> columns = new HashMap<>();
    columns.put("model", "'a'");
    columns.put("client_total_ns", "1000");
    columns.put("sent_at_ns", sent(5));
    if (traced) {
      columns.put("outcome", "'" + outcome + "'");
      columns.put("network_envelope_ns", "NULL");
      columns.put("gpu_queue_ns", "1");
      run.matched(failures, columns);
    } else {
      run.clientOnly(failures, outcome, "no_spans", columns);
    }
    Report after =
        reports.current(
            new RunId(name), ReportQuestion.STANDARD.cut(new SliceBy(SliceDimension.MODEL)));

    sameLatencies(before.phases(), after.phases());
    assertThat(after.tail()).isEqualTo(before.tail());
    sameLatencies(slice(before, "a").phases(), slice(after, "a").phases());
    assertThat(slice(after, "a").tail()).isEqualTo(slice(before, "a").tail());
    assertThat(slice(after, "a").errorRate()).isGreaterThan(slice(before, "a").errorRate());
    assertThat(after.population().errorRate()).isGreaterThan(before.population().errorRate());
  }

  private static void sameLatencies(List<Figure> before, List<Figure> after) {
    assertThat(after).hasSameSizeAs(before);
    for (int i = 0; i < before.size(); i++) {
      assertThat(after.get(i).n()).isEqualTo(before.get(i).n());
      assertThat(after.get(i).quantiles()).isEqualTo(before.get(i).quantiles());
      assertThat(after.get(i).meanMs()).isEqualTo(before.get(i).meanMs());
      assertThat(after.get(i).maxMs()).isEqualTo(before.get(i).maxMs());
    }
  }

  private static Slices.Slice slice(Report report, @Nullable String value) {
    return Objects.requireNonNull(report.slices()).values().stream()
        .filter(it -> Objects.equals(it.value(), value))
        .findFirst()
        .orElseThrow();
  }

  private Slices sliced(String run, SliceBy by) {
    return Objects.requireNonNull(
        reports.current(new RunId(run), ReportQuestion.STANDARD.cut(by)).slices());
  }

  private Report filtered(String run, SliceDimension dimension, String value) {
    return reports.current(
        new RunId(run),
        new ReportQuestion(Quantile.STANDARD, Outcome.SUCCESS, Selector.of(dimension, value)));
  }

  private static String sent(int seconds) {
    return RunFixture.START + " + " + seconds + "000000000 + i * 1000000";
  }
}
