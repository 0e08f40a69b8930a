package io.tracejoin.store;

import static java.util.stream.Collectors.joining;

import io.tracejoin.decompose.Outcome;
import io.tracejoin.report.BandSums;
import io.tracejoin.report.CachedFacts;
import io.tracejoin.report.Series;
import io.tracejoin.report.SeriesStore.Ranks;
import io.tracejoin.report.SeriesStore.Totals;
import io.tracejoin.report.SliceCut;
import io.tracejoin.report.SlicedStore;
import io.tracejoin.statistics.BlockSums;
import io.tracejoin.statistics.TailBand;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.RowCallbackHandler;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The values of all slices of a cohort, one pass a step: rows are grouped by the number of their
 * slice, and what differs between slices, such as ranks, is looked up in arrays by that number.
 */
final class SlicedSeries implements SlicedStore {

  private static final String TOTALS =
      """
      SELECT slice, count(*) AS clients, count(*) FILTER (WHERE pair) AS pairs, %s
        FROM settled
       GROUP BY slice
      """;

  private static final String VALUES =
      """
      SELECT slice, %s
        FROM settled
       GROUP BY slice
      """;

  /** A slice's fractions are a stretch of the array; the aggregate takes them once a group. */
  private static final String VALUE =
      """
      percentile_disc((CAST(:%3$s AS float8[]))[(slice - 1) * %4$d + 1 : slice * %4$d])
        WITHIN GROUP (ORDER BY %1$s) FILTER (WHERE %2$s)""";

  private static final String BLOCKS =
      """
      , block AS (
        SELECT slice, %s
          FROM settled
         WHERE sent_at_ns IS NOT NULL
         GROUP BY slice, generator, (sent_at_ns - base_ns) / (CAST(:blocks AS bigint[]))[slice]
      )
      SELECT slice, %s
        FROM block
       GROUP BY slice
      """;

  private static final String BLOCK_SIZE = "count(%1$s) FILTER (WHERE %2$s) AS n%3$d";
  private static final String BLOCK_ABOVE =
      "count(*) FILTER (WHERE %2$s AND %1$s > (CAST(:above%3$d_%4$d AS bigint[]))[slice])"
          + " AS y%3$d_%4$d";

  private static final String CACHED =
      """
      SELECT slice, %s
        FROM settled
       WHERE pair AND server_cached_tokens IS NOT NULL
       GROUP BY slice
      """;

  private static final String BANDS =
      """
      SELECT slice, name, count(*) AS size,
             min(client_total_ns) FILTER (WHERE rank = middle) AS quantile, %s
        FROM (SELECT settled.*, %s AS any_generation_ns,
                     row_number() OVER (
                       PARTITION BY slice ORDER BY client_total_ns, trace_id, ordinal) AS rank
                FROM settled
               WHERE pair AND network_envelope_ns IS NOT NULL) AS ranked
        JOIN unnest(CAST(:slices AS bigint[]), CAST(:names AS text[]), CAST(:firsts AS bigint[]),
                    CAST(:lasts AS bigint[]), CAST(:middles AS bigint[]))
             AS band (slice, name, first, last, middle) USING (slice)
       WHERE rank BETWEEN first AND last
       GROUP BY slice, name
      """;

  private final JdbcClient jdbc;
  private final ReportCohort cohort;
  private final SliceCut cut;
  private final Map<String, Object> parameters;

  SlicedSeries(JdbcClient jdbc, ReportCohort cohort, Outcome outcome, SliceCut cut) {
    this.jdbc = jdbc;
    this.cohort = cohort;
    this.cut = cut;
    this.parameters = new HashMap<>(cohort.parameters(outcome));
    parameters.put("kept", cut.kept().toArray(String[]::new));
  }

  @Override
  public List<Totals> totals() {
    List<Totals> totals = empty(() -> new Totals(0, 0, Map.of()));
    String columns = Series.ALL.stream().map(ReportSeries::total).collect(joining(",\n"));
    query(
        TOTALS.formatted(columns),
        Map.of(),
        row ->
            totals.set(
                slice(row),
                new Totals(
                    row.getLong("clients"), row.getLong("pairs"), ReportSeries.totals(row, 4))));
    return totals;
  }

  @Override
  public List<Map<Series, Map<Long, Long>>> valuesAt(List<Map<Series, Ranks>> ranks) {
    List<Map<Series, Map<Long, Long>>> values = empty(LinkedHashMap::new);
    List<Series> asked = asked(ranks);
    if (asked.isEmpty()) {
      return values;
    }
    List<String> columns = new ArrayList<>();
    Map<String, Object> fractions = new HashMap<>();
    for (Series series : asked) {
      String name = "fractions" + columns.size();
      int width = width(series, ranks);
      columns.add(ReportSeries.filled(VALUE, series, name, width));
      fractions.put(name, fractions(series, ranks, width));
    }
    query(
        VALUES.formatted(String.join(",\n", columns)),
        fractions,
        row -> read(row, asked, ranks.get(slice(row)), values.get(slice(row))));
    return values;
  }

  private static void read(
      ResultSet row,
      List<Series> asked,
      Map<Series, Ranks> ranks,
      Map<Series, Map<Long, Long>> values)
      throws SQLException {
    for (int i = 0; i < asked.size(); i++) {
      Ranks ofSeries = ranks.get(asked.get(i));
      if (ofSeries != null && !ofSeries.ranks().isEmpty()) {
        Long[] found = (Long[]) row.getArray(i + 2).getArray();
        Map<Long, Long> byRank = new LinkedHashMap<>();
        for (int j = 0; j < ofSeries.ranks().size(); j++) {
          byRank.put(ofSeries.ranks().get(j), found[j]);
        }
        values.put(asked.get(i), byRank);
      }
    }
  }

  private static List<Series> asked(List<Map<Series, Ranks>> ranks) {
    Set<Series> asked = new LinkedHashSet<>();
    for (Map<Series, Ranks> ofSlice : ranks) {
      ofSlice.forEach(
          (series, it) -> {
            if (!it.ranks().isEmpty()) {
              asked.add(series);
            }
          });
    }
    return List.copyOf(asked);
  }

  private static int width(Series series, List<Map<Series, Ranks>> ranks) {
    return ranks.stream()
        .map(it -> it.get(series))
        .flatMap(Stream::ofNullable)
        .mapToInt(it -> it.ranks().size())
        .max()
        .orElse(1);
  }

  /** Slices with fewer ranks than others are filled up; what is read for those is left aside. */
  private static Double[] fractions(Series series, List<Map<Series, Ranks>> ranks, int width) {
    Double[] fractions = new Double[ranks.size() * width];
    for (int i = 0; i < fractions.length; i++) {
      Ranks ofSlice = ranks.get(i / width).get(series);
      fractions[i] =
          ofSlice == null || i % width >= ofSlice.ranks().size()
              ? 0.5
              : ReportSeries.fraction(ofSlice.ranks().get(i % width), ofSlice.n());
    }
    return fractions;
  }

  @Override
  public List<Map<Series, List<BlockSums>>> blocks(
      List<Map<Series, List<Long>>> thresholds, List<Long> blockNanos) {
    List<Map<Series, List<BlockSums>>> blocks =
        new ArrayList<>(thresholds.stream().map(SlicedSeries::withoutBlocks).toList());
    List<Series> series =
        thresholds.stream().flatMap(it -> it.keySet().stream()).distinct().toList();
    if (series.isEmpty()) {
      return blocks;
    }
    int count =
        thresholds.stream()
            .flatMap(it -> it.values().stream())
            .mapToInt(List::size)
            .max()
            .orElse(0);
    List<String> inner = new ArrayList<>();
    List<String> outer = new ArrayList<>();
    Map<String, Object> more = new HashMap<>();
    more.put("blocks", blockNanos.toArray(Long[]::new));
    for (int i = 0; i < series.size(); i++) {
      inner.add(ReportSeries.filled(BLOCK_SIZE, series.get(i), i));
      outer.add(ReportSeries.sums(i, count));
      for (int j = 0; j < count; j++) {
        inner.add(ReportSeries.filled(BLOCK_ABOVE, series.get(i), i, j));
        more.put("above" + i + "_" + j, above(series.get(i), j, thresholds));
      }
    }
    query(
        BLOCKS.formatted(String.join(",\n", inner), String.join(",\n", outer)),
        more,
        row -> readBlocks(row, series, thresholds.get(slice(row)), blocks.get(slice(row))));
    return blocks;
  }

  /** Values of no known time are in no block. */
  private static Map<Series, List<BlockSums>> withoutBlocks(Map<Series, List<Long>> thresholds) {
    Map<Series, List<BlockSums>> none = new LinkedHashMap<>();
    thresholds.forEach(
        (series, above) -> none.put(series, Collections.nCopies(above.size(), BlockSums.NONE)));
    return none;
  }

  private static void readBlocks(
      ResultSet row,
      List<Series> series,
      Map<Series, List<Long>> thresholds,
      Map<Series, List<BlockSums>> blocks)
      throws SQLException {
    Map<Series, List<BlockSums>> all = ReportSeries.blocks(row, series, 2);
    all.keySet().retainAll(thresholds.keySet());
    blocks.putAll(all);
  }

  /** The j-th threshold of every slice; a slice without one has no value either. */
  private static Long[] above(Series series, int j, List<Map<Series, List<Long>>> thresholds) {
    return thresholds.stream()
        .map(
            it -> {
              @Nullable List<Long> ofSlice = it.get(series);
              return ofSlice == null ? Long.valueOf(0) : ofSlice.get(j);
            })
        .toArray(Long[]::new);
  }

  @Override
  public List<Map<TailBand, BandSums>> bands(
      List<Map<TailBand, TailBand.Ranks>> ranks, List<Long> n) {
    List<Map<TailBand, BandSums>> bands = empty(() -> new EnumMap<>(TailBand.class));
    List<Band> asked = new ArrayList<>();
    for (int i = 0; i < ranks.size(); i++) {
      long slice = i + 1L;
      long size = n.get(i);
      ranks
          .get(i)
          .forEach((band, it) -> asked.add(new Band(slice, band, it, band.quantile().rank(size))));
    }
    if (asked.isEmpty()) {
      return bands;
    }
    query(
        BANDS.formatted(ReportBands.columns(), ReportBands.ANY_GENERATION),
        Map.of(
            "slices", asked.stream().map(Band::slice).toArray(Long[]::new),
            "names", asked.stream().map(it -> it.band.name()).toArray(String[]::new),
            "firsts", asked.stream().map(it -> it.ranks.first()).toArray(Long[]::new),
            "lasts", asked.stream().map(it -> it.ranks.last()).toArray(Long[]::new),
            "middles", asked.stream().map(Band::middle).toArray(Long[]::new)),
        row ->
            bands
                .get(slice(row))
                .put(
                    TailBand.valueOf(row.getString("name")),
                    ReportBands.sums(row, row.getLong("quantile"))));
    return bands;
  }

  @Override
  public List<CachedFacts> cached() {
    List<CachedFacts> cached = empty(() -> CachedFacts.NONE);
    query(
        CACHED.formatted(ReportSeries.CACHED),
        Map.of(),
        row -> cached.set(slice(row), ReportSeries.cached(row)));
    return cached;
  }

  private void query(String statement, Map<String, Object> more, RowCallbackHandler handler) {
    jdbc.sql(cohort.sliced(statement, cut.by())).params(parameters).params(more).query(handler);
  }

  private static int slice(ResultSet row) throws SQLException {
    return row.getInt("slice") - 1;
  }

  private <T> List<T> empty(Supplier<T> none) {
    return new ArrayList<>(IntStream.range(0, cut.size()).mapToObj(it -> none.get()).toList());
  }

  /** A band of one slice; its middle is the rank of the quantile, which lies in the band. */
  private record Band(long slice, TailBand band, TailBand.Ranks ranks, long middle) {}
}
