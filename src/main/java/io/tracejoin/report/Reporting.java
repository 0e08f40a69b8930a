package io.tracejoin.report;

import io.tracejoin.decompose.Outcome;
import io.tracejoin.run.RunState;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
    return question.selector().all()
        ? new Reporting(data.inOneScan(), question).asked(now)
        : asked(now);
  }

  private Computed asked(Instant now) {
    List<SendRange> sends = data.sends();
    Cohort cohort = Cohort.of(data, sends, declared, question.selector());
    Populations populations = new Populations(data.tallies(cohort, question.selector()), cohort);
    RunData.ServerSide server = data.serverSide(declared.services(), declared.traceIdRange());
    SeriesStore store = data.series(cohort, question.outcome(), question.selector());
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
            SelectionBias.of(data, cohort, question.selector(), figures.quantiles()).published(),
            figures.p95OfTotal(),
            phases,
            data.anomalies(),
            load(sends, cohort, populations, new Latencies(figures.p95OfTotal(), phases)),
            data.mix(cohort, question.outcome(), question.selector()),
            k6(phases));
    IntervalPools pools = IntervalPools.of(store);
    return new Computed(
        report(
            now,
            evidence,
            success() ? Tails.of(store, figures.totals()) : Map.of(),
            pools.figures(figures.quantiles()),
            Tokens.of(store.tokens(), store.cached(), cohort)),
        pools.histograms());
  }

  private Report report(
      Instant now,
      Evidence evidence,
      Map<String, Report.Tail> tail,
      List<TokenIntervals> intervals,
      @Nullable Tokens tokens) {
    Stretches stretches = Stretches.of(data, evidence.cohort(), question);
    Populations populations = evidence.populations();
    K6Report k6 = evidence.k6();
    return new Report(
        facts.runId(),
        0,
        facts.state().code(),
        now,
        question.outcome().code(),
        frame(evidence.cohort(), populations),
        populations.population(),
        populations.throughput(),
        evidence.load().report(),
        k6,
        populations.join(evidence.server(), k6 == null ? null : k6.completeness(), evidence.bias()),
        evidence.figures(),
        tail,
        evidence.anomalies(),
        warnings(evidence, stretches),
        declared.sampling(),
        facts.mapping(),
        intervals,
        tokens,
        slo(evidence.cohort()),
        stretches.findings(),
        ToolReported.of(
            data.toolFigures(),
            new ToolReported.Whole(intervals, populations.throughput().perS(), tokens)),
        null);
  }

  private List<Report.Warning> warnings(Evidence evidence, Stretches stretches) {
    List<Report.Warning> warnings = new ArrayList<>(stretches.warnings());
    warnings.addAll(Warnings.of(evidence));
    return warnings;
  }

  private @Nullable SloReport slo(Cohort cohort) {
    return SloRule.declared(facts.declaration())
        .map(it -> SloReport.of(it, data.sloCounts(cohort, question.selector(), it), cohort))
        .orElse(null);
  }

  /** The cohort cut. */
  Slices slices(SliceBy by) {
    Cohort cohort = Cohort.of(data, declared, question.selector());
    return slices(slicing(by, cohort), cohort);
  }

  /** The cohort cut; empty where its requests do not differ in the dimension. */
  Optional<Slices> differences(SliceBy by) {
    Cohort cohort = Cohort.of(data, declared, question.selector());
    Slicing slicing = slicing(by, cohort);
    return slicing.tellsApart() ? Optional.of(slices(slicing, cohort)) : Optional.empty();
  }

  private Slicing slicing(SliceBy by, Cohort cohort) {
    return new Slicing(cohort, question, by, data.tallies(cohort, question.selector(), by));
  }

  private Slices slices(Slicing slicing, Cohort cohort) {
    SlicedStore store = data.slices(cohort, question.outcome(), question.selector(), slicing.cut());
    return slicing.of(
        store,
        data,
        SloRule.declared(facts.declaration()).orElse(null),
        data.serverSide(declared.services(), declared.traceIdRange()).interrupted());
  }

  /** What was found of latencies; the p95 of client_total in nanoseconds. */
  private record Latencies(long p95OfTotal, List<Figure> figures) {}

  /** Of the whole run, whatever is asked: requests left out by a filter were sent all the same. */
  private LoadEvidence load(
      List<SendRange> sends, Cohort cohort, Populations selected, Latencies figures) {
    Populations whole = question.selector().all() ? selected : populations(cohort.whole());
    Observing observing =
        new Observing(
            data, PromisedLoad.parse(facts.declaration()), cohort.whole(), figures.figures);
    ObservedLoad observed =
        observing.observed(declared.kind(), whole.throughput().perS(), figures.p95OfTotal);
    Cohort ofRun = cohort.hasOwnWindows() ? Cohort.ofRun(sends, declared) : cohort;
    return LoadEvidence.of(
        delivery(sends, ofRun, cohort.hasOwnWindows() ? populations(ofRun) : whole),
        observing,
        observed);
  }

  private Populations populations(Cohort cohort) {
    return new Populations(data.tallies(cohort, Selector.ALL), cohort);
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

  private Report.Frame frame(Cohort cohort, Populations populations) {
    List<Report.GeneratorWindow> windows =
        cohort.timed().stream()
            .map(it -> window(it, cohort.hasOwnWindows() ? populations.outside(it) : null))
            .toList();
    return new Report.Frame(from(cohort), to(cohort), windows);
  }

  private BigDecimal from(Cohort cohort) {
    return cohort.timed().stream()
        .map(it -> Decimals.seconds(it.from() - it.firstSend()))
        .min(BigDecimal::compareTo)
        .orElse(Decimals.seconds(declared.warmupNanos()));
  }

  private static @Nullable BigDecimal to(Cohort cohort) {
    return cohort.timed().stream()
        .map(it -> Decimals.seconds(it.to() - it.firstSend()))
        .max(BigDecimal::compareTo)
        .orElse(null);
  }

  private static Report.GeneratorWindow window(Window window, Report.@Nullable Outside excluded) {
    return new Report.GeneratorWindow(
        orNull(window.generator()),
        orNull(window.scenario()),
        instant(window.from()),
        instant(window.to()),
        excluded);
  }

  private static @Nullable String orNull(String name) {
    return name.isEmpty() ? null : name;
  }

  private static Instant instant(long nanos) {
    return Instant.ofEpochSecond(Math.floorDiv(nanos, SECOND), Math.floorMod(nanos, SECOND));
  }
}
