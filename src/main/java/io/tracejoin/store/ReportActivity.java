package io.tracejoin.store;

import io.tracejoin.decompose.Measure;
import io.tracejoin.decompose.Outcome;
import io.tracejoin.report.Activity;
import io.tracejoin.report.Thirds;
import io.tracejoin.statistics.BlockTotals;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.jdbc.core.RowCallbackHandler;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Requests under way, and how a measure went on from the window's start to its end. */
final class ReportActivity {

  /** An interval ends before the next one starts at the same moment. */
  private static final String ACTIVITY =
      ReportCohort.WINDOWS
          + """
          , call AS MATERIALIZED (
            SELECT w.name, r.sent_at_ns - w.base_ns AS start,
                   r.sent_at_ns + r.client_total_ns - w.base_ns AS stop,
                   w.from_ns - w.base_ns AS opens, w.to_ns - w.base_ns AS closes,
                   coalesce(r.client_wall_ns, r.client_total_ns) AS wall
              FROM joined_request r
              JOIN w ON """
          + ReportCohort.OF_REQUEST
          + """
             WHERE r.run_id = :run AND r.lifecycle IS NULL
               AND r.sent_at_ns + coalesce(r.client_total_ns, 0) >= w.from_ns
               AND r.sent_at_ns < w.to_ns
          ), level AS (
            SELECT sum(change) OVER (ORDER BY at, change ROWS UNBOUNDED PRECEDING) AS active
              FROM (SELECT greatest(start, opens) AS at, 1 AS change
                      FROM call
                     WHERE stop > greatest(start, opens)
                     UNION ALL
                    SELECT stop, -1 FROM call WHERE stop > greatest(start, opens)) AS event
          )
          SELECT name,
                 coalesce(sum(greatest(0, least(stop, closes) - greatest(start, opens)))
                            FILTER (WHERE stop IS NOT NULL), 0) AS busy,
                 count(*) FILTER (WHERE start >= opens) AS sent,
                 sum(wall) FILTER (WHERE start >= opens) AS walls,
                 (SELECT max(active) FROM level) AS most
            FROM call
           GROUP BY name
          """;

  private static final String THIRDS =
      """
      SELECT third, count(*) AS n, sum(value) AS sum
        FROM (SELECT (sent_at_ns - from_ns) * 3 / (to_ns - from_ns) AS third, generator,
                     (sent_at_ns - base_ns) / :block AS block, %1$s AS value
                FROM cohort
               WHERE %2$s AND %1$s IS NOT NULL AND sent_at_ns IS NOT NULL) AS told
       WHERE third <> 1
       GROUP BY third, generator, block
       ORDER BY third, generator, block
      """;

  private final JdbcClient jdbc;
  private final ReportCohort cohort;

  ReportActivity(JdbcClient jdbc, ReportCohort cohort) {
    this.jdbc = jdbc;
    this.cohort = cohort;
  }

  Activity activity() {
    AtomicLong most = new AtomicLong();
    List<Activity.OfGenerator> generators = new ArrayList<>();
    jdbc.sql(ACTIVITY)
        .params(cohort.parameters(Outcome.SUCCESS))
        .query(
            (RowCallbackHandler)
                row -> {
                  most.set(row.getLong("most"));
                  generators.add(
                      new Activity.OfGenerator(
                          row.getString("name"),
                          RowReader.sum(row, "busy"),
                          row.getLong("sent"),
                          RowReader.sum(row, "walls")));
                });
    return new Activity(most.get(), generators);
  }

  Thirds thirds(Measure measure, long blockNanos) {
    List<BlockTotals.Block> first = new ArrayList<>();
    List<BlockTotals.Block> last = new ArrayList<>();
    String population = measure.side() == Measure.Side.CLIENT ? "sound" : "pair";
    jdbc.sql(cohort.select(THIRDS.formatted(measure.column(), population)))
        .params(cohort.parameters(Outcome.SUCCESS))
        .param("block", blockNanos)
        .query(
            (RowCallbackHandler)
                row ->
                    (row.getLong("third") == 0 ? first : last)
                        .add(new BlockTotals.Block(row.getLong("n"), row.getDouble("sum"))));
    return new Thirds(BlockTotals.of(first), BlockTotals.of(last));
  }
}
