package io.tracejoin.report;

import io.tracejoin.budget.Interval;
import io.tracejoin.budget.Statistic;
import io.tracejoin.decompose.Measure;
import io.tracejoin.decompose.Outcome;
import io.tracejoin.decompose.TtftKind;
import io.tracejoin.statistics.BlockBootstrap;
import io.tracejoin.statistics.BlockedValues;
import io.tracejoin.statistics.Bootstrapped;
import io.tracejoin.statistics.DesignEffect;
import io.tracejoin.statistics.Quantile;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The requests that some clauses of a budget select, and what is measured of them. */
final class SelectedRequests {

  private static final int MS_DIGITS = 6;
  private static final double LEVEL = 0.95;

  private final RunData data;
  private final Cohort cohort;
  private final Selector selector;
  private final List<Quantile> quantiles;
  private final Populations populations;
  private final Figures figures;
  private final List<Figure> all;
  private @Nullable SelectionBias bias;

  /**
   * @param asked quantiles that the clauses bound
   */
  SelectedRequests(RunData data, Cohort cohort, Selector selector, List<Quantile> asked) {
    this.data = data;
    this.cohort = cohort;
    this.selector = selector;
    this.quantiles = Stream.concat(asked.stream(), Quantile.STANDARD.stream()).distinct().toList();
    this.populations = new Populations(data.tallies(cohort, selector), cohort);
    this.figures = new Figures(data.series(cohort, Outcome.SUCCESS, selector), quantiles);
    this.all = figures.all(cohort.longest(), BigDecimal.ZERO);
  }

  Populations populations() {
    return populations;
  }

  ClauseData clauses() {
    return data.clauses(cohort, selector);
  }

  List<SloCounts> counts(SloRule rule) {
    return data.sloCounts(cohort, selector, rule);
  }

  Cohort cohort() {
    return cohort;
  }

  /** How long they are measured, in seconds. */
  BigDecimal windowS() {
    return Decimals.seconds(cohort.longest());
  }

  long blockNanos() {
    return DesignEffect.blockNanos(figures.p95OfTotal(), cohort.longest());
  }

  /**
   * The series of a measure that has values. Of several kinds, and none asked for, the one that
   * most requests have; of equally many the first.
   */
  Optional<Series> series(Measure measure, @Nullable TtftKind kind) {
    return Series.ALL.stream()
        .filter(it -> it.measure() == measure && (kind == null || it.kind() == kind))
        .filter(it -> figures.totals().series().containsKey(it))
        .max(Comparator.comparing(this::n).thenComparing(it -> -Series.ALL.indexOf(it)));
  }

  long n(Series series) {
    return total(series).n();
  }

  /** The statistic in milliseconds: of nanoseconds exactly, a mean to 34 digits. */
  BigDecimal value(Series series, Statistic stat) {
    if (stat.isMean()) {
      SeriesStore.Total total = total(series);
      return total
          .sum()
          .divide(BigDecimal.valueOf(total.n()), MathContext.DECIMAL128)
          .movePointLeft(MS_DIGITS);
    }
    Figure figure = figure(series);
    return stat.isMax()
        ? figure.maxMs()
        : Objects.requireNonNull(figure.quantiles().get(key(stat)));
  }

  /** Null for the maximum, which is counted and not estimated. */
  @Nullable Interval interval(Series series, Statistic stat, BlockBootstrap bootstrap) {
    if (stat.isMax()) {
      return null;
    }
    if (stat.isMean()) {
      return interval(bootstrap.mean(values(series)), MS_DIGITS);
    }
    List<@Nullable BigDecimal> bounds =
        Objects.requireNonNull(figure(series).ci95().get(key(stat)));
    return new Interval(bounds.get(0), bounds.get(1));
  }

  /** The values by block of send time; there may be none. */
  BlockedValues values(Series series) {
    return BlockedValues.of(clauses().valuesByBlock(series, blockNanos()));
  }

  /** The matched are another population at the quantile; without one, at any of the standard. */
  boolean biased(@Nullable Quantile quantile) {
    SelectionBias known = bias;
    if (known == null) {
      known = SelectionBias.of(data, cohort, selector, quantiles);
      bias = known;
    }
    return quantile == null
        ? Quantile.STANDARD.stream().anyMatch(known::biasedAt)
        : known.biasedAt(quantile);
  }

  /**
   * An estimate's interval; unknown where it has none.
   *
   * @param digits by which the unit of the values is smaller than that of the clause
   */
  static Interval interval(Bootstrapped estimate, int digits) {
    return estimate
        .interval(LEVEL)
        .map(it -> new Interval(decimal(it.low(), digits), decimal(it.high(), digits)))
        .orElse(Interval.UNKNOWN);
  }

  private static BigDecimal decimal(double value, int digits) {
    return Decimals.rounded(BigDecimal.valueOf(value).movePointLeft(digits).doubleValue(), 6);
  }

  private static String key(Statistic stat) {
    return Objects.requireNonNull(stat.quantile()).name() + "_ms";
  }

  private Figure figure(Series series) {
    String kind = series.kind() == null ? null : series.kind().code();
    return all.stream()
        .filter(it -> it.measure().equals(series.measure().code()))
        .filter(it -> Objects.equals(it.kind(), kind))
        .findFirst()
        .orElseThrow();
  }

  private SeriesStore.Total total(Series series) {
    return Objects.requireNonNull(figures.totals().series().get(series));
  }
}
