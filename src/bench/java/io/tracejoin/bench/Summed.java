package io.tracejoin.bench;

import java.sql.Connection;
import java.sql.SQLException;

/** The baseline of the join: one SQL statement that sums the same phases for each trace. */
final class Summed {

  private static final String TABLE =
      """
      DROP TABLE IF EXISTS bench_joined;
      CREATE TABLE bench_joined (
        trace_id uuid PRIMARY KEY, client_total_ns bigint, server_root_ns bigint,
        gateway_ns numeric, app_queue_ns numeric, gpu_queue_ns numeric, prefill_ns numeric,
        decode_ns numeric, response_write_ns numeric)
      """;

  private static final String SUM =
      """
      INSERT INTO bench_joined
      SELECT span.trace_id, max(record.total_ns),
             max(end_ns - start_ns) FILTER (WHERE shape.kind = 2),
             sum(end_ns - start_ns) FILTER (WHERE shape.attributes ->> 'llm.phase' = 'gateway'),
             sum(end_ns - start_ns) FILTER (WHERE shape.attributes ->> 'llm.phase' = 'app_queue'),
             sum(end_ns - start_ns) FILTER (WHERE shape.attributes ->> 'llm.phase' = 'queue'),
             sum(end_ns - start_ns) FILTER (WHERE shape.attributes ->> 'llm.phase' = 'prefill'),
             sum(end_ns - start_ns) FILTER (WHERE shape.attributes ->> 'llm.phase' = 'decode'),
             sum(end_ns - start_ns) FILTER (WHERE shape.attributes ->> 'llm.phase' = 'response_write')
        FROM %s AS span JOIN %s AS record USING (trace_id)
             JOIN span_shape AS shape ON shape.id = shape_id
       GROUP BY span.trace_id
      """;

  private Summed() {}

  /**
   * Sums all traces of these tables or queries.
   *
   * @param requests how many those are
   */
  static double perSecond(Connection connection, String spans, String records, int requests)
      throws SQLException {
    Database.execute(connection, TABLE);
    long begin = System.nanoTime();
    Database.execute(connection, SUM.formatted(spans, records));
    return Rate.perSecond(requests, begin);
  }
}
