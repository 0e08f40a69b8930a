package io.tracejoin.report;

import io.tracejoin.decompose.Outcome;
import io.tracejoin.run.RunState;
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
            data.anomalies(),
            delivery(sends, cohort, populations),
            k6(phases));
    IntervalPools pools = IntervalPools.of(store);
    return new Computed(
        report(
            now,
            evidence,
            success() ? Tails.of(store, figures.totals()) : Map.of(),
            pools.figures(figures.quantiles()),
            Tokens.of(store.tokens(), cohort)),
        pools.histograms());
  }

  private Report report(
      Instant now,
      Evidence evidence,
      Map<String, Report.Tail> tail,
      List<TokenIntervals> intervals,
      @Nullable Tokens tokens) {
    Populations populations = evidence.populations();
    K6Report k6 = evidence.k6();
    return new Report(
        facts.runId(),
        0,
        facts.state().code(),
        now,
        question.outcome().code(),
        frame(evidence.cohort()),
        populations.population(),
        populations.throughput(),
        evidence.delivery().report(),
        k6,
        populations.join(evidence.server(), k6 == null ? null : k6.completeness()),
        evidence.figures(),
        tail,
        evidence.anomalies(),
        Warnings.of(evidence),
        declared.sampling(),
        facts.mapping(),
        intervals,
        tokens,
        ToolReported.of(
            data.toolFigures(),
            new ToolReported.Whole(intervals, populations.throughput().perS(), tokens)));
  }

  private Delivery delivery(List<SendRange> sends, Cohort cohort, Populations populations) {
    long observed =
        sends.stream()
            .mapToLong(it -> it.lastDue() + it.meanGap() - it.firstSend())
            .max()
            .orElse(0);
    return new Delivery(
        PromisedLoad.parse(facts.declaration()),
        data.load(),
        observed,
        new Delivery.Requests(populations.cohortSize(), declared.warmupNanos(), cohort.longest()),
        facts.state() == RunState.OPEN);
  }

  private @Nullable K6Report k6(List<Figure> phases) {
    return data.load()
        .summary()
        .map(it -> K6Report.of(it, data.load().rows(), phases))
        .orElse(null);
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
