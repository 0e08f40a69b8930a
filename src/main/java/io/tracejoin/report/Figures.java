package io.tracejoin.report;

import io.tracejoin.decompose.Measure;
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
 * Makes the figures of one cohort in passes, since each needs the one before: sizes give the ranks,
 * quantiles the thresholds of the design effect, the design effect the ranks of the bounds.
 */
final class Figures {

  private static final Quantile P95 = Quantile.of("0.95");

  private final SeriesStore store;
  private final SeriesStore.Totals totals;
  private final List<Quantile> quantiles;
  private final Map<Series, List<Long>> values;

  Figures(SeriesStore store, List<Quantile> asked) {
    this.store = store;
    this.totals = store.totals();
    this.quantiles =
        Stream.concat(asked.stream(), Quantile.STANDARD.stream())
            .distinct()
            .sorted(Comparator.comparing(Quantile::q))
            .toList();
    this.values = values();
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
    List<Long> ofTotal = values.get(Series.CLIENT_TOTAL);
    return ofTotal == null ? 0 : ofTotal.get(quantiles.indexOf(P95));
  }

  /**
   * The figures of all series with values, in reading order.
   *
   * @param windowNanos length of the longest window
   * @param censored share of the cohort that was cut off, whose latency is not known
   */
  List<Figure> all(long windowNanos, BigDecimal censored) {
    Map<Series, List<Point>> points = points(DesignEffect.blockNanos(p95OfTotal(), windowNanos));
    Map<Series, SeriesStore.Ranks> ranks = new LinkedHashMap<>();
    points.forEach((series, it) -> ranks.put(series, boundRanks(series, it)));
    Map<Series, Map<Long, Long>> bounds = store.valuesAt(ranks);
    List<Figure> figures = new ArrayList<>();
    points.forEach(
        (series, it) ->
            figures.add(figure(series, it, Objects.requireNonNull(bounds.get(series)), censored)));
    return figures;
  }

  private Map<Series, List<Long>> values() {
    Map<Series, SeriesStore.Ranks> ranks = new LinkedHashMap<>();
    totals
        .series()
        .forEach((series, it) -> ranks.put(series, new SeriesStore.Ranks(it.n(), ranks(it.n()))));
    Map<Series, List<Long>> found = new LinkedHashMap<>();
    store
        .valuesAt(ranks)
        .forEach(
            (series, at) -> found.put(series, ranks(n(series)).stream().map(at::get).toList()));
    return found;
  }

  private List<Long> ranks(long n) {
    return quantiles.stream().map(it -> it.rank(n)).toList();
  }

  private Map<Series, List<Point>> points(long blockNanos) {
    Map<Series, List<BlockSums>> blocks = store.blocks(values, blockNanos);
    Map<Series, List<Point>> points = new LinkedHashMap<>();
    for (Series series : Series.ALL) {
      List<BlockSums> sums = blocks.get(series);
      if (sums != null) {
        points.put(series, points(series, sums));
      }
    }
    return points;
  }

  private List<Point> points(Series series, List<BlockSums> sums) {
    List<Point> points = new ArrayList<>();
    List<Long> found = Objects.requireNonNull(values.get(series));
    for (int i = 0; i < quantiles.size(); i++) {
      Quantile quantile = quantiles.get(i);
      double effect = DesignEffect.of(sums.get(i), quantile);
      RankInterval ranks = BinomialRanks.of(n(series), effect, quantile);
      points.add(new Point(quantile, found.get(i), effect, ranks));
    }
    return points;
  }

  /** The bounds of every quantile, and the last rank: the maximum. */
  private SeriesStore.Ranks boundRanks(Series series, List<Point> points) {
    Set<Long> ranks = new TreeSet<>(Set.of(n(series)));
    for (Point point : points) {
      ranks.addAll(point.ranks.bounds());
    }
    return new SeriesStore.Ranks(n(series), List.copyOf(ranks));
  }

  private Figure figure(
      Series series, List<Point> points, Map<Long, Long> bounds, BigDecimal censored) {
    SeriesStore.Total total = total(series);
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

  private long population(Series series) {
    return series.measure().side() == Measure.Side.CLIENT ? totals.clients() : totals.pairs();
  }

  private long n(Series series) {
    return total(series).n();
  }

  private SeriesStore.Total total(Series series) {
    return Objects.requireNonNull(totals.series().get(series));
  }

  /** One quantile of one series. */
  private record Point(Quantile quantile, long nanos, double designEffect, RankInterval ranks) {

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
