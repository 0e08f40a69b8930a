package io.tracejoin.store;

import io.tracejoin.report.Keepsake;
import io.tracejoin.retention.RetentionStore;
import io.tracejoin.run.RunId;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javax.sql.DataSource;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionOperations;

/** Removes raw data that is older than its retention. */
@Component
final class PostgresRetention implements RetentionStore {

  private static final long ADVISORY_LOCK = 0x7472_6163_6572_6574L;
  private static final List<String> SPANS = List.of("span", "request_id_span");
  private static final List<String> RECORDS = List.of("client_record");
  private static final int ROWS = 5_000;

  private static final String LOCK = "SELECT pg_try_advisory_lock(:lock)";
  private static final String UNLOCK = "SELECT pg_advisory_unlock(:lock)";

  private static final String TIME =
      "SELECT least(CAST(:now AS timestamptz), now()) - make_interval(secs => :seconds)";

  private static final String EXPIRED =
      """
      SELECT run_id
        FROM (SELECT r.run_id, r.pairs_removed_at,
                     greatest(r.finished_at, p.last_arrival_at) AS quiet_since,
                     row_number() OVER (ORDER BY r.finished_at DESC, r.id DESC) AS place
                FROM run r
                LEFT JOIN run_progress p ON p.run_id = r.id
               WHERE r.state = 'finished'
                 AND (r.declaration ->> 'pinned') IS DISTINCT FROM 'true') AS finished
       WHERE pairs_removed_at IS NULL
         AND (:by_age AND quiet_since < :before OR :runs > 0 AND place > :runs)
       ORDER BY quiet_since
      """;

  private static final String KEEP =
      """
      UPDATE run
         SET pairs_removed_at = :now, version = version + 1
       WHERE id = :run AND pairs_removed_at IS NULL AND state = 'finished'
         AND (declaration ->> 'pinned') IS DISTINCT FROM 'true'
         AND coalesce((SELECT change_seq FROM run_progress WHERE run_id = run.id), 0) = :change_seq
      """;

  private static final String UNSWEPT =
      """
      SELECT id
        FROM run
       WHERE pairs_removed_at IS NOT NULL
         AND EXISTS (SELECT FROM joined_request WHERE run_id = run.id)
      """;

  private static final String SERVER_ONLY =
      """
      DELETE FROM joined_request
       WHERE (trace_id, ordinal) IN (
             SELECT trace_id, ordinal
               FROM joined_request
              WHERE state = 'server_only' AND root_start_ns < :before
              LIMIT :rows)
      """;

  private final JdbcClient jdbc;
  private final DataSource dataSource;
  private final TransactionOperations transaction;
  private final OldPartitions partitions;
  private final RunSweep sweep;

  PostgresRetention(
      JdbcClient jdbc,
      DataSource dataSource,
      TransactionOperations transaction,
      OldPartitions partitions,
      RunSweep sweep) {
    this.jdbc = jdbc;
    this.dataSource = dataSource;
    this.transaction = transaction;
    this.partitions = partitions;
    this.sweep = sweep;
  }

  /** The lock is the session's: it ends with the connection, whatever becomes of this process. */
  @Override
  public boolean alone(Runnable work) {
    try (Connection held = dataSource.getConnection()) {
      JdbcClient session = JdbcClient.create(new SingleConnectionDataSource(held, true));
      if (!session.sql(LOCK).param("lock", ADVISORY_LOCK).query(Boolean.class).single()) {
        return false;
      }
      try {
        work.run();
      } finally {
        session.sql(UNLOCK).param("lock", ADVISORY_LOCK).query(Boolean.class).single();
      }
      return true;
    } catch (SQLException e) {
      throw new DataAccessResourceFailureException("no connection for the retention", e);
    }
  }

  @Override
  public List<LocalDate> removeSpans(Duration age, Instant now) {
    List<LocalDate> removed = new ArrayList<>();
    for (LocalDate day : partitions.before(day(before(age, now)), SPANS)) {
      partitions.drop(day, SPANS);
      removed.add(day);
    }
    return removed;
  }

  @Override
  public List<RunId> expired(Expiry expiry, Instant now) {
    return jdbc.sql(EXPIRED)
        .param("by_age", !expiry.age().isZero())
        .param("before", before(expiry.age(), now))
        .param("runs", expiry.runs())
        .query((row, number) -> new RunId(row.getString(1)))
        .list();
  }

  @Override
  public boolean keep(Keepsake keepsake, Instant now) {
    return Boolean.TRUE.equals(transaction.execute(status -> isKept(keepsake, now)));
  }

  private boolean isKept(Keepsake keepsake, Instant now) {
    int kept =
        jdbc.sql(KEEP)
            .param("now", now.atOffset(ZoneOffset.UTC))
            .param("run", keepsake.run())
            .param("change_seq", keepsake.changeSeq())
            .update();
    StoredHistograms histograms = new StoredHistograms(jdbc);
    if (kept > 0) {
      keepsake.values().forEach((series, it) -> histograms.add(keepsake.run(), series, it));
    }
    return kept > 0;
  }

  @Override
  public List<Integer> unswept() {
    return jdbc.sql(UNSWEPT).query(Integer.class).list().stream()
        .map(Objects::requireNonNull)
        .toList();
  }

  @Override
  public void sweep(int run) {
    sweep.sweep(run);
  }

  @Override
  public void removeServerOnly(Duration age, Instant now) {
    long before = before(age, now).toInstant().toEpochMilli() * 1_000_000;
    int removed = ROWS;
    while (removed == ROWS) {
      removed = jdbc.sql(SERVER_ONLY).param("before", before).param("rows", ROWS).update();
    }
  }

  /** Not yesterday's: a process whose clock is behind may still write into it. */
  @Override
  public void removeEmptyRecordDays(Instant now) {
    LocalDate yesterday = day(before(Duration.ofDays(1), now));
    for (LocalDate day : partitions.before(yesterday, RECORDS)) {
      if (partitions.isEmpty("client_record", day)) {
        partitions.drop(day, RECORDS);
      }
    }
  }

  private OffsetDateTime before(Duration age, Instant now) {
    return jdbc.sql(TIME)
        .param("now", now.atOffset(ZoneOffset.UTC))
        .param("seconds", (double) age.toSeconds())
        .query(OffsetDateTime.class)
        .single();
  }

  private static LocalDate day(OffsetDateTime time) {
    return time.withOffsetSameInstant(ZoneOffset.UTC).toLocalDate();
  }
}
