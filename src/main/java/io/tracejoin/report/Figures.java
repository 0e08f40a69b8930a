package io.tracejoin.report;

import io.tracejoin.report.FigureSteps.Point;
import io.tracejoin.statistics.DesignEffect;
import io.tracejoin.statistics.Quantile;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;

/** Makes the figures of one cohort in passes over its store. */
final class Figures {

  private final SeriesStore store;
  private final SeriesStore.Totals totals;
  private final List<Quantile> quantiles;
  private final FigureSteps steps;
  private final Map<Series, List<Long>> values;

  Figures(SeriesStore store, List<Quantile> asked) {
    this.store = store;
    this.totals = store.totals();
    this.quantiles = FigureSteps.withStandard(asked);
    this.steps = new FigureSteps(totals, quantiles);
    this.values = steps.values(store.valuesAt(steps.ranks()));
  }

  /** Sizes and sums of every series. */
  SeriesStore.Totals totals() {
    return totals;
  }

  /** Those asked for and the standard ones, in ascending order. */
  List<Quantile> quantiles() {
    return quantiles;
  }

  /** The p95 of client_total in nanoseconds, 0 where there is none. */
  long p95OfTotal() {
    return steps.p95OfTotal(values);
  }

  /**
   * The figures of all series with values, in reading order.
   *
   * @param windowNanos length of the longest window
   * @param censored share of the cohort that was cut off, whose latency is not known
   */
  List<Figure> all(long windowNanos, BigDecimal censored) {
    long block = DesignEffect.blockNanos(p95OfTotal(), windowNanos);
    Map<Series, List<Point>> points = steps.points(values, store.blocks(values, block));
    return steps.figures(points, store.valuesAt(steps.boundRanks(points)), censored);
  }
}
