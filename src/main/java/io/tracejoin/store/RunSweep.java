package io.tracejoin.store;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/**
 * Deletes the client records and joined rows of a run in small transactions, so that nobody waits
 * and autovacuum keeps up. Records are found by reading the days that the run got data on, a few
 * thousand pages at a time: there is no index by run. Joined rows go last: while there are some,
 * the sweep is not done.
 */
@Component
final class RunSweep {

  private static final int PAGES = 2_048;
  private static final int ROWS = 5_000;

  private static final String FIRST_DAY =
      """
      SELECT CAST(coalesce(p.first_arrival_at, r.created_at) AT TIME ZONE 'UTC' AS date)
        FROM run r
        LEFT JOIN run_progress p ON p.run_id = r.id
       WHERE r.id = ?
      """;
  private static final String PAGES_OF = "SELECT pg_relation_size(?) / 8192";

  private static final String RECORDS =
      """
      WITH gone AS (
        DELETE FROM %1$s
         WHERE run_id = ? AND ctid >= '(%2$d,0)' AND ctid < '(%3$d,0)'
        RETURNING trace_id, by_request_id
      )
      SELECT DISTINCT trace_id FROM gone WHERE by_request_id
      """;

  /** Kept the place of request IDs that no record carries any more. */
  private static final String RESOLVED =
      """
      DELETE FROM joined_request AS j
       WHERE j.trace_id = ANY (?) AND j.state = 'resolved'
         AND NOT EXISTS (SELECT FROM client_record c WHERE c.trace_id = j.trace_id)
      """;

  private static final String SOME =
      "SELECT DISTINCT trace_id FROM (SELECT trace_id FROM joined_request WHERE run_id = ? LIMIT ?) AS some_rows";

  /** In the order of the joiners, so that neither waits for the other in a circle. */
  private static final String HOLD =
      "SELECT 1 FROM joined_request WHERE trace_id = ANY (?) ORDER BY trace_id, ordinal FOR UPDATE";

  private static final String JOINED =
      "DELETE FROM joined_request WHERE trace_id = ANY (?) AND run_id = ?";

  /** Row 0 of a trace guards the others: where it went, the next one takes its place. */
  private static final String GUARD =
      """
      UPDATE joined_request AS j SET ordinal = 0
        FROM (SELECT trace_id, min(ordinal) AS first FROM joined_request
               WHERE trace_id = ANY (?) GROUP BY trace_id HAVING min(ordinal) > 0) AS left_over
       WHERE j.trace_id = left_over.trace_id AND j.ordinal = left_over.first
      """;

  private final JdbcTemplate jdbc;
  private final Transactions transactions;
  private final OldPartitions partitions;

  RunSweep(JdbcTemplate jdbc, Transactions transactions, OldPartitions partitions) {
    this.jdbc = jdbc;
    this.transactions = transactions;
    this.partitions = partitions;
  }

  void sweep(int run) {
    records(run, firstDay(run));
    while (sweepSome(run)) {
      // until none is left
    }
  }

  /** The day of arrival of the run's first record, or one before. */
  LocalDate firstDay(int run) {
    return jdbc.queryForList(FIRST_DAY, LocalDate.class, run).stream()
        .findFirst()
        .orElse(LocalDate.EPOCH)
        .minusDays(1);
  }

  /** Deletes the run's client records that arrived on this day and later. */
  void records(int run, LocalDate since) {
    for (LocalDate day : partitions.before(LocalDate.of(9999, 12, 31), List.of("client_record"))) {
      if (!day.isBefore(since)) {
        records(run, OldPartitions.name("client_record", day));
      }
    }
  }

  private void records(int run, String partition) {
    Long pages = jdbc.queryForObject(PAGES_OF, Long.class, partition);
    for (long from = 0; pages != null && from < pages; from += PAGES) {
      String sql = RECORDS.formatted(partition, from, from + PAGES);
      transactions.run(
          () -> {
            List<UUID> keys = jdbc.queryForList(sql, UUID.class, run);
            if (!keys.isEmpty()) {
              jdbc.update(RESOLVED, statement -> SqlArray.setUuids(statement, 1, keys));
            }
          });
    }
  }

  private boolean sweepSome(int run) {
    return transactions.call(
        () -> {
          List<UUID> traces = new ArrayList<>(jdbc.queryForList(SOME, UUID.class, run, ROWS));
          if (!traces.isEmpty()) {
            jdbc.query(HOLD, statement -> SqlArray.setUuids(statement, 1, traces), row -> {});
            jdbc.update(
                JOINED,
                statement -> {
                  SqlArray.setUuids(statement, 1, traces);
                  statement.setInt(2, run);
                });
            jdbc.update(GUARD, statement -> SqlArray.setUuids(statement, 1, traces));
          }
          return !traces.isEmpty();
        });
  }
}
