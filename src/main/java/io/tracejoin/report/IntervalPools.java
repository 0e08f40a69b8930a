package io.tracejoin.report;

import io.tracejoin.decompose.TokenTimes;
import io.tracejoin.statistics.PooledHistogram;
import io.tracejoin.statistics.Quantile;
import java.math.BigDecimal;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Pools the intervals of a cohort's tokens, and those of its chunks, request by request. */
final class IntervalPools {

  private static final long MICRO = 1_000;

  private final Map<TokenTimes.Kind, Pool> pools = new EnumMap<>(TokenTimes.Kind.class);

  /** Reads the cohort's times once; no more than a few requests are in memory. */
  static IntervalPools of(SeriesStore store) {
    IntervalPools pools = new IntervalPools();
    store.contentTimes(pools::add);
    return pools;
  }

  private void add(TokenTimes times) {
    if (times.size() > 1) {
      Pool pool = pools.computeIfAbsent(times.kind(), Pool::new);
      pool.requests++;
      times.forEachInterval(pool.values::add);
    }
  }

  /** The figures of intervals that were pooled before. */
  static List<TokenIntervals> figures(List<StoredHistogram> stored, List<Quantile> quantiles) {
    return stored.stream()
        .map(it -> new Pool(it.kind(), it.values(), it.requests()).figure(quantiles))
        .toList();
  }

  List<TokenIntervals> figures(List<Quantile> quantiles) {
    return pools.values().stream().map(it -> it.figure(quantiles)).toList();
  }

  List<StoredHistogram> histograms() {
    return pools.values().stream()
        .map(it -> new StoredHistogram(it.kind, it.requests, it.values))
        .toList();
  }

  private static final class Pool {
    private final TokenTimes.Kind kind;
    private final PooledHistogram values;
    private long requests;

    Pool(TokenTimes.Kind kind) {
      this(kind, new PooledHistogram(), 0);
    }

    Pool(TokenTimes.Kind kind, PooledHistogram values, long requests) {
      this.kind = kind;
      this.values = values;
      this.requests = requests;
    }

    TokenIntervals figure(List<Quantile> quantiles) {
      Map<String, BigDecimal> byName = new LinkedHashMap<>();
      quantiles.forEach(
          it -> byName.put(it.name() + "_ms", Decimals.ms(values.micros(it) * MICRO)));
      return new TokenIntervals(
          kind.interval(),
          requests,
          values.n(),
          byName,
          Decimals.ms(values.maxMicros() * MICRO),
          Decimals.ms(values.meanNanos()),
          "histogram");
    }
  }
}
