package io.tracejoin.report;

import io.tracejoin.decompose.Measure;
import io.tracejoin.decompose.Outcome;
import io.tracejoin.decompose.Reason;
import io.tracejoin.statistics.BlockBootstrap;
import io.tracejoin.statistics.DesignEffect;
import io.tracejoin.statistics.Quantile;
import io.tracejoin.statistics.Trend;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Computes the steps of a run from its snapshot. */
final class Stepping {

  private static final int DIGITS = 6;
  private static final double MILLI = 1e6;
  private static final double SECOND = 1e9;
  private static final Series GPU_QUEUE = new Series(Measure.GPU_QUEUE, null);

  private final RunData data;
  private final Selector selector;
  private final PromisedLoad promised;
  private final @Nullable SloRule slo;

  Stepping(RunData data, Selector selector) {
    this.data = data;
    this.selector = selector;
    this.promised = PromisedLoad.parse(data.facts().declaration());
    this.slo = SloRule.declared(data.facts().declaration()).orElse(null);
  }

  /**
   * @param target share of good requests that capacity asks for
   */
  Steps steps(Instant now, BigDecimal target) {
    Declaration declared = Declaration.parse(data.facts().declaration());
    List<StepCut> cuts = StepCut.of(data, Cohort.of(data, declared, selector));
    List<Steps.Step> steps = cuts.stream().map(this::step).toList();
    return new Steps(
        data.facts().runId(),
        now,
        steps,
        capacity(steps, target),
        Knee.of(steps.stream().map(this::seen).toList()).orElse(null),
        Stretches.steps(data, cuts, selector));
  }

  private Steps.Step step(StepCut cut) {
    Cohort cohort = cut.cohort();
    List<Tally> tallies = data.tallies(cohort, selector);
    Populations populations = new Populations(tallies, cohort);
    SeriesStore store = data.series(cohort, Outcome.SUCCESS, selector);
    Figures figures = new Figures(store, Quantile.STANDARD);
    SloReport attained =
        slo == null ? null : SloReport.of(slo, data.sloCounts(cohort, selector, slo), cohort);
    long block = DesignEffect.blockNanos(figures.p95OfTotal(), cohort.longest());
    QueueTrend trend = queue(cut, store, block);
    return new Steps.Step(
        cut.index(),
        cut.targetRate() == null ? null : Decimals.rounded(cut.targetRate(), DIGITS),
        cut.targetVus(),
        Decimals.rounded(cut.fromS(), DIGITS),
        Decimals.rounded(cut.toS(), DIGITS),
        populations.cohortSize(),
        delivered(tallies, cohort),
        populations.throughput().completed(),
        rate(tallies, cohort),
        populations.throughput().perS(),
        attained == null ? null : attained.attainment(),
        trend == null ? null : trend.rises,
        trend == null ? null : trend.queue,
        attained,
        figures.all(cohort.longest(), populations.censored(0)));
  }

  private @Nullable BigDecimal rate(List<Tally> tallies, Cohort cohort) {
    BigDecimal rate =
        cohort.perSecond(
            generator ->
                delivered(
                    tallies.stream().filter(it -> it.generator().equals(generator)).toList(),
                    cohort));
    return rate == null
        ? null
        : Decimals.rounded(rate.doubleValue() / promised.requestsPerIteration(), DIGITS);
  }

  private static long delivered(List<Tally> tallies, Cohort cohort) {
    return tallies.stream()
        .filter(it -> it.in(cohort) && it.reason() != Reason.NEVER_SENT)
        .mapToLong(Tally::count)
        .sum();
  }

  private record QueueTrend(Steps.Queue queue, boolean rises) {}

  private @Nullable QueueTrend queue(StepCut cut, SeriesStore store, long block) {
    double blocks = cut.cohort().longest() / (double) block;
    BlockBootstrap bootstrap =
        BlockBootstrap.seededFrom(data.facts().runId(), "step " + cut.index());
    List<Trend.Point> queue =
        store.values(List.of(GPU_QUEUE), block).getOrDefault(GPU_QUEUE, List.of()).stream()
            .map(
                it ->
                    new Trend.Point(
                        it.index(), it.values().length, Arrays.stream(it.values()).sum() / MILLI))
            .toList();
    boolean known = !queue.isEmpty();
    List<Trend.Point> points = known ? queue : data.activeRequests(cut.cohort(), block);
    return Trend.of(points, blocks, bootstrap)
        .map(it -> trend(known ? "gpu_queue" : "active_requests", it, block / SECOND))
        .orElse(null);
  }

  private static QueueTrend trend(String measure, Trend trend, double blockSeconds) {
    List<BigDecimal> interval =
        trend
            .ci95()
            .map(
                it ->
                    Stream.of(it.low(), it.high())
                        .map(bound -> Decimals.rounded(bound / blockSeconds, DIGITS))
                        .toList())
            .orElse(null);
    return new QueueTrend(
        new Steps.Queue(
            measure,
            trend.thirds().stream().map(it -> Decimals.rounded(it, DIGITS)).toList(),
            Decimals.rounded(trend.slope() / blockSeconds, DIGITS),
            interval),
        trend.rises());
  }

  private Capacity capacity(List<Steps.Step> steps, BigDecimal target) {
    if (slo == null) {
      return Capacity.unknown(target, "no_slo");
    }
    List<Capacity.Judged> judged = steps.stream().flatMap(it -> judged(it).stream()).toList();
    return judged.isEmpty() ? Capacity.unknown(target, "no_data") : Capacity.of(target, judged);
  }

  private static Optional<Capacity.Judged> judged(Steps.Step step) {
    SloReport slo = step.slo();
    BigDecimal rate = step.deliveredRate();
    return slo == null || rate == null || slo.attainment() == null
        ? Optional.empty()
        : Optional.of(new Capacity.Judged(rate, slo.good(), slo.sent()));
  }

  private Knee.Seen seen(Steps.Step step) {
    Figure queue = figure(step, Measure.GPU_QUEUE);
    Figure total = figure(step, Measure.CLIENT_TOTAL);
    Figure perToken = figure(step, Measure.GENERATION_MS_PER_OUTPUT_TOKEN);
    Figure generation = perToken == null ? figure(step, Measure.GENERATION) : perToken;
    return new Knee.Seen(
        step.index(),
        step.deliveredRate() == null ? 0 : step.deliveredRate().doubleValue(),
        step.delivered(),
        step.completed(),
        queue == null ? null : at(queue, "p95_ms"),
        generation == null ? null : Double.valueOf(generation.meanMs().doubleValue()),
        total == null ? null : at(total, "p50_ms"));
  }

  private static Double at(Figure figure, String quantile) {
    return Objects.requireNonNull(figure.quantiles().get(quantile)).doubleValue();
  }

  private static @Nullable Figure figure(Steps.Step step, Measure measure) {
    return step.phases().stream()
        .filter(it -> it.measure().equals(measure.code()))
        .findFirst()
        .orElse(null);
  }
}
