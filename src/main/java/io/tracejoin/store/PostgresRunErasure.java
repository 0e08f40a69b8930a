package io.tracejoin.store;

import io.tracejoin.join.JoinSignal;
import io.tracejoin.run.RunErasure;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.Objects;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionOperations;

/**
 * Removes a run.
 *
 * <p>A joiner in flight may hold rows of the run in memory and would write them back after they
 * were removed. Therefore the erasure first takes {@code join_work} in EXCLUSIVE mode: joiners lock
 * work rows until they commit, so it waits for those in flight, and new ones wait for it. Ingest
 * queues work too and waits as well, for as long as the erasure takes. Records of the run are
 * either joined, or their traces are in a work row that is visible now; both are found by trace ID.
 * A chunk of the run that is stored later fails at its foreign key.
 */
@Component
final class PostgresRunErasure implements RunErasure {

  /** Whoever amends the run holds its row and then queues work: taken in that order here too. */
  private static final String WAIT_FOR_EDITORS =
      "SELECT id FROM run WHERE id = ? FOR NO KEY UPDATE";

  private static final String WAIT_FOR_JOINERS = "LOCK TABLE join_work IN EXCLUSIVE MODE";
  private static final String ERASED =
      """
      CREATE TEMPORARY TABLE erased_trace ON COMMIT DROP AS
      SELECT DISTINCT trace_id FROM joined_request WHERE run_id = ?
      """;
  private static final String PENDING =
      """
      INSERT INTO erased_trace
      SELECT DISTINCT record.trace_id
        FROM (SELECT DISTINCT unnest(trace_ids) AS trace_id FROM join_work) AS work
        JOIN client_record AS record ON record.trace_id = work.trace_id AND record.run_id = ?
      EXCEPT SELECT trace_id FROM erased_trace
      """;

  /** Records that carry a request ID stand under its key, their rows under the trace. */
  private static final String REQUEST_IDS =
      """
      INSERT INTO erased_trace
      SELECT DISTINCT held.request_key
        FROM erased_trace
        JOIN request_id_span AS held USING (trace_id)
        JOIN client_record AS record
          ON record.trace_id = held.request_key AND record.run_id = ? AND record.by_request_id
      EXCEPT SELECT trace_id FROM erased_trace
      """;

  private static final String HOLDERS =
      """
      INSERT INTO erased_trace
      SELECT DISTINCT holder.trace_id
        FROM erased_trace JOIN request_id_span AS holder ON request_key = erased_trace.trace_id
      EXCEPT SELECT trace_id FROM erased_trace
      """;

  private static final String RECORDS =
      """
      DELETE FROM client_record USING erased_trace
       WHERE client_record.trace_id = erased_trace.trace_id AND client_record.run_id = ?
      """;
  private static final String JOINED = "DELETE FROM joined_request WHERE run_id = ?";

  /** Whose places they keep may be gone; where records are left, the join makes them again. */
  private static final String RESOLVED =
      """
      DELETE FROM joined_request USING erased_trace
       WHERE joined_request.trace_id = erased_trace.trace_id AND state = 'resolved'
      """;

  /** Their next join sees fewer rows than they were made from, and must win nevertheless. */
  private static final String UNGUARD =
      """
      UPDATE joined_request SET source_rows = 0 FROM erased_trace
       WHERE joined_request.trace_id = erased_trace.trace_id
      """;

  private static final String REJOIN =
      """
      INSERT INTO join_work (trace_ids)
      SELECT array_agg(trace_id)
        FROM (SELECT trace_id, (row_number() OVER (ORDER BY trace_id) - 1) / ? AS part
                FROM erased_trace) AS numbered
       GROUP BY part ORDER BY part
      """;
  private static final String RUN = "DELETE FROM run WHERE id = ?";

  /** Where spans of the run's first days are gone, request IDs no longer lead to its records. */
  private static final String SPANS_GONE =
      """
      SELECT NOT EXISTS (
             SELECT FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
              WHERE i.inhparent = 'request_id_span'::regclass AND c.relname ~ '_[0-9]{8}$'
                AND to_date(right(c.relname, 8), 'YYYYMMDD') <= CAST(? AS date))
      """;

  private static final int LONGEST_SECONDS = 600;

  /** The statement's own limit comes first, and says what it was. */
  private static final int LONGEST_SILENCE_MILLIS = (LONGEST_SECONDS + 60) * 1000;

  private final JdbcTemplate jdbc;
  private final TransactionOperations transaction;
  private final JoinSignal signal;
  private final RunSweep sweep;

  PostgresRunErasure(
      JdbcTemplate jdbc, TransactionOperations transaction, JoinSignal signal, RunSweep sweep) {
    this.sweep = sweep;
    this.jdbc = patient(jdbc);
    this.transaction = transaction;
    this.signal = signal;
  }

  /** A deletion may take longer than a question may. */
  private static JdbcTemplate patient(JdbcTemplate jdbc) {
    JdbcTemplate patient = new JdbcTemplate(Objects.requireNonNull(jdbc.getDataSource()));
    patient.setQueryTimeout(LONGEST_SECONDS);
    return patient;
  }

  /** The pool gives the connection its own limit back. */
  private static boolean waitLonger(Connection connection) throws SQLException {
    connection.setNetworkTimeout(Runnable::run, LONGEST_SILENCE_MILLIS);
    return true;
  }

  @Override
  public void erase(int runId) {
    LocalDate firstDay = sweep.firstDay(runId);
    transaction.executeWithoutResult(
        status -> {
          jdbc.execute((ConnectionCallback<Boolean>) PostgresRunErasure::waitLonger);
          jdbc.query(WAIT_FOR_EDITORS, row -> {}, runId);
          jdbc.execute(WAIT_FOR_JOINERS);
          jdbc.update(ERASED, runId);
          jdbc.update(PENDING, runId);
          jdbc.update(REQUEST_IDS, runId);
          jdbc.update(HOLDERS);
          jdbc.execute("ANALYZE erased_trace");
          jdbc.update(RECORDS, runId);
          jdbc.update(JOINED, runId);
          jdbc.update(RESOLVED);
          jdbc.update(UNGUARD);
          jdbc.update(REJOIN, JoinWork.ROW_SIZE);
          jdbc.update(RUN, runId); // and with it its progress and its reports
        });
    signal.raise();
    if (Boolean.TRUE.equals(
        jdbc.queryForObject(SPANS_GONE, Boolean.class, firstDay.plusDays(1).toString()))) {
      sweep.records(runId, firstDay);
    }
  }
}
