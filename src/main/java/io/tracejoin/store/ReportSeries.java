package io.tracejoin.store;

import static java.util.stream.Collectors.joining;

import io.tracejoin.decompose.Measure;
import io.tracejoin.decompose.Outcome;
import io.tracejoin.decompose.TokenTimes;
import io.tracejoin.report.BandSums;
import io.tracejoin.report.CachedFacts;
import io.tracejoin.report.Series;
import io.tracejoin.report.SeriesStore;
import io.tracejoin.report.TokenFacts;
import io.tracejoin.statistics.BlockSums;
import io.tracejoin.statistics.SlopeSums;
import io.tracejoin.statistics.TailBand;
import java.math.BigDecimal;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The values of one cohort, sorted and added up by PostgreSQL. Each statement has one column a
 * series: the columns are those of {@link Measure}, and all that is written into the text are
 * constants and numbers.
 */
final class ReportSeries implements SeriesStore {

  private static final String TOTALS =
      """
      SELECT count(*) AS clients, count(*) FILTER (WHERE pair) AS pairs, %s
        FROM settled
      """;

  private static final String TOTAL =
      """
      ARRAY[count(%1$s) FILTER (WHERE %2$s), sum(%1$s) FILTER (WHERE %2$s)]""";

  private static final String VALUES =
      """
      SELECT %s
        FROM settled
      """;

  private static final String VALUE =
      "percentile_disc(CAST(ARRAY[%3$s] AS float8[])) WITHIN GROUP (ORDER BY %1$s)"
          + " FILTER (WHERE %2$s)";

  private static final String BLOCKS =
      """
      , block AS (
        SELECT %s
          FROM settled
         WHERE sent_at_ns IS NOT NULL
         GROUP BY generator, (sent_at_ns - base_ns) / :block
      )
      SELECT %s
        FROM block
      """;

  private static final String BLOCK_SIZE = "count(%1$s) FILTER (WHERE %2$s) AS n%3$d";
  private static final String BLOCK_ABOVE =
      "count(*) FILTER (WHERE %2$s AND %1$s > %5$d) AS y%3$d_%4$d";

  private static final String SUMS_OF_SIZES =
      "ARRAY[count(*) FILTER (WHERE n%1$d > 0), sum(n%1$d), sum(n%1$d * n%1$d)";
  private static final String SUMS_ABOVE =
      "sum(y%1$d_%2$d), sum(y%1$d_%2$d * y%1$d_%2$d), sum(n%1$d * y%1$d_%2$d)";

  /** Columns that {@link #cached} reads; of a half the aggregate's rank is exact. */
  static final String CACHED =
      """
      count(server_cached_tokens) AS n,
      coalesce(sum(server_cached_tokens) FILTER (
        WHERE coalesce(server_input_tokens, input_tokens) IS NOT NULL), 0) AS cached,
      coalesce(sum(coalesce(server_input_tokens, input_tokens)) FILTER (
        WHERE server_cached_tokens IS NOT NULL), 0) AS input,
      percentile_disc(0.5) WITHIN GROUP (ORDER BY server_cached_tokens) AS p50""";

  private static final String CACHED_BY_BLOCK =
      """
      SELECT (sent_at_ns - base_ns) / :block AS block, array_agg(server_cached_tokens)
        FROM cohort
       WHERE pair AND server_cached_tokens IS NOT NULL AND sent_at_ns IS NOT NULL
       GROUP BY generator, 1
       ORDER BY generator, 1
      """;

  private final JdbcClient jdbc;
  private final ReportCohort cohort;
  private final Outcome outcome;

  ReportSeries(JdbcClient jdbc, ReportCohort cohort, Outcome outcome) {
    this.jdbc = jdbc;
    this.cohort = cohort;
    this.outcome = outcome;
  }

  @Override
  public Totals totals() {
    String columns = Series.ALL.stream().map(ReportSeries::total).collect(joining(",\n"));
    return ofCohort(cohort.settled(TOTALS.formatted(columns)))
        .query(
            (row, number) ->
                new Totals(row.getLong("clients"), row.getLong("pairs"), totals(row, 3)))
        .single();
  }

  @Override
  public Map<Series, Map<Long, Long>> valuesAt(Map<Series, Ranks> ranks) {
    Map<Series, Ranks> asked = new LinkedHashMap<>(ranks);
    asked.values().removeIf(it -> it.ranks().isEmpty());
    if (asked.isEmpty()) {
      return Map.of();
    }
    String columns =
        asked.entrySet().stream()
            .map(it -> filled(VALUE, it.getKey(), fractions(it.getValue())))
            .collect(joining(",\n"));
    return ofCohort(cohort.settled(VALUES.formatted(columns)))
        .query((row, number) -> values(row, asked))
        .single();
  }

  @Override
  public Map<Series, List<BlockSums>> blocks(Map<Series, List<Long>> thresholds, long blockNanos) {
    if (thresholds.isEmpty()) {
      return Map.of();
    }
    List<Series> series = List.copyOf(thresholds.keySet());
    List<String> inner = new ArrayList<>();
    List<String> outer = new ArrayList<>();
    for (int i = 0; i < series.size(); i++) {
      List<Long> above = thresholds.get(series.get(i));
      inner.add(filled(BLOCK_SIZE, series.get(i), i));
      outer.add(sums(i, above == null ? 0 : above.size()));
      for (int j = 0; above != null && j < above.size(); j++) {
        inner.add(filled(BLOCK_ABOVE, series.get(i), i, j, above.get(j)));
      }
    }
    return ofCohort(
            cohort.settled(BLOCKS.formatted(String.join(",\n", inner), String.join(",\n", outer))))
        .param("block", blockNanos)
        .query((row, number) -> blocks(row, series, 1))
        .single();
  }

  @Override
  public Map<TailBand, BandSums> bands(Map<TailBand, TailBand.Ranks> bands, long n) {
    return new ReportBands(select -> ofCohort(cohort.select(select))).sums(bands, n);
  }

  @Override
  public Map<Series, List<Block>> values(List<Series> series, long blockNanos) {
    return blocks(blockNanos).values(series);
  }

  @Override
  public List<SlopeSums> envelopeOver(AnswerLength length, long blockNanos) {
    return blocks(blockNanos).envelopeOver(length);
  }

  private ReportBlocks blocks(long blockNanos) {
    return new ReportBlocks(
        statement -> ofCohort(cohort.settled(statement)).param("block", blockNanos));
  }

  @Override
  public void contentTimes(Consumer<TokenTimes> taker) {
    new ReportIntervals(jdbc, cohort, outcome).forEach(taker);
  }

  @Override
  public TokenFacts tokens() {
    return new ReportTokens(jdbc, cohort, outcome).facts();
  }

  @Override
  public CachedFacts cached() {
    return ofCohort(cohort.select("SELECT " + CACHED + " FROM cohort WHERE pair"))
        .query((row, number) -> cached(row))
        .single();
  }

  static CachedFacts cached(ResultSet row) throws SQLException {
    return new CachedFacts(
        row.getLong("n"),
        row.getLong("cached"),
        row.getLong("input"),
        row.getObject("p50", Integer.class));
  }

  @Override
  public List<long[]> cachedByBlock(long blockNanos) {
    return ofCohort(cohort.select(CACHED_BY_BLOCK))
        .param("block", blockNanos)
        .query((row, number) -> longs((Integer[]) array(row, 2)))
        .list();
  }

  private static long[] longs(Integer[] counts) {
    return Stream.of(counts).mapToLong(Integer::longValue).toArray();
  }

  private JdbcClient.StatementSpec ofCohort(String select) {
    return jdbc.sql(select).params(cohort.parameters(outcome));
  }

  /** The template with the series' column, its condition, and more. */
  static String filled(String template, Series series, Object... more) {
    List<Object> values = new ArrayList<>(List.of(series.measure().column(), condition(series)));
    values.addAll(List.of(more));
    return template.formatted(values.toArray());
  }

  /** Rows of {@code settled} whose value belongs to the series. */
  static String condition(Series series) {
    Measure measure = series.measure();
    String population = measure.side() == Measure.Side.CLIENT ? "sound" : "pair";
    if (series.kind() == null) {
      return population;
    }
    String kind = measure == Measure.SERVER_TTFT ? "server_ttft_kind" : "client_ttft_kind";
    return population + " AND " + kind + " = '" + series.kind().code() + "'";
  }

  /** Half a rank below the rank: whatever the rounding, its ceiling is the rank. */
  static String fractions(Ranks ranks) {
    return ranks.ranks().stream()
        .map(rank -> Double.toString(fraction(rank, ranks.n())))
        .collect(joining(", "));
  }

  static double fraction(long rank, long n) {
    return (rank - 0.5) / n;
  }

  static String sums(int series, int thresholds) {
    return IntStream.range(0, thresholds)
        .mapToObj(j -> SUMS_ABOVE.formatted(series, j))
        .collect(joining(", ", SUMS_OF_SIZES.formatted(series) + ", ", "]"));
  }

  /** Number and sum of a series' values as a column. */
  static String total(Series series) {
    return filled(TOTAL, series);
  }

  static Map<Series, Total> totals(ResultSet row, int first) throws SQLException {
    Map<Series, Total> totals = new LinkedHashMap<>();
    for (int i = 0; i < Series.ALL.size(); i++) {
      BigDecimal[] moments = (BigDecimal[]) array(row, first + i);
      if (moments[0].signum() > 0) {
        totals.put(Series.ALL.get(i), new Total(moments[0].longValueExact(), moments[1]));
      }
    }
    return totals;
  }

  private static Map<Series, Map<Long, Long>> values(ResultSet row, Map<Series, Ranks> asked)
      throws SQLException {
    Map<Series, Map<Long, Long>> values = new LinkedHashMap<>();
    int column = 1;
    for (Map.Entry<Series, Ranks> series : asked.entrySet()) {
      Long[] found = (Long[]) array(row, column++);
      Map<Long, Long> byRank = new LinkedHashMap<>();
      for (int i = 0; i < found.length; i++) {
        byRank.put(series.getValue().ranks().get(i), found[i]);
      }
      values.put(series.getKey(), byRank);
    }
    return values;
  }

  static Map<Series, List<BlockSums>> blocks(ResultSet row, List<Series> series, int first)
      throws SQLException {
    Map<Series, List<BlockSums>> blocks = new LinkedHashMap<>();
    for (int i = 0; i < series.size(); i++) {
      BigDecimal[] sums = (BigDecimal[]) array(row, first + i);
      List<BlockSums> ofSeries = new ArrayList<>();
      for (int j = 3; j < sums.length; j += 3) {
        ofSeries.add(blockSums(sums, j));
      }
      blocks.put(series.get(i), ofSeries);
    }
    return blocks;
  }

  private static BlockSums blockSums(BigDecimal[] sums, int j) {
    Function<Integer, Long> at = i -> sums[i] == null ? 0L : Long.valueOf(sums[i].longValueExact());
    return new BlockSums(
        at.apply(0), at.apply(1), at.apply(j), at.apply(2), at.apply(j + 1), at.apply(j + 2));
  }

  private static Object array(ResultSet row, int column) throws SQLException {
    Array array = row.getArray(column);
    return array.getArray();
  }
}
