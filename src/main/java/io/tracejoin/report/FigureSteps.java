package io.tracejoin.report;

import io.tracejoin.decompose.Measure;
import io.tracejoin.report.SeriesStore.Ranks;
import io.tracejoin.report.SeriesStore.Total;
import io.tracejoin.report.SeriesStore.Totals;
import io.tracejoin.statistics.BinomialRanks;
import io.tracejoin.statistics.BlockSums;
import io.tracejoin.statistics.DesignEffect;
import io.tracejoin.statistics.Quantile;
import io.tracejoin.statistics.RankInterval;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The figures of one population, step by step, since each needs the one before: sizes give the
 * ranks, quantiles the thresholds of the design effect, the design effect the ranks of the bounds.
 * Where the values come from is the caller's concern.
 */
final class FigureSteps {

  private static final Quantile P95 = Quantile.of("0.95");

  private final Totals totals;
  private final List<Quantile> quantiles;

  FigureSteps(Totals totals, List<Quantile> quantiles) {
    this.totals = totals;
    this.quantiles = quantiles;
  }

  /** Those asked for and the standard ones, in ascending order. */
  static List<Quantile> withStandard(List<Quantile> asked) {
    return Stream.concat(asked.stream(), Quantile.STANDARD.stream())
        .distinct()
        .sorted(Comparator.comparing(Quantile::q))
        .toList();
  }

  /** The ranks of the quantiles. */
  Map<Series, Ranks> ranks() {
    Map<Series, Ranks> ranks = new LinkedHashMap<>();
    totals.series().forEach((series, it) -> ranks.put(series, new Ranks(it.n(), ranks(it.n()))));
    return ranks;
  }

  /** The quantiles' values, in the order of the quantiles. */
  Map<Series, List<Long>> values(Map<Series, Map<Long, Long>> at) {
    Map<Series, List<Long>> values = new LinkedHashMap<>();
    at.forEach(
        (series, found) -> values.put(series, ranks(n(series)).stream().map(found::get).toList()));
    return values;
  }

  /** The p95 of client_total in nanoseconds, 0 where there is none. */
  long p95OfTotal(Map<Series, List<Long>> values) {
    List<Long> ofTotal = values.get(Series.CLIENT_TOTAL);
    return ofTotal == null ? 0 : ofTotal.get(quantiles.indexOf(P95));
  }

  /** Every quantile with its design effect, by series in reading order. */
  Map<Series, List<Point>> points(
      Map<Series, List<Long>> values, Map<Series, List<BlockSums>> blocks) {
    Map<Series, List<Point>> points = new LinkedHashMap<>();
    for (Series series : Series.ALL) {
      List<BlockSums> sums = blocks.get(series);
      if (sums != null) {
        points.put(series, points(series, Objects.requireNonNull(values.get(series)), sums));
      }
    }
    return points;
  }

  private List<Point> points(Series series, List<Long> found, List<BlockSums> sums) {
    List<Point> points = new ArrayList<>();
    for (int i = 0; i < quantiles.size(); i++) {
      Quantile quantile = quantiles.get(i);
      double effect = DesignEffect.of(sums.get(i), quantile);
      RankInterval ranks = BinomialRanks.of(n(series), effect, quantile);
      points.add(new Point(quantile, found.get(i), effect, ranks));
    }
    return points;
  }

  /** The bounds of every quantile, and the last rank: the maximum. */
  Map<Series, Ranks> boundRanks(Map<Series, List<Point>> points) {
    Map<Series, Ranks> ranks = new LinkedHashMap<>();
    points.forEach((series, it) -> ranks.put(series, boundRanks(series, it)));
    return ranks;
  }

  private Ranks boundRanks(Series series, List<Point> points) {
    Set<Long> ranks = new TreeSet<>(Set.of(n(series)));
    for (Point point : points) {
      ranks.addAll(point.ranks.bounds());
    }
    return new Ranks(n(series), List.copyOf(ranks));
  }

  /**
   * The figures of all series with values, in reading order.
   *
   * @param bounds values at the ranks of the bounds
   * @param censored share of the cohort that was cut off, whose latency is not known
   */
  List<Figure> figures(
      Map<Series, List<Point>> points, Map<Series, Map<Long, Long>> bounds, BigDecimal censored) {
    List<Figure> figures = new ArrayList<>();
    points.forEach(
        (series, it) ->
            figures.add(figure(series, it, Objects.requireNonNull(bounds.get(series)), censored)));
    return figures;
  }

  private Figure figure(
      Series series, List<Point> points, Map<Long, Long> bounds, BigDecimal censored) {
    Total total = total(series);
    boolean beyond =
        points.stream().anyMatch(it -> it.quantile.complement().compareTo(censored) < 0);
    return new Figure(
        series.measure().code(),
        series.kind() == null ? null : series.kind().code(),
        series.measure().owner(),
        total.n(),
        Objects.requireNonNull(Decimals.share(total.n(), population(series))),
        points.get(quantiles.indexOf(P95)).effect(),
        by(points, "", Point::effect),
        beyond ? List.of("censored_tail") : List.of(),
        by(points, "_ms", it -> Decimals.ms(it.nanos)),
        Decimals.ms(Objects.requireNonNull(bounds.get(total.n()))),
        Decimals.meanMs(total.sum(), total.n()),
        by(points, "_ms", it -> it.interval(bounds)),
        points.stream().filter(it -> it.ranks.incomplete()).map(it -> it.quantile.name()).toList(),
        "exact");
  }

  private static <V> Map<String, V> by(
      List<Point> points, String suffix, Function<Point, V> value) {
    Map<String, V> byName = new LinkedHashMap<>();
    points.forEach(it -> byName.put(it.quantile.name() + suffix, value.apply(it)));
    return byName;
  }

  private List<Long> ranks(long n) {
    return quantiles.stream().map(it -> it.rank(n)).toList();
  }

  private long population(Series series) {
    return series.measure().side() == Measure.Side.CLIENT ? totals.clients() : totals.pairs();
  }

  private long n(Series series) {
    return total(series).n();
  }

  private Total total(Series series) {
    return Objects.requireNonNull(totals.series().get(series));
  }

  /** One quantile of one series. */
  record Point(Quantile quantile, long nanos, double designEffect, RankInterval ranks) {

    private static final int EFFECT_DIGITS = 3;

    BigDecimal effect() {
      return Decimals.rounded(designEffect, EFFECT_DIGITS);
    }

    List<@Nullable BigDecimal> interval(Map<Long, Long> bounds) {
      List<@Nullable BigDecimal> interval = new ArrayList<>();
      interval.add(bound(ranks.lower(), bounds));
      interval.add(bound(ranks.upper(), bounds));
      return interval;
    }

    private static @Nullable BigDecimal bound(@Nullable Long rank, Map<Long, Long> bounds) {
      return rank == null ? null : Decimals.ms(Objects.requireNonNull(bounds.get(rank)));
    }
  }
}
