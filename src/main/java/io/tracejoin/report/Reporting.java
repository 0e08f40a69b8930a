package io.tracejoin.report;

import io.tracejoin.decompose.Outcome;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Computes one report from a snapshot of its run. */
final class Reporting {

  private static final long SECOND = 1_000_000_000L;

  private final RunData data;
  private final ReportQuestion question;
  private final RunFacts facts;
  private final Declaration declared;

  Reporting(RunData data, ReportQuestion question) {
    this.data = data;
    this.question = question;
    this.facts = data.facts();
    this.declared = Declaration.parse(facts.declaration());
  }

  /**
   * What is computed at once.
   *
   * @param report numbered 0
   * @param histograms what its token intervals were made of
   */
  record Computed(Report report, List<StoredHistogram> histograms) {}

  Computed computed(Instant now) {
    List<SendRange> sends = data.sends();
    Cohort cohort = Cohort.of(sends, declared);
    Populations populations = new Populations(data.tallies(cohort), cohort);
    RunData.ServerSide server = data.serverSide(declared.services(), declared.traceIdRange());
    SeriesStore store = data.series(cohort, question.outcome());
    Figures figures = new Figures(store, question.quantiles());
    List<Figure> phases =
        figures.all(
            cohort.longest(),
            success() ? populations.censored(server.interrupted()) : BigDecimal.ZERO);
    Map<String, Long> anomalies = data.anomalies();
    Evidence evidence =
        new Evidence(
            data,
            declared,
            sends,
            cohort,
            populations,
            server,
            figures.p95OfTotal(),
            phases,
            anomalies);
    IntervalPools pools = IntervalPools.of(store);
    Report report =
        new Report(
            facts.runId(),
            0,
            facts.state().code(),
            now,
            question.outcome().code(),
            frame(cohort),
            populations.population(),
            populations.throughput(),
            populations.join(server),
            phases,
            success() ? Tails.of(store, figures.totals()) : Map.of(),
            anomalies,
            Warnings.of(evidence),
            declared.sampling(),
            facts.mapping(),
            pools.figures(figures.quantiles()),
            Tokens.of(store.tokens(), cohort));
    return new Computed(report, pools.histograms());
  }

  private boolean success() {
    return question.outcome() == Outcome.SUCCESS;
  }

  private Report.Frame frame(Cohort cohort) {
    BigDecimal from = Decimals.seconds(declared.warmupNanos());
    List<Report.GeneratorWindow> generators =
        cohort.windows().stream().map(Reporting::generatorWindow).toList();
    return new Report.Frame(from, to(cohort), generators);
  }

  private static @Nullable BigDecimal to(Cohort cohort) {
    return cohort.windows().stream()
        .map(it -> Decimals.seconds(it.to() - it.firstSend()))
        .max(BigDecimal::compareTo)
        .orElse(null);
  }

  private static Report.GeneratorWindow generatorWindow(Window window) {
    String name = window.generator();
    return new Report.GeneratorWindow(
        name.isEmpty() ? null : name, instant(window.from()), instant(window.to()));
  }

  private static Instant instant(long nanos) {
    return Instant.ofEpochSecond(Math.floorDiv(nanos, SECOND), Math.floorMod(nanos, SECOND));
  }
}
