package io.tracejoin.store;

import io.tracejoin.decompose.Measure;
import io.tracejoin.report.BandSums;
import io.tracejoin.report.SeriesStore;
import io.tracejoin.statistics.TailBand;
import io.tracejoin.statistics.TailBand.Ranks;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.springframework.jdbc.core.RowCallbackHandler;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;

/**
 * Sums over the ranks of the tail bands. Ranks are turned into values first, so that only the rows
 * of the bands are sorted with all their columns; among rows of equal value at a band's edge the
 * number of rows below that value tells which are in.
 */
final class ReportBands {

  private static final String EDGES =
      """
      SELECT percentile_disc(CAST(ARRAY[%s] AS float8[])) WITHIN GROUP (ORDER BY client_total_ns)
        FROM cohort
       WHERE pair AND network_envelope_ns IS NOT NULL
      """;

  private static final String BELOW =
      """
      SELECT low_ns, count(*)
        FROM cohort
        JOIN unnest(CAST(:lows AS bigint[])) AS low_ns ON client_total_ns < low_ns
       WHERE pair AND network_envelope_ns IS NOT NULL
       GROUP BY 1
      """;

  /** A trace may know prefill and decode alone: generation, the addend, contains them. */
  static final String ANY_GENERATION =
      "coalesce(generation_ns, prefill_ns + decode_ns, prefill_ns, decode_ns)";

  private static final String SUMS =
      """
      SELECT name, count(*) AS size, %s
        FROM (SELECT band.name, band.first, band.last, cohort.*,
                     %s AS any_generation_ns,
                     band.below + row_number() OVER (
                       PARTITION BY band.name ORDER BY client_total_ns, trace_id, ordinal) AS rank
                FROM cohort
                JOIN unnest(CAST(:names AS text[]), CAST(:firsts AS bigint[]),
                            CAST(:lasts AS bigint[]), CAST(:lows AS bigint[]),
                            CAST(:highs AS bigint[]), CAST(:below AS bigint[]))
                     AS band (name, first, last, low_ns, high_ns, below)
                  ON client_total_ns BETWEEN low_ns AND high_ns
               WHERE pair AND network_envelope_ns IS NOT NULL) AS ranked
       WHERE rank BETWEEN first AND last
       GROUP BY name
      """;

  static final List<Measure> PARTS =
      List.of(
          Measure.NETWORK_ENVELOPE,
          Measure.GATEWAY,
          Measure.APP_QUEUE,
          Measure.GPU_QUEUE,
          Measure.PREFILL,
          Measure.DECODE,
          Measure.GENERATION,
          Measure.PROVIDER_REQUEST,
          Measure.RESPONSE_WRITE,
          Measure.UNATTRIBUTED);

  private final Function<String, StatementSpec> ofCohort;

  ReportBands(Function<String, StatementSpec> ofCohort) {
    this.ofCohort = ofCohort;
  }

  Map<TailBand, BandSums> sums(Map<TailBand, Ranks> bands, long n) {
    List<Edges> edges = edges(bands, n);
    Map<Long, Long> below = below(edges);
    Map<TailBand, BandSums> sums = new EnumMap<>(TailBand.class);
    ofCohort
        .apply(SUMS.formatted(columns(), ANY_GENERATION))
        .param("names", edges.stream().map(it -> it.band.name()).toArray(String[]::new))
        .param("firsts", longs(edges, it -> it.ranks.first()))
        .param("lasts", longs(edges, it -> it.ranks.last()))
        .param("lows", longs(edges, Edges::low))
        .param("highs", longs(edges, Edges::high))
        .param("below", longs(edges, it -> below.getOrDefault(it.low, 0L)))
        .query(
            (RowCallbackHandler)
                row -> {
                  TailBand band = TailBand.valueOf(row.getString("name"));
                  sums.put(band, sums(row, quantile(edges, band)));
                });
    return sums;
  }

  private List<Edges> edges(Map<TailBand, Ranks> bands, long n) {
    List<Long> ranks = new ArrayList<>();
    bands.forEach(
        (band, it) -> ranks.addAll(List.of(it.first(), it.last(), band.quantile().rank(n))));
    String fractions = ReportSeries.fractions(new SeriesStore.Ranks(n, ranks));
    Long[] values =
        ofCohort
            .apply(EDGES.formatted(fractions))
            .query((row, number) -> (Long[]) row.getArray(1).getArray())
            .single();
    List<Edges> edges = new ArrayList<>();
    bands.forEach(
        (band, it) -> {
          int at = 3 * edges.size();
          edges.add(new Edges(band, it, values[at], values[at + 1], values[at + 2]));
        });
    return edges;
  }

  private Map<Long, Long> below(List<Edges> edges) {
    Map<Long, Long> below = new LinkedHashMap<>();
    Long[] lows = edges.stream().map(Edges::low).distinct().toArray(Long[]::new);
    ofCohort
        .apply(BELOW)
        .param("lows", lows)
        .query((RowCallbackHandler) row -> below.put(row.getLong(1), row.getLong(2)));
    return below;
  }

  static String columns() {
    List<String> columns = new ArrayList<>();
    for (Measure part : PARTS) {
      String column = part == Measure.GENERATION ? "any_generation_ns" : part.column();
      columns.add(
          "coalesce(sum(%1$s), 0) AS %2$s_sum, count(*) - count(%1$s) AS %2$s_unknown"
              .formatted(column, part.code()));
    }
    return String.join(",\n", columns);
  }

  static BandSums sums(ResultSet row, long quantile) throws SQLException {
    Map<Measure, Long> parts = new EnumMap<>(Measure.class);
    Map<Measure, Long> unknown = new EnumMap<>(Measure.class);
    for (Measure part : PARTS) {
      parts.put(part, row.getBigDecimal(part.code() + "_sum").longValueExact());
      unknown.put(part, row.getLong(part.code() + "_unknown"));
    }
    return new BandSums(quantile, row.getLong("size"), parts, unknown);
  }

  private static long quantile(List<Edges> edges, TailBand band) {
    return edges.stream().filter(it -> it.band == band).findFirst().orElseThrow().middle;
  }

  private static Long[] longs(List<Edges> edges, Function<Edges, Long> value) {
    return edges.stream().map(value).toArray(Long[]::new);
  }

  /** A band and the values of client_total at its first and last rank and at its quantile. */
  private record Edges(TailBand band, Ranks ranks, long low, long high, long middle) {}
}
