package io.tracejoin.report;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.summingLong;

import io.tracejoin.decompose.Outcome;
import io.tracejoin.report.FigureSteps.Point;
import io.tracejoin.statistics.DesignEffect;
import io.tracejoin.statistics.Quantile;
import io.tracejoin.statistics.TailBand;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Cuts one cohort: each step of the figures is one pass for all slices. */
final class Slicing {

  /** Values that a dimension keeps (semantics 9). */
  private static final int MOST_VALUES = 100;

  private final Cohort cohort;
  private final ReportQuestion question;
  private final List<SliceTally> tallies;
  private final SliceCut cut;
  private final long values;

  /**
   * What is asked of slices beside their figures. Bias and SLO are of successes: by outcome there
   * are none.
   *
   * @param bias one a slice; empty by outcome
   * @param rule null by outcome, and where the run declares none
   */
  record Beside(
      List<SelectionBias> bias,
      @Nullable SloRule rule,
      List<SlicedCounts> counts,
      List<CachedFacts> cached) {}

  Slicing(Cohort cohort, ReportQuestion question, SliceBy by, List<SliceTally> tallies) {
    this.cohort = cohort;
    this.question = question;
    this.tallies = tallies;
    Map<String, Long> records = records(tallies);
    this.values = records.size();
    this.cut = new SliceCut(by, kept(records));
  }

  private static Map<String, Long> records(List<SliceTally> tallies) {
    return tallies.stream()
        .filter(it -> it.value() != null)
        .collect(
            groupingBy(
                it -> Objects.requireNonNull(it.value()), summingLong(it -> it.tally().count())));
  }

  /** The values with most records, ties by name. */
  private static List<String> kept(Map<String, Long> records) {
    Comparator<Map.Entry<String, Long>> byRecords = Map.Entry.comparingByValue();
    return records.entrySet().stream()
        .sorted(byRecords.reversed().thenComparing(Map.Entry.comparingByKey()))
        .limit(MOST_VALUES)
        .map(Map.Entry::getKey)
        .toList();
  }

  SliceCut cut() {
    return cut;
  }

  /** Whether requests differ in the dimension at all. */
  boolean tellsApart() {
    return values > 1 || (values == 1 && tallies.stream().anyMatch(it -> it.value() == null));
  }

  /**
   * The slices.
   *
   * @param rule when a request is good; null where nobody declares it
   * @param interrupted traces cut off by the generator's stop: of which slice is not known
   */
  Slices of(SlicedStore store, RunData data, @Nullable SloRule rule, long interrupted) {
    Beside beside = beside(data, rule, store.cached());

    List<Populations> populations =
        IntStream.range(0, cut.size())
            .mapToObj(it -> new Populations(open(it), cohort(it)))
            .toList();
    List<SeriesStore.Totals> totals = store.totals();
    List<List<Figure>> figures = figures(store, totals, populations, interrupted);
    List<Long> pairs = totals.stream().map(Tails::pairs).toList();
    List<Map<TailBand, BandSums>> bands =
        store.bands(
            IntStream.range(0, cut.size()).mapToObj(it -> ranks(it, pairs.get(it))).toList(),
            pairs);
    List<Slices.Slice> slices = new ArrayList<>();
    for (int i : order()) {
      Map<String, Report.Tail> tail = Tails.of(bands.get(i), totals.get(i));
      slices.add(slice(i, populations.get(i), figures.get(i), tail, beside));
    }
    return new Slices(cut.by().code(), Math.max(0, values - MOST_VALUES), slices);
  }

  /** Those that have a record: first the values kept, then the others, then the unknown. */
  private List<Integer> order() {
    int unknown = cut.kept().size();
    return Stream.concat(IntStream.range(0, unknown).boxed(), Stream.of(unknown + 1, unknown))
        .filter(it -> tallies.stream().anyMatch(tally -> cut.indexOf(tally.value()) == it))
        .toList();
  }

  private Slices.Slice slice(
      int index,
      Populations open,
      List<Figure> figures,
      Map<String, Report.Tail> tail,
      Beside beside) {
    Report.Population population = open.population();
    @Nullable String value = cut.values().get(index);
    return new Slices.Slice(
        value,
        population.clientRecords(),
        population.inWindow(),
        value == null ? 0 : new Populations(undecided(), cohort).cohortSize(),
        population.success(),
        population.errorRate(),
        open.matched(),
        open.coverage(),
        open.coverageSuccess(),
        beside.bias.isEmpty() ? null : beside.bias.get(index).published(),
        beside.rule == null ? null : slo(index, beside.rule, beside.counts),
        CachedTokens.of(beside.cached.get(index)),
        figures,
        tail);
  }

  private Beside beside(RunData data, @Nullable SloRule rule, List<CachedFacts> cached) {
    if (cut.by().dimension() == null) {
      return new Beside(List.of(), null, List.of(), cached);
    }
    return new Beside(
        SelectionBias.of(
            data, cohort, question.selector(), cut, FigureSteps.withStandard(question.quantiles())),
        rule,
        rule == null ? List.of() : data.sloCounts(cohort, question.selector(), rule, cut),
        cached);
  }

  private SloReport slo(int index, SloRule rule, List<SlicedCounts> counts) {
    int unknown = cut.indexOf(null);
    List<SloCounts> open = new ArrayList<>();
    for (SlicedCounts it : counts) {
      if (it.slice() == index) {
        open.add(it.counts());
      } else if (it.slice() == unknown && !it.matched()) {
        open.add(it.counts().withoutGood());
      }
    }
    return SloReport.of(rule, open, cohort(index));
  }

  /** The cohort with the windows of a slice's requests: a scenario may have one of its own. */
  private Cohort cohort(int index) {
    SliceDimension dimension = cut.by().dimension();
    @Nullable String value = cut.values().get(index);
    return dimension == null || value == null || value.equals(SliceCut.OTHER)
        ? cohort
        : cohort.timedFor(Selector.of(dimension, value));
  }

  /** Tallies of the records that a slice does not rule out. */
  private List<Tally> open(int index) {
    List<Tally> own =
        new ArrayList<>(
            tallies.stream()
                .filter(it -> cut.indexOf(it.value()) == index)
                .map(SliceTally::tally)
                .toList());
    if (index != cut.indexOf(null)) {
      own.addAll(undecided());
    }
    return own;
  }

  private List<Tally> undecided() {
    return tallies.stream()
        .filter(it -> it.value() == null && !it.tally().matched())
        .map(SliceTally::tally)
        .toList();
  }

  private List<List<Figure>> figures(
      SlicedStore store,
      List<SeriesStore.Totals> totals,
      List<Populations> populations,
      long interrupted) {
    List<Quantile> quantiles = FigureSteps.withStandard(question.quantiles());
    List<FigureSteps> steps = totals.stream().map(it -> new FigureSteps(it, quantiles)).toList();
    List<Map<Series, Map<Long, Long>>> at =
        store.valuesAt(steps.stream().map(FigureSteps::ranks).toList());
    List<Map<Series, List<Long>>> values = each(steps, i -> steps.get(i).values(at.get(i)));
    List<Map<Series, List<Point>>> points = points(store, steps, values);
    List<Map<Series, Map<Long, Long>>> bounds =
        store.valuesAt(each(steps, i -> steps.get(i).boundRanks(points.get(i))));
    return each(
        steps,
        i ->
            steps
                .get(i)
                .figures(
                    points.get(i), bounds.get(i), censored(i, populations.get(i), interrupted)));
  }

  private List<Map<Series, List<Point>>> points(
      SlicedStore store, List<FigureSteps> steps, List<Map<Series, List<Long>>> values) {
    List<Long> blocks =
        each(
            steps,
            i ->
                DesignEffect.blockNanos(
                    steps.get(i).p95OfTotal(values.get(i)), cohort(i).longest()));
    var sums = store.blocks(values, blocks);
    return each(steps, i -> steps.get(i).points(values.get(i), sums.get(i)));
  }

  private BigDecimal censored(int index, Populations open, long interrupted) {
    if (!successes(index)) {
      return BigDecimal.ZERO;
    }
    // By outcome, what was cut off is in other slices.
    return cut.by().dimension() == null
        ? new Populations(tallies.stream().map(SliceTally::tally).toList(), cohort)
            .censored(interrupted)
        : open.censored(interrupted);
  }

  /** Whether a slice's figures are those of successes. */
  private boolean successes(int index) {
    return cut.by().dimension() == null
        ? Outcome.SUCCESS.code().equals(cut.values().get(index))
        : question.outcome() == Outcome.SUCCESS;
  }

  private Map<TailBand, TailBand.Ranks> ranks(int index, long pairs) {
    return successes(index) ? Tails.ranks(pairs) : Map.of();
  }

  private static <T> List<T> each(List<FigureSteps> steps, IntFunction<T> value) {
    return IntStream.range(0, steps.size()).mapToObj(value).toList();
  }
}
