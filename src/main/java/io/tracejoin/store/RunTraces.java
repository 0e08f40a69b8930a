package io.tracejoin.store;

import io.tracejoin.join.JoinSignal;
import io.tracejoin.run.RejoinQueue;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/** Queues traces of a run that are already joined. */
@Component
final class RunTraces implements RejoinQueue {

  private static final String ALL =
      """
      INSERT INTO join_work (trace_ids)
      SELECT array_agg(trace_id)
        FROM (SELECT trace_id, (row_number() OVER (ORDER BY trace_id) - 1) / ? AS part
                FROM (SELECT DISTINCT trace_id FROM joined_request WHERE run_id = ?) AS traces
             ) AS numbered
       GROUP BY part ORDER BY part
      """;
  private static final String OUT_OF_REACH =
      """
      INSERT INTO join_work (trace_ids)
      SELECT array_agg(trace_id)
        FROM (SELECT trace_id, (row_number() OVER (ORDER BY trace_id) - 1) / ? AS part
                FROM (SELECT DISTINCT trace_id FROM joined_request
                       WHERE run_id = ? AND out_of_reach) AS traces
             ) AS numbered
       GROUP BY part ORDER BY part
      """;

  private final JdbcTemplate jdbc;
  private final JoinSignal signal;

  RunTraces(JdbcTemplate jdbc, JoinSignal signal) {
    this.jdbc = jdbc;
    this.signal = signal;
  }

  @Override
  public void rejoin(int runId) {
    jdbc.update(ALL, JoinWork.ROW_SIZE, runId);
    signal.raise();
  }

  /** Queues those for which a root was left aside because it starts too far from the sends. */
  void rejoinOutOfReach(int runId) {
    jdbc.update(OUT_OF_REACH, JoinWork.ROW_SIZE, runId);
  }
}
