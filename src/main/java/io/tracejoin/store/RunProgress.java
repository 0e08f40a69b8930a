package io.tracejoin.store;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/**
 * What changes in a run with every arrival. Its rows are locked last in a transaction and in the
 * order of their numbers: whoever holds one waits for nobody.
 */
@Component
final class RunProgress {

  private static final String RANGE =
      "SELECT first_send_ns, last_send_ns FROM run_progress WHERE run_id = ?";
  private static final String RECORDS_ARRIVED =
      """
      INSERT INTO run_progress AS stored
             (run_id, first_send_ns, last_send_ns, last_arrival_at, first_arrival_at)
      VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (run_id) DO UPDATE
         SET first_send_ns = least(stored.first_send_ns, excluded.first_send_ns),
             last_send_ns = greatest(stored.last_send_ns, excluded.last_send_ns),
             first_arrival_at = least(stored.first_arrival_at, excluded.first_arrival_at),
             last_arrival_at = greatest(stored.last_arrival_at, excluded.last_arrival_at)
      """;
  private static final String JOINED =
      """
      INSERT INTO run_progress AS stored (run_id, last_arrival_at, change_seq, first_arrival_at)
      SELECT id, ?, (id = ANY (?) OR run_id = ANY (?))::integer, ? FROM run
       WHERE id = ANY (?) OR run_id = ANY (?)
       ORDER BY id
      ON CONFLICT (run_id) DO UPDATE
         SET change_seq = stored.change_seq + excluded.change_seq,
             first_arrival_at = least(stored.first_arrival_at, excluded.first_arrival_at),
             last_arrival_at = greatest(stored.last_arrival_at, excluded.last_arrival_at)
      RETURNING run_id, first_send_ns, last_send_ns
      """;

  private static final String CHANGED =
      """
      INSERT INTO run_progress AS stored (run_id, last_arrival_at, change_seq)
      VALUES (?, ?, 1)
      ON CONFLICT (run_id) DO UPDATE
         SET change_seq = stored.change_seq + 1,
             last_arrival_at = greatest(stored.last_arrival_at, excluded.last_arrival_at)
      """;

  /**
   * When something was joined.
   *
   * @param received when the oldest of it was committed
   */
  record Arrival(Instant joined, Instant received) {}

  private final JdbcTemplate jdbc;
  private final RunTraces traces;

  RunProgress(JdbcTemplate jdbc, RunTraces traces) {
    this.jdbc = jdbc;
    this.traces = traces;
  }

  /**
   * Notes that records arrived. Where that changes the run's reach, the traces that it may decide
   * are queued. The caller holds the run's chunk lock, so that nobody else widens it meanwhile; a
   * joiner that still works with the old range sees the new one when it locks the row.
   */
  void recordsArrived(int run, SendRange sent, Instant now) {
    SendRange before =
        jdbc
            .query(
                RANGE,
                (row, number) -> {
                  RowReader in = new RowReader(row);
                  return new SendRange(in.nullableInt8(), in.nullableInt8());
                },
                run)
            .stream()
            .findFirst()
            .orElse(SendRange.NONE);
    OffsetDateTime at = now.atOffset(ZoneOffset.UTC);
    jdbc.update(RECORDS_ARRIVED, run, sent.first(), sent.last(), at, at);
    if (before.first() == null) {
      if (sent.first() != null) {
        traces.rejoin(run); // without a range everything was in reach
      }
    } else if (!before.plus(sent).equals(before)) {
      traces.rejoinOutOfReach(run);
    }
  }

  /** Notes that something beside its requests came for a run: reports of it are others now. */
  void changed(int run, Instant now) {
    jdbc.update(CHANGED, run, now.atOffset(ZoneOffset.UTC));
  }

  /**
   * Notes that traces of these runs were joined.
   *
   * @param touched runs whose traces were joined
   * @param named names of further runs whose rows changed; those that do not exist are ignored
   * @param changed those of the touched whose rows are now others
   * @param at when
   * @return the send range of each now
   */
  Map<Integer, SendRange> joined(
      Collection<Integer> touched,
      Collection<String> named,
      Collection<Integer> changed,
      Arrival at) {
    if (touched.isEmpty() && named.isEmpty()) {
      return Map.of();
    }
    Map<Integer, SendRange> ranges = new HashMap<>();
    jdbc.query(
        JOINED,
        statement -> {
          statement.setObject(1, at.joined.atOffset(ZoneOffset.UTC));
          SqlArray.setInts(statement, 2, changed);
          SqlArray.setTexts(statement, 3, named);
          statement.setObject(4, at.received.atOffset(ZoneOffset.UTC));
          SqlArray.setInts(statement, 5, touched);
          SqlArray.setTexts(statement, 6, named);
        },
        row -> {
          RowReader in = new RowReader(row);
          ranges.put(in.int4(), new SendRange(in.nullableInt8(), in.nullableInt8()));
        });
    return ranges;
  }
}
