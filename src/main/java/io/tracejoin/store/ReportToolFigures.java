package io.tracejoin.store;

import io.tracejoin.report.ToolFigures;
import io.tracejoin.report.ToolFigures.Own;
import io.tracejoin.report.ToolFigures.Place;
import io.tracejoin.run.ToolFigure;
import io.tracejoin.run.ToolMetric;
import java.math.BigDecimal;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.RowCallbackHandler;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Reads a run's tool figures, and ours of the same requests. */
final class ReportToolFigures {

  private static final String TOLD =
      """
      SELECT generator, metric, part, step, stat, value
        FROM tool_reported WHERE run_id = :run ORDER BY generator, part, metric, stat
      """;

  private static final List<String> MEASURES =
      List.of("client_total", "client_ttft", "tpot_estimate");

  private static final String OF_MEASURE =
      """
      , percentile_disc(ARRAY[0.5, 0.9, 0.95, 0.99, 0.999]) WITHIN GROUP (ORDER BY %1$s_ns)
      , avg(%1$s_ns), max(%1$s_ns)
      """;

  /** All successes, as tools count: whether or not they were sent in the window. */
  private static final String OURS =
      """
      SELECT coalesce(generator, '') AS generator, step %s
        FROM joined_request
       WHERE run_id = :run AND lifecycle IS NULL AND outcome = 'success'
         AND NOT anomalies @> ARRAY['duplicate_client_record']
       GROUP BY 1, 2
      """
          .formatted(
              String.join("", MEASURES.stream().map(it -> OF_MEASURE.formatted(it)).toList()));

  private static final List<String> QUANTILES = List.of("p50", "p90", "p95", "p99", "p99.9");

  private final JdbcClient jdbc;
  private final int run;

  ReportToolFigures(JdbcClient jdbc, int run) {
    this.jdbc = jdbc;
    this.run = run;
  }

  ToolFigures read() {
    List<ToolFigures.Told> told =
        jdbc.sql(TOLD)
            .param("run", run)
            .query((row, number) -> new ToolFigures.Told(row.getString(1), figure(row)))
            .list();
    Map<Own, BigDecimal> ours = new HashMap<>();
    if (!told.isEmpty()) {
      jdbc.sql(OURS).param("run", run).query((RowCallbackHandler) row -> ours(row, ours));
    }
    return new ToolFigures(told, ours);
  }

  private static ToolFigure figure(ResultSet row) throws SQLException {
    return new ToolFigure(
        ToolMetric.parse(row.getString(2)),
        row.getInt(3),
        step(row, 4),
        row.getString(5),
        row.getBigDecimal(6));
  }

  private static void ours(ResultSet row, Map<Own, BigDecimal> ours) throws SQLException {
    Place place = new Place(row.getString(1), step(row, 2));
    int column = 3;
    for (String measure : MEASURES) {
      List<@Nullable BigDecimal> values = new ArrayList<>();
      Array quantiles = row.getArray(column);
      if (quantiles != null) {
        for (Long value : (Long[]) quantiles.getArray()) {
          values.add(value == null ? null : BigDecimal.valueOf(value));
        }
      }
      for (int i = 0; i < values.size(); i++) {
        put(ours, new Own(place, measure, QUANTILES.get(i)), values.get(i));
      }
      put(ours, new Own(place, measure, "mean"), row.getBigDecimal(column + 1));
      put(ours, new Own(place, measure, "max"), row.getBigDecimal(column + 2));
      column += 3;
    }
  }

  private static void put(Map<Own, BigDecimal> ours, Own own, @Nullable BigDecimal nanos) {
    if (nanos != null) {
      ours.put(own, nanos);
    }
  }

  private static @Nullable Integer step(ResultSet row, int column) throws SQLException {
    int step = row.getInt(column);
    return row.wasNull() ? null : (Integer) step;
  }
}
