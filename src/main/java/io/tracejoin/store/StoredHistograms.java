package io.tracejoin.store;

import io.tracejoin.decompose.Measure;
import io.tracejoin.decompose.TokenTimes;
import io.tracejoin.decompose.TtftKind;
import io.tracejoin.report.Series;
import io.tracejoin.report.StoredHistogram;
import io.tracejoin.statistics.PooledHistogram;
import io.tracejoin.statistics.SignedHistogram;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.springframework.jdbc.core.RowCallbackHandler;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Keeps and reads histograms that outlive the requests they were made of. */
final class StoredHistograms {

  private static final String ADD =
      """
      INSERT INTO measure_histogram (run_id, measure, kind, negative, n, sum_us, max_us, histogram)
      VALUES (:run, :measure, :kind, :negative, :n, :sum_us, :max_us, :histogram)
      """;

  private static final String OF_RUN =
      """
      SELECT measure, kind, negative, sum_us, max_us, histogram
        FROM measure_histogram
       WHERE run_id = :run
      """;

  private static final String INTERVALS =
      """
      SELECT h.series, h.requests, h.sum_us, h.max_us, h.histogram
        FROM report_histogram h
        JOIN report_revision v ON v.id = h.revision_id
       WHERE v.run_id = :run AND v.revision = :revision
       ORDER BY h.series DESC
      """;

  private final JdbcClient jdbc;

  StoredHistograms(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  void add(int run, Series series, SignedHistogram values) {
    for (boolean negative : List.of(true, false)) {
      values.of(negative).ifPresent(it -> add(run, series, negative, it));
    }
  }

  private void add(int run, Series series, boolean negative, PooledHistogram values) {
    jdbc.sql(ADD)
        .param("run", run)
        .param("measure", series.measure().code())
        .param("kind", series.kind() == null ? "" : series.kind().code())
        .param("negative", negative)
        .param("n", values.n())
        .param("sum_us", new BigDecimal(values.sumMicros()))
        .param("max_us", values.maxMicros())
        .param("histogram", values.encoded())
        .update();
  }

  Map<Series, SignedHistogram> ofRun(int run) {
    Map<Series, PooledHistogram> above = new HashMap<>();
    Map<Series, PooledHistogram> below = new HashMap<>();
    jdbc.sql(OF_RUN)
        .param("run", run)
        .query(
            (RowCallbackHandler)
                row -> (row.getBoolean("negative") ? below : above).put(series(row), pooled(row)));
    Map<Series, SignedHistogram> found = new HashMap<>();
    for (Series series : Series.ALL) {
      if (above.containsKey(series) || below.containsKey(series)) {
        found.put(
            series,
            new SignedHistogram(
                above.getOrDefault(series, new PooledHistogram()),
                below.getOrDefault(series, new PooledHistogram())));
      }
    }
    return found;
  }

  List<StoredHistogram> intervals(int run, int revision) {
    return jdbc.sql(INTERVALS)
        .param("run", run)
        .param("revision", revision)
        .query(
            (row, number) ->
                new StoredHistogram(
                    kind(row.getString("series")), row.getLong("requests"), pooled(row)))
        .list();
  }

  private static TokenTimes.Kind kind(String interval) {
    return Arrays.stream(TokenTimes.Kind.values())
        .filter(it -> it.interval().equals(interval))
        .findFirst()
        .orElseThrow();
  }

  private static Series series(ResultSet row) throws SQLException {
    String kind = row.getString("kind");
    return new Series(
        Measure.valueOf(row.getString("measure").toUpperCase(Locale.ROOT)),
        kind.isEmpty() ? null : TtftKind.parse(kind));
  }

  private static PooledHistogram pooled(ResultSet row) throws SQLException {
    return PooledHistogram.decode(
        row.getBytes("histogram"),
        row.getBigDecimal("sum_us").toBigIntegerExact(),
        row.getLong("max_us"));
  }
}
