package io.tracejoin.store;

import io.tracejoin.decompose.JoinedRequest;
import io.tracejoin.decompose.TraceInput;
import io.tracejoin.decompose.TraceInput.StoredRecord;
import io.tracejoin.join.JoinProperties;
import io.tracejoin.join.JoinQueue;
import io.tracejoin.store.JoinHorizon.Seen;
import io.tracejoin.store.JoinedRows.Row;
import io.tracejoin.store.JoinedTable.Changed;
import io.tracejoin.store.RunFrames.Versioned;
import io.tracejoin.store.TraceLoader.Loaded;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/**
 * Claims join work by locking its rows for the transaction: a crash gives them back, and there is
 * no state to heal.
 */
@Component
final class PostgresJoinQueue implements JoinQueue {

  /** Rows are locked as the cursor fetches them, so that a joiner locks few more than it takes. */
  private static final int FETCH_SIZE = 16;

  /** Work of a moment ago waits; work from the future does not: the clock was set back. */
  private static final String CLAIM =
      """
      SELECT id, array_send(trace_ids), created_at, attempts, arrived_in
        FROM join_work
       WHERE NOT set_aside
         AND created_at NOT BETWEEN clock_timestamp() - ? * interval '1 millisecond'
                                AND clock_timestamp()
       ORDER BY id
         FOR UPDATE SKIP LOCKED
      """;

  /** Later than any transaction. */
  private static final long IN_ANY_CASE = Long.MAX_VALUE;

  private static final String DONE = "DELETE FROM join_work WHERE id = ANY (?)";

  /**
   * Work rows that this transaction holds.
   *
   * @param arrived the last transaction that stored something of a trace, for those that wait for
   *     no other reason
   */
  record Claim(
      List<Long> rows, Set<UUID> traceIds, List<Instant> createdAt, Map<UUID, Long> arrived) {

    static Claim none() {
      return new Claim(
          new ArrayList<>(), new LinkedHashSet<>(), new ArrayList<>(), new HashMap<>());
    }

    void add(long row, List<UUID> traces, Instant created, @Nullable Long arrivedIn) {
      rows.add(row);
      createdAt.add(created);
      long in = arrivedIn == null ? IN_ANY_CASE : arrivedIn;
      for (UUID trace : traces) {
        traceIds.add(trace);
        arrived.merge(trace, in, Math::max);
      }
    }

    /** When the oldest of the work came; the database's clock may be ahead of ours. */
    Instant oldest(Instant now) {
      return createdAt.stream().min(Instant::compareTo).filter(now::isAfter).orElse(now);
    }
  }

  private final JdbcTemplate jdbc;
  private final Transactions transactions;
  private final RequestIdRows requestIds;
  private final JoinHorizon horizon;
  private final TraceLoader loader;
  private final RunFrames runFrames;
  private final JoinedTable joined;
  private final RunProgress progress;
  private final ArrivalClock clock;
  private final RefusedWork refused;
  private final Duration linger;

  PostgresJoinQueue(
      JdbcTemplate jdbc,
      Transactions transactions,
      RequestIdRows requestIds,
      JoinHorizon horizon,
      TraceLoader loader,
      RunFrames runFrames,
      JoinedTable joined,
      RunProgress progress,
      ArrivalClock clock,
      RefusedWork refused,
      JoinProperties properties) {
    this.jdbc = jdbc;
    this.transactions = transactions;
    this.requestIds = requestIds;
    this.horizon = horizon;
    this.loader = loader;
    this.runFrames = runFrames;
    this.joined = joined;
    this.progress = progress;
    this.clock = clock;
    this.refused = refused;
    this.linger = properties.linger();
  }

  @Override
  public int settle(int maxTraces, Function<TraceInput, List<JoinedRequest>> join) {
    horizon.prepare();
    Claim claim = Claim.none();
    try {
      return transactions.call(() -> settleClaimed(claim, maxTraces, join));
    } catch (RuntimeException failure) {
      if (claim.rows.isEmpty() || RefusedWork.mayPass(failure)) {
        throw failure;
      }
      refused.note(claim, failure);
      return 0;
    }
  }

  @Override
  public int retrySetAside() {
    return refused.retry();
  }

  private int settleClaimed(
      Claim claim, int maxTraces, Function<TraceInput, List<JoinedRequest>> join) {
    IndexScans.require(jdbc);
    claim(claim, maxTraces);
    if (claim.rows.isEmpty()) {
      return 0;
    }
    Seen seen = horizon.now();
    Set<UUID> waiting = new LinkedHashSet<>(claim.traceIds);
    horizon.done(claim.arrived).forEach(waiting::remove);
    Loaded loaded = loader.load(requestIds.touched(waiting));
    List<Row> rows = new ArrayList<>(loaded.traces().size());
    for (TraceInput trace : loaded.traces()) {
      rows.addAll(rowsOf(trace, seen, join));
    }
    Changed changed = joined.write(rows);
    jdbc.update(
        DONE,
        statement ->
            SqlArray.setLongs(
                statement, 1, claim.rows.stream().mapToLong(Long::longValue).toArray()));
    Instant now = clock.now();
    Map<Integer, SendRange> ranges =
        progress.joined(
            loaded.runs().keySet(),
            changed.named(),
            changed.runs(),
            new RunProgress.Arrival(now, claim.oldest(now)));
    queueStale(loaded, rows, ranges);
    return claim.traceIds.size();
  }

  private void claim(Claim claim, int maxTraces) {
    jdbc.execute(
        (ConnectionCallback<Boolean>)
            connection -> {
              claim(connection, claim, maxTraces);
              return true;
            });
  }

  /** Work that was refused before is done alone, so that it keeps nothing else from its end. */
  private void claim(Connection connection, Claim claim, int maxTraces) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(CLAIM)) {
      statement.setLong(1, linger.toMillis());
      statement.setFetchSize(FETCH_SIZE);
      try (ResultSet row = statement.executeQuery()) {
        boolean alone = false;
        while (!alone && claim.traceIds.size() < maxTraces && row.next()) {
          alone = row.getInt(4) > 0;
          if (!alone || claim.rows.isEmpty()) {
            claim.add(
                row.getLong(1),
                SqlArray.uuids(row, 2),
                row.getObject(3, OffsetDateTime.class).toInstant(),
                row.getObject(5, Long.class));
          }
        }
      }
    }
  }

  private static List<Row> rowsOf(
      TraceInput trace, Seen seen, Function<TraceInput, List<JoinedRequest>> join) {
    List<JoinedRequest> requests = join.apply(trace);
    int sourceRows = trace.spans().size() + trace.records().size() + trace.requestIdSpans().size();
    if (requests.isEmpty()) {
      return List.of(
          Row.of(trace.key(), 0, sourceRows, seen, JoinedRequest.resolved(trace.current())));
    }
    List<Row> rows = new ArrayList<>(requests.size());
    for (JoinedRequest request : requests) {
      rows.add(Row.of(trace.key(), rows.size(), sourceRows, seen, request));
    }
    return rows;
  }

  /**
   * A run may have been amended, or its reach may have grown, after its frame was loaded. The work
   * that this made may be done already, by a joiner that was faster; so these traces are queued
   * once more, with this transaction. The run's progress row is locked here: a change that is not
   * seen now is made by someone who then sees these rows.
   */
  private void queueStale(Loaded loaded, List<Row> rows, Map<Integer, SendRange> ranges) {
    Map<Integer, Integer> versions = runFrames.versions(loaded.runs().keySet());
    Set<Integer> amended = new HashSet<>();
    Set<Integer> wider = new HashSet<>();
    for (Versioned run : loaded.runs().values()) {
      int id = run.frame().id();
      SendRange now = ranges.getOrDefault(id, run.sent());
      boolean gotRange = run.sent().first() == null && now.first() != null;
      if (gotRange || !Objects.equals(versions.get(id), run.version())) {
        amended.add(id);
      } else if (!now.equals(run.sent())) {
        wider.add(id);
      }
    }
    Set<UUID> stale = new LinkedHashSet<>();
    for (TraceInput trace : loaded.traces()) {
      if (trace.records().stream().map(StoredRecord::run).anyMatch(amended::contains)) {
        stale.add(trace.key());
      }
    }
    for (Row row : rows) {
      if (row.request().outOfReach() && wider.contains(row.runId())) {
        stale.add(row.traceId());
      }
    }
    queue(stale);
  }

  private void queue(Set<UUID> traceIds) {
    if (!traceIds.isEmpty()) {
      jdbc.execute(
          (ConnectionCallback<Boolean>)
              connection -> {
                JoinWork.again(connection, traceIds);
                return true;
              });
    }
  }
}
