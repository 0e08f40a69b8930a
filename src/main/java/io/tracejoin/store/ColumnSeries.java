package io.tracejoin.store;

import io.tracejoin.decompose.Measure;
import io.tracejoin.decompose.TokenTimes;
import io.tracejoin.report.BandSums;
import io.tracejoin.report.CachedFacts;
import io.tracejoin.report.Series;
import io.tracejoin.report.SeriesStore;
import io.tracejoin.report.TokenFacts;
import io.tracejoin.statistics.BlockSums;
import io.tracejoin.statistics.OrderStatistics;
import io.tracejoin.statistics.SlopeSums;
import io.tracejoin.statistics.TailBand;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Consumer;
import java.util.function.Function;

/** The values of one cohort from a scan of its run: the same answers as {@link ReportSeries}. */
final class ColumnSeries implements SeriesStore {

  /** Each thread holds two columns in memory: more of them would not fit. */
  private static final ForkJoinPool TWO = new ForkJoinPool(2);

  private final ColumnCohort cohort;
  private final SeriesStore stored;

  /**
   * @param stored the same cohort in the database, for what is not scanned: times of tokens
   */
  ColumnSeries(ColumnCohort cohort, SeriesStore stored) {
    this.cohort = cohort;
    this.stored = stored;
  }

  @Override
  public Totals totals() {
    long clients = 0;
    long pairs = 0;
    for (int i = 0; i < cohort.rows(); i++) {
      clients += cohort.in(i) ? 1 : 0;
      pairs += cohort.pair(i) ? 1 : 0;
    }
    Map<Series, Total> totals = of(Series.ALL, this::total);
    totals.values().removeIf(it -> it.n() == 0);
    return new Totals(clients, pairs, totals);
  }

  /** An answer about each series, in the order of the series. */
  private <T> Map<Series, T> of(Collection<Series> series, Function<Series, T> answer) {
    Map<Series, T> answers = new LinkedHashMap<>();
    List<Map.Entry<Series, T>> found =
        TWO.submit(
                () -> series.parallelStream().map(it -> Map.entry(it, answer.apply(it))).toList())
            .join();
    found.forEach(it -> answers.put(it.getKey(), it.getValue()));
    cohort.columns().release();
    return answers;
  }

  private Total total(Series series) {
    int n = cohort.select(series);
    ColumnSum sum = new ColumnSum();
    long[] values = cohort.columns().room();
    for (int i = 0; i < n; i++) {
      sum.add(values[i]);
    }
    return new Total(n, sum.value());
  }

  @Override
  public Map<Series, Map<Long, Long>> valuesAt(Map<Series, Ranks> ranks) {
    Map<Series, List<Long>> asked = new LinkedHashMap<>();
    ranks.forEach(
        (series, it) -> {
          if (!it.ranks().isEmpty()) {
            asked.put(series, it.ranks());
          }
        });
    return of(asked.keySet(), it -> valuesAt(it, asked.getOrDefault(it, List.of())));
  }

  private Map<Long, Long> valuesAt(Series series, List<Long> ranks) {
    int n = cohort.select(series);
    long[] values = cohort.columns().room();
    OrderStatistics.place(values, n, ranks.stream().mapToLong(Long::longValue).toArray());
    Map<Long, Long> byRank = new LinkedHashMap<>();
    ranks.forEach(rank -> byRank.put(rank, values[(int) (rank - 1)]));
    return byRank;
  }

  @Override
  public Map<Series, List<BlockSums>> blocks(Map<Series, List<Long>> thresholds, long blockNanos) {
    ColumnBlocks blocks = cohort.blocks(blockNanos);
    return of(
        thresholds.keySet(), it -> blocks(it, thresholds.getOrDefault(it, List.of()), blocks));
  }

  private List<BlockSums> blocks(Series series, List<Long> thresholds, ColumnBlocks blocks) {
    long[] above = thresholds.stream().mapToLong(Long::longValue).toArray();
    long[] sizes = new long[blocks.size()];
    long[][] larger = new long[above.length][blocks.size()];
    each(
        series,
        blocks,
        (block, value) -> {
          sizes[block]++;
          for (int j = 0; j < above.length; j++) {
            if (value > above[j]) {
              larger[j][block]++;
            }
          }
        });
    List<BlockSums> sums = new ArrayList<>();
    for (long[] ofThreshold : larger) {
      BlockSums sum = BlockSums.NONE;
      for (int block = 0; block < sizes.length; block++) {
        sum = sizes[block] == 0 ? sum : sum.plus(sizes[block], ofThreshold[block]);
      }
      sums.add(sum);
    }
    return sums;
  }

  /** Takes a value and the number of its block. */
  private interface InBlock {
    void take(int block, long value);
  }

  private void each(Series series, ColumnBlocks blocks, InBlock taker) {
    if (cohort.columns().empty(series.measure())) {
      return;
    }
    ColumnCohort.Rows rows = cohort.of(series);
    long[] values = cohort.columns().pass(RequestColumn.of(series.measure()));
    for (int i = 0; i < cohort.rows(); i++) {
      if (values[i] != ColumnFile.NULL && rows.have(i) && blocks.of(i) != ColumnBlocks.NONE) {
        taker.take(blocks.of(i), values[i]);
      }
    }
  }

  @Override
  public Map<TailBand, BandSums> bands(Map<TailBand, TailBand.Ranks> bands, long n) {
    return new ColumnBands(cohort).sums(bands, n);
  }

  @Override
  public Map<Series, List<Block>> values(List<Series> series, long blockNanos) {
    Map<Series, List<Block>> values = new LinkedHashMap<>();
    for (Series it : series) {
      List<Block> blocks = values(it, cohort.blocks(blockNanos));
      if (!blocks.isEmpty()) {
        values.put(it, blocks);
      }
    }
    return values;
  }

  private List<Block> values(Series series, ColumnBlocks blocks) {
    return grouped(blocks, taker -> each(series, blocks, taker));
  }

  /**
   * @param each gives each value with its block; asked twice
   */
  private List<Block> grouped(ColumnBlocks blocks, Consumer<InBlock> each) {
    int[] sizes = new int[blocks.size()];
    each.accept((block, value) -> sizes[block]++);
    long[][] values = new long[sizes.length][];
    for (int i = 0; i < sizes.length; i++) {
      values[i] = new long[sizes[i]];
    }
    each.accept((block, value) -> values[block][--sizes[block]] = value);
    return blocks.inOrder(cohort.columns().terms()).stream()
        .filter(it -> values[it].length > 0)
        .map(it -> new Block(blocks.block(it).index(), values[it]))
        .toList();
  }

  @Override
  public List<SlopeSums> envelopeOver(AnswerLength length, long blockNanos) {
    RequestColumns columns = cohort.columns();
    if (columns.empty(Measure.NETWORK_ENVELOPE)) {
      return List.of();
    }
    long[] lengths = lengths(length);
    ColumnBlocks blocks = cohort.blocks(blockNanos);
    double[][] sums = new double[blocks.size()][5];
    long[] envelopes = columns.pass(RequestColumn.of(Measure.NETWORK_ENVELOPE));
    for (int i = 0; i < cohort.rows(); i++) {
      boolean told = envelopes[i] != ColumnFile.NULL && lengths[i] != ColumnFile.NULL;
      if (told && cohort.pair(i) && blocks.of(i) != ColumnBlocks.NONE) {
        add(sums[blocks.of(i)], lengths[i], envelopes[i]);
      }
    }
    return blocks.inOrder(columns.terms()).stream()
        .map(it -> sums[it])
        .filter(it -> it[0] > 0)
        .map(it -> new SlopeSums(it[0], it[1], it[2], it[3], it[4]))
        .toList();
  }

  private long[] lengths(AnswerLength length) {
    return switch (length) {
      case RESPONSE_BYTES -> cohort.columns().copy(RequestColumn.RESPONSE_BYTES);
      case OUTPUT_TOKENS ->
          ColumnTokens.either(
              cohort.columns(), RequestColumn.OUTPUT_TOKENS, RequestColumn.SERVER_OUTPUT_TOKENS);
    };
  }

  private static void add(double[] sums, double x, double y) {
    sums[0]++;
    sums[1] += x;
    sums[2] += y;
    sums[3] += x * x;
    sums[4] += x * y;
  }

  @Override
  public void contentTimes(Consumer<TokenTimes> taker) {
    if (!cohort.columns().empty(RequestColumn.TIMES)) {
      stored.contentTimes(taker);
    }
  }

  @Override
  public CachedFacts cached() {
    return new ColumnTokens(cohort).cached();
  }

  @Override
  public List<long[]> cachedByBlock(long blockNanos) {
    RequestColumns columns = cohort.columns();
    if (columns.empty(RequestColumn.SERVER_CACHED_TOKENS)) {
      return List.of();
    }
    ColumnBlocks blocks = cohort.blocks(blockNanos);
    long[] cached = columns.copy(RequestColumn.SERVER_CACHED_TOKENS);
    return grouped(
            blocks,
            taker -> {
              for (int i = 0; i < cached.length; i++) {
                int block = blocks.of(i);
                if (cached[i] != ColumnFile.NULL && block != ColumnBlocks.NONE && cohort.pair(i)) {
                  taker.take(block, cached[i]);
                }
              }
            })
        .stream()
        .map(Block::values)
        .toList();
  }

  @Override
  public TokenFacts tokens() {
    return new ColumnTokens(cohort).facts();
  }
}
