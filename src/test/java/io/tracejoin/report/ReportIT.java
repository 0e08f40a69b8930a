package io.tracejoin.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.tracejoin.decompose.Outcome;
import io.tracejoin.decompose.TokenTimes;
import io.tracejoin.run.RunId;
import io.tracejoin.statistics.BinomialRanks;
import io.tracejoin.statistics.Quantile;
import io.tracejoin.statistics.RankInterval;
import io.tracejoin.store.ReportStores;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

class ReportIT {

  private static final Clock CLOCK =
      Clock.fixed(Instant.parse("2026-11-29T11:00:00Z"), ZoneOffset.UTC);
  private static final long MS = 1_000_000;

  private final Reports reports =
      new Reports(ReportStores.reports(ReportDatabase.dataSource()), CLOCK);

  @Test
  void percentilesAreThoseOfASort() {
    RunFixture.open("sorted", "{}")
        .matched(5003, Map.of("client_total_ns", "100 + (hashtext('x' || i) & 1073741823)"));
    List<Long> sorted =
        JdbcClient.create(ReportDatabase.dataSource())
            .sql(
                "SELECT client_total_ns FROM joined_request JOIN run ON run.id = joined_request.run_id"
                    + " WHERE run.run_id = 'sorted' ORDER BY 1")
            .query(Long.class)
            .list();

    Report report =
        reports.current(
            new RunId("sorted"),
            new ReportQuestion(
                List.of(Quantile.of("0.07"), Quantile.of("0.999")), Outcome.SUCCESS));

    Figure total = figure(report, "client_total");
    assertThat(total.n()).isEqualTo(5003);
    assertThat(total.quantiles().keySet())
        .containsExactly("p7_ms", "p50_ms", "p95_ms", "p99_ms", "p99.9_ms");
    for (String q : List.of("0.07", "0.5", "0.95", "0.99", "0.999")) {
      Quantile quantile = Quantile.of(q);
      BigDecimal effect = Objects.requireNonNull(total.designEffects().get(quantile.name()));
      assertThat(total.quantiles().get(quantile.name() + "_ms"))
          .isEqualByComparingTo(ms(at(sorted, quantile.rank(5003))));
      if (effect.compareTo(BigDecimal.ONE) == 0) {
        RankInterval ranks = BinomialRanks.of(5003, quantile);
        assertThat(total.ci95().get(quantile.name() + "_ms"))
            .usingElementComparator(BigDecimal::compareTo)
            .containsExactly(ms(at(sorted, ranks.lower())), ms(at(sorted, ranks.upper())));
      }
    }
    assertThat(total.maxMs()).isEqualByComparingTo(ms(sorted.get(5002)));
  }

  @Test
  void aSlowMinuteWidensTheInterval() {
    // 600 s at 10/s; one minute in ten is slow: requests of a block are all alike.
    RunFixture.open("blocks", "{}")
        .matched(
            6000,
            Map.of(
                "client_total_ns", "CASE WHEN i / 600 = 4 THEN 900000000 ELSE 100000000 END + i"));
    Figure total = figure(reports.current(new RunId("blocks")), "client_total");
    // Blocks of max(1 s, 2 * 0.9 s) = 1.8 s hold 18 requests. All of 5 % lie in the slow minute.
    assertThat(total.designEffect()).isBetween(new BigDecimal("15"), new BigDecimal("20"));
    // Rank r is 900 ms and r - 3001 ns. Independent requests would give ranks 5666 to 5733.
    List<@Nullable BigDecimal> interval = Objects.requireNonNull(total.ci95().get("p95_ms"));
    assertThat(interval.get(0)).isBetween(new BigDecimal("900.0024"), new BigDecimal("900.0026"));
    assertThat(interval.get(1)).isBetween(new BigDecimal("900.0028"), new BigDecimal("900.0029"));
  }

  @Test
  void countsWhatWasSentInTheWindowOfItsGenerator() {
    // a: sends 0 .. 99.9 s, b on a clock that is an hour ahead: 0 .. 49.9 s.
    RunFixture.open("windows", "{\"window\": {\"warmup_s\": 10, \"cooldown_s\": 5.5}}")
        .matched(1000, Map.of("generator", "'a'"))
        .matched(
            500,
            Map.of(
                "generator",
                "'b'",
                "sent_at_ns",
                RunFixture.START + " + 3600000000000 + i * 100000000"))
        .matched(3, Map.of("generator", "'a'", "lifecycle", "'setup'", "sent_at_ns", "5 * i"))
        .matched(2, Map.of("sent_at_ns", "NULL"));

    Report report = reports.current(new RunId("windows"));

    Report.Population population = report.population();
    // a: [10, 94.5) = 845; b: [10, 44.5) = 345.
    assertThat(population.inWindow()).isEqualTo(845 + 345);
    assertThat(population.excludedByWindow()).isEqualTo(new Report.Outside(200, 55 + 55));
    assertThat(population.setupTeardown()).isEqualTo(3);
    assertThat(population.noSendTime()).isEqualTo(2);
    assertThat(population.excludedUnsent()).isEqualTo(2);
    assertThat(population.clientRecords()).isEqualTo(1505);
    assertThat(report.window().fromS()).isEqualByComparingTo("10");
    assertThat(report.window().toS()).isEqualByComparingTo("94.5");
    // Ends are 0.1 s later: the send at 9.9 s completes in it, the one at 94.4 s after it.
    assertThat(report.throughput().completed()).isEqualTo(845 + 345);
    assertThat(report.throughput().perS()).isEqualByComparingTo("20");
    assertThat(codes(report)).contains("no_send_time");
  }

  @Test
  void aPlannedDurationEndsTheWindow() {
    RunFixture.open(
            "planned", "{\"load\": {\"planned_duration_s\": 60}, \"window\": {\"cooldown_s\": 10}}")
        .matched(1000, Map.of());
    assertThat(reports.current(new RunId("planned")).population().inWindow()).isEqualTo(500);
  }

  @Test
  void theLastRequestIsInAWindowThatEndsWithTheLoad() {
    RunFixture.open("whole", "{}").matched(10, Map.of());
    RunFixture.open("single", "{}").matched(1, Map.of());
    RunFixture.open("none", "{}");
    assertThat(reports.current(new RunId("whole")).population().inWindow()).isEqualTo(10);
    assertThat(reports.current(new RunId("single")).population().inWindow()).isEqualTo(1);
    Report none = reports.current(new RunId("none"));
    assertThat(none.phases()).isEmpty();
    assertThat(none.join().coverage()).isNull();
    assertThat(codes(none)).contains("empty_window");
    assertThat(ReportText.of(none)).contains("No measure has a value");
  }

  @Test
  void reasonsAddUpToWhatIsNotMatched() {
    RunFixture.open("reasons", "{}")
        .matched(90, Map.of())
        .clientOnly(4, "success", "no_spans", Map.of())
        .clientOnly(3, "timeout", "no_spans", Map.of("client_total_ns", "30000000000"))
        .clientOnly(2, "success", "root_missing", Map.of())
        .clientOnly(1, "success", "uncorrelated", Map.of("correlated", "false"))
        .clientOnly(5, "error", "never_sent", Map.of("client_total_ns", "0"))
        .clientOnly(6, "success", "not_sampled", Map.of())
        .clientOnly(
            2,
            "success",
            "collision",
            Map.of(
                "state", "'excluded'",
                "client_total_ns", "999000000000",
                "anomalies", "'{duplicate_client_record}'"));

    Report report = reports.current(new RunId("reasons"));

    Report.Join join = report.join();
    assertThat(join.reasons())
        .containsExactly(
            entry("uncorrelated", 1L),
            entry("no_spans", 7L),
            entry("root_missing", 2L),
            entry("collision", 2L));
    assertThat(join.unmatchedClient()).isEqualTo(12);
    assertThat(join.matched()).isEqualTo(90);
    assertThat(join.neverSent()).isEqualTo(5);
    assertThat(join.notSampled()).isEqualTo(6);
    assertThat(join.matched() + join.unmatchedClient() + join.neverSent() + join.notSampled())
        .isEqualTo(report.population().inWindow());
    assertThat(join.coverage()).isEqualByComparingTo("0.882352");
    assertThat(join.coverageSuccess()).isEqualByComparingTo("0.909090");
    assertThat(join.collisions()).isEqualTo(2);
    assertThat(report.population().errors())
        .containsExactly(entry("timeout", 3L), entry("error", 5L));
    assertThat(report.population().errorRate()).isEqualByComparingTo("0.070797");
    // What was told twice with different facts is in no quantile, and neither is a timeout.
    Figure total = figure(report, "client_total");
    assertThat(total.n()).isEqualTo(103);
    assertThat(total.known()).isEqualByComparingTo("0.980952");
    assertThat(total.maxMs()).isEqualByComparingTo("100");
    assertThat(total.flags()).containsExactly("censored_tail");
    assertThat(codes(report))
        .contains("uncorrelated", "low_coverage", "collisions", "censored_tail");
  }

  @Test
  void anotherOutcomeIsReportedWhereItIsAskedForByName() {
    RunFixture.open("outcomes", "{}")
        .matched(90, Map.of())
        .clientOnly(10, "timeout", "no_spans", Map.of("client_total_ns", "30000000000"));
    Report report =
        reports.current(
            new RunId("outcomes"), new ReportQuestion(Quantile.STANDARD, Outcome.TIMEOUT));
    assertThat(report.outcome()).isEqualTo("timeout");
    assertThat(figure(report, "client_total").meanMs()).isEqualByComparingTo("30000");
    assertThat(figure(report, "client_total").flags()).isEmpty();
    assertThat(report.tail()).isEmpty();
    assertThat(report.population().success()).isEqualTo(90);
  }

  @Test
  void firstTokenTimesAreNotMergedOverKinds() {
    RunFixture.open("kinds", "{}")
        .matched(20, Map.of("client_ttft_ns", "20000000", "client_ttft_kind", "'token'"))
        .matched(30, Map.of("client_ttft_ns", "50000000", "client_ttft_kind", "'first_byte'"));
    List<Figure> ttft =
        reports.current(new RunId("kinds")).phases().stream()
            .filter(it -> it.measure().equals("client_ttft"))
            .toList();
    assertThat(ttft).extracting(Figure::kind).containsExactly("token", "first_byte");
    assertThat(ttft).extracting(Figure::n).containsExactly(20L, 30L);
    assertThat(ttft.get(0).known()).isEqualByComparingTo("0.4");
  }

  @Test
  void tokensAreTheClientsCountElseTheServersAndRankedWithTies() {
    RunFixture.open("tokens", "{}")
        .matched(10, Map.of("input_tokens", "i + 10", "output_tokens", "7 * i % 5"))
        .matched(10, Map.of("server_output_tokens", "50"));
    Tokens tokens = Objects.requireNonNull(reports.current(new RunId("tokens")).tokens());
    assertThat(tokens.input()).isEqualTo(new Tokens.Spread(10, 10, 14, 19, 19));
    assertThat(tokens.output()).isEqualTo(new Tokens.Spread(20, 10, 4, 50, 50));
    assertThat(tokens.rankCorrelation()).isEqualByComparingTo("0.2462");
    assertThat(tokens.completed()).isEqualTo(18);
    assertThat(tokens.completedCounted()).isEqualTo(18);
    assertThat(tokens.outputTokens()).isEqualTo(467);
  }

  @Test
  void intervalsArePooledByKindWithoutWhatWasToldTwice() {
    String times = "decode('%s', 'hex')".formatted(encoded(10, 20, 40));
    RunFixture.open("intervals", "{}")
        .matched(3, Map.of("token_times", times, "chunk_times", times))
        .matched(1, Map.of("token_times", "decode('%s', 'hex')".formatted(encoded(10))))
        .matched(
            1,
            Map.of(
                "token_times",
                times,
                "anomalies",
                "ARRAY['duplicate_client_record']",
                "state",
                "'excluded'"));
    List<TokenIntervals> intervals = reports.current(new RunId("intervals")).tokenIntervals();
    assertThat(intervals)
        .extracting(TokenIntervals::measure)
        .containsExactly("itl", "chunk_interval");
    assertThat(intervals).extracting(TokenIntervals::requests).containsExactly(3L, 3L);
    assertThat(intervals).extracting(TokenIntervals::n).containsExactly(6L, 6L);
    assertThat(intervals.get(0).meanMs()).isEqualByComparingTo("15");
    assertThat(intervals.get(0).maxMs()).isEqualByComparingTo("20");
  }

  private static String encoded(long... millis) {
    long[] nanos = Arrays.stream(millis).map(it -> it * MS).toArray();
    return HexFormat.of().formatHex(TokenTimes.of(TokenTimes.Kind.TOKEN, nanos).encoded());
  }

  @Test
  void tracesWithoutARecordBelongToTheRunThatClaimsThem() {
    long minute = RunFixture.START + 60_000 * MS;
    RunFixture.open("other", "{\"trace_id_prefix\": \"ABBA\"}");
    RunFixture.open("server", "{\"services\": [\"edge\"], \"trace_id_prefix\": \"7f3a\"}")
        .matched(1000, Map.of("root_service", "'edge'"))
        // By the resource, whatever its service and time.
        .serverOnly(1, Map.of("resource_run_id", "'server'", "root_service", "'x'"))
        // By prefix.
        .serverOnly(2, prefixed("7f3a"))
        // By service, while the run had matched roots on it.
        .serverOnly(4, Map.of("root_service", "'edge'", "root_start_ns", "" + minute))
        // Cut off: ends when the last matched root ends, or later.
        .serverOnly(
            8,
            Map.of(
                "root_service", "'edge'",
                "root_start_ns", "" + (RunFixture.START + 99_000 * MS),
                "root_end_ns", "" + (RunFixture.START + 99_500 * MS)))
        // Not this run's: another service, time, run, prefix.
        .serverOnly(16, Map.of("root_service", "'other'", "root_start_ns", "" + minute))
        .serverOnly(16, Map.of("root_service", "'edge'", "root_start_ns", "5"))
        .serverOnly(
            16,
            Map.of(
                "root_service", "'edge'",
                "root_start_ns", "" + minute,
                "resource_run_id", "'other'"))
        .serverOnly(16, prefixed("abba"));

    Report.Join join = reports.current(new RunId("server")).join();

    assertThat(join.unmatchedServer()).isEqualTo(1 + 2 + 4);
    assertThat(join.interrupted()).isEqualTo(8);
  }

  @Test
  void tracesAndRecordsThatNeverMeetMeanBrokenPropagation() {
    RunFixture.open("broken", "{}")
        .clientOnly(50, "success", "no_spans", Map.of())
        .serverOnly(50, Map.of("root_service", "'lost'"));
    assertThat(codes(reports.current(new RunId("broken")))).contains("broken_propagation");
  }

  @Test
  void severalRootServicesAreToldWhereNoneIsDeclared() {
    RunFixture run =
        RunFixture.open("mixed", "{}")
            .matched(30, Map.of())
            .matched(2, Map.of("root_service", "'inner'"));
    assertThat(reports.current(new RunId("mixed")).warnings())
        .anySatisfy(
            it -> {
              assertThat(it.code()).isEqualTo("mixed_roots");
              assertThat(it.message()).contains("gateway 30, inner 2");
            });
    run.declared("{\"services\": [\"gateway\"]}");
    assertThat(codes(reports.current(new RunId("mixed")))).doesNotContain("mixed_roots");
  }

  @Test
  void tailMeansAddUpAndAreThoseOfTheBand() {
    // client_total of rank r is r ms; the queue takes what is over 10 ms of envelope and
    // generation.
    RunFixture.open("tail", "{}")
        .matched(
            1000,
            Map.of(
                "client_total_ns", "(1 + i * 7919 % 1000) * 1000000 + 20000000",
                "server_root_ns", "(1 + i * 7919 % 1000) * 1000000 + 10000000",
                "gpu_queue_ns", "(1 + i * 7919 % 1000) * 1000000",
                "generation_ns", "CASE WHEN i * 7919 % 1000 = 949 THEN NULL ELSE 9999999 END",
                "unattributed_ns", "CASE WHEN i * 7919 % 1000 = 949 THEN 10000000 ELSE 1 END"));

    Report report = reports.current(new RunId("tail"));

    Report.Tail p95 = Objects.requireNonNull(report.tail().get("p95"));
    // Ranks 940 to 960.
    assertThat(p95.n()).isEqualTo(21);
    assertThat(p95.quantileMs()).isEqualByComparingTo("970");
    assertThat(p95.clientTotalMs()).isEqualByComparingTo("970");
    assertThat(p95.meanMs().get("gpu_queue")).isEqualByComparingTo("950");
    assertThat(p95.unknown()).containsExactly(entry("generation", 1L));
    assertThat(report.tail().keySet()).containsExactly("p50", "p95", "p99");
    report
        .tail()
        .values()
        .forEach(
            it ->
                assertThat(it.meanMs().values().stream().reduce(BigDecimal.ZERO, BigDecimal::add))
                    .isEqualByComparingTo(it.clientTotalMs()));
  }

  @Test
  void equalValuesAtABandsEdgeDoNotMakeItGrow() {
    RunFixture.open("ties", "{}").matched(1000, Map.of());
    Report report = reports.current(new RunId("ties"));
    assertThat(report.tail().values()).extracting(Report.Tail::n).containsExactly(101L, 21L, 11L);
    assertThat(figure(report, "client_total").ci95().get("p95_ms"))
        .allSatisfy(it -> assertThat(it).isEqualByComparingTo("100"));
  }

  @Test
  void aFinishedRunAnswersItsStoredRevisionUntilSomethingChanges() {
    RunId name = new RunId("revised");
    RunFixture run = RunFixture.open("revised", "{}").matched(100, Map.of());
    assertThat(reports.current(name).revision()).isZero();
    run.finished();

    reports.store(name);
    Report first = reports.current(name);
    assertThat(first.revision()).isEqualTo(1);
    assertThat(first).isEqualTo(reports.revision(name, 1).orElseThrow());
    assertThat(reports.current(name, new ReportQuestion(List.of(), Outcome.TIMEOUT)).revision())
        .isEqualTo(1);

    run.matched(5, Map.of()).touched();
    assertThat(reports.current(name).revision()).isEqualTo(2);
    assertThat(reports.current(name).population().inWindow()).isEqualTo(105);
    assertThat(reports.revision(name, 1)).contains(first);

    run.declared("{\"window\": {\"warmup_s\": 5}}");
    assertThat(reports.current(name).revision()).isEqualTo(3);
    assertThat(reports.revision(name, 4)).isEmpty();
  }

  @Test
  void askersAtTheSameTimeGetOneRevision() {
    RunId name = new RunId("raced");
    RunFixture.open("raced", "{}").matched(100, Map.of()).finished();
    List<Integer> revisions =
        Stream.generate(() -> name)
            .limit(8)
            .parallel()
            .map(it -> reports.current(it).revision())
            .toList();
    assertThat(revisions).containsOnly(1);
  }

  @Test
  void anUnknownRunIsSaidToBeUnknown() {
    assertThatThrownBy(() -> reports.current(new RunId("nobody")))
        .isInstanceOf(UnknownRunException.class);
    assertThatThrownBy(() -> reports.revision(new RunId("nobody"), 1))
        .isInstanceOf(UnknownRunException.class);
  }

  private static Map<String, String> prefixed(String prefix) {
    return Map.of(
        "trace_id", "CAST('" + prefix + "' || substr(md5(:name || :part || i), 5) AS uuid)",
        "root_service", "'edge'",
        "root_start_ns", "" + (RunFixture.START + 60_000 * MS));
  }

  private static List<String> codes(Report report) {
    return report.warnings().stream().map(Report.Warning::code).toList();
  }

  private static Figure figure(Report report, String measure) {
    return report.phases().stream()
        .filter(it -> it.measure().equals(measure))
        .findFirst()
        .orElseThrow();
  }

  private static long at(List<Long> sorted, @Nullable Long rank) {
    return sorted.get(Objects.requireNonNull(rank).intValue() - 1);
  }

  private static BigDecimal ms(long nanos) {
    return BigDecimal.valueOf(nanos, 6);
  }
}
