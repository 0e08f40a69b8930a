package io.tracejoin.report;

import io.tracejoin.decompose.Outcome;
import io.tracejoin.diagnosis.Shift;
import io.tracejoin.diagnosis.Throughput;
import io.tracejoin.statistics.BlockedValues;
import io.tracejoin.statistics.DesignEffect;
import io.tracejoin.statistics.Quantile;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One of two samples that are compared: the successes of a cohort.
 *
 * @param spreads by series that has a value
 * @param rate successes that ended in the window
 * @param coverage matched among the client records; null without any
 * @param cached prompt tokens from the server's cache
 */
record Side(
    SeriesStore store,
    long windowNanos,
    SeriesStore.Totals totals,
    Map<Series, Spread> spreads,
    Throughput.Rate rate,
    @Nullable BigDecimal coverage,
    CachedFacts cached) {

  /** Series whose values are in memory at once. */
  static final int BATCH = 6;

  /** Size, quantiles and sum of a series, in nanoseconds. */
  record Spread(long n, long p50, long p95, long p99, BigDecimal sum) {

    Shift.Figures figures() {
      return new Shift.Figures(n, p95, sum.doubleValue() / n);
    }
  }

  static Side of(RunData data, Cohort cohort, Selector selector) {
    SeriesStore store = data.series(cohort, Outcome.SUCCESS, selector);
    SeriesStore.Totals totals = store.totals();
    Populations populations = new Populations(data.tallies(cohort, selector), cohort);
    Report.Throughput throughput = populations.throughput();
    BigDecimal perS = throughput.perS();
    return new Side(
        store,
        cohort.longest(),
        totals,
        spreads(store, totals),
        new Throughput.Rate(throughput.completed(), perS == null ? 0 : perS.doubleValue()),
        Decimals.share(populations.matched(), populations.expected()),
        store.cached());
  }

  private static Map<Series, Spread> spreads(SeriesStore store, SeriesStore.Totals totals) {
    Map<Series, SeriesStore.Ranks> ranks = new LinkedHashMap<>();
    totals
        .series()
        .forEach((series, it) -> ranks.put(series, new SeriesStore.Ranks(it.n(), ranks(it.n()))));
    Map<Series, Map<Long, Long>> found = store.valuesAt(ranks);
    Map<Series, Spread> spreads = new LinkedHashMap<>();
    totals
        .series()
        .forEach(
            (series, total) -> {
              List<Long> at =
                  ranks(total.n()).stream().map(found.getOrDefault(series, Map.of())::get).toList();
              spreads.put(
                  series, new Spread(total.n(), at.get(0), at.get(1), at.get(2), total.sum()));
            });
    return spreads;
  }

  private static List<Long> ranks(long n) {
    return Quantile.STANDARD.stream().map(it -> it.rank(n)).toList();
  }

  @Nullable Spread spread(Series series) {
    return spreads.get(series);
  }

  /** Length of a block of send time. */
  long blockNanos() {
    return DesignEffect.blockNanos(p95OfTotal(), windowNanos);
  }

  boolean shortBlocks() {
    return DesignEffect.shortBlocks(p95OfTotal(), windowNanos);
  }

  /** Of a few series: their values are in memory. */
  Map<Series, BlockedValues> values(List<Series> few) {
    Map<Series, BlockedValues> values = new LinkedHashMap<>();
    store
        .values(few, blockNanos())
        .forEach(
            (series, blocks) ->
                values.put(
                    series,
                    BlockedValues.of(blocks.stream().map(SeriesStore.Block::values).toList())));
    return values;
  }

  /** Cached prompt tokens; there may be none. */
  BlockedValues cachedTokens() {
    return BlockedValues.of(cached.n() == 0 ? List.of() : store.cachedByBlock(blockNanos()));
  }

  private long p95OfTotal() {
    Spread total = spreads.get(Series.CLIENT_TOTAL);
    return total == null ? 0 : total.p95;
  }
}
