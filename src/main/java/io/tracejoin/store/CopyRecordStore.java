package io.tracejoin.store;

import io.tracejoin.decompose.ClientRecord;
import io.tracejoin.decompose.Repeat;
import io.tracejoin.decompose.TraceInput.StoredRecord;
import io.tracejoin.ingest.client.RecordStore;
import io.tracejoin.ingest.client.RunErasedException;
import io.tracejoin.join.JoinSignal;
import io.tracejoin.store.KnownRecords.Fingerprint;
import io.tracejoin.store.KnownRecords.Fresh;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiFunction;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/**
 * Stores client records with COPY, together with the join work that they make. Chunks of one run
 * are stored one after the other, so that the same file sent twice at once is still told apart.
 */
@Component
final class CopyRecordStore implements RecordStore {

  private static final int UPLOADS_AT_ONCE = 2;

  /** A live upload seldom fills so much in a second: its sender does not wait for the database. */
  private static final int LARGE = 1_000;

  private static final int LOCK_OF_RUNS = 0x7265_6373;

  private static final String ONE_CHUNK_AT_A_TIME = "SELECT pg_advisory_xact_lock(?, ?)";
  private static final String RUN = "SELECT id FROM run WHERE id = ?";
  private static final String TOLD =
      """
      SELECT %s
        FROM unnest(?) AS told (key)
       CROSS JOIN LATERAL (
             SELECT * FROM client_record WHERE trace_id = told.key AND run_id = ? LIMIT %d) AS stored
      """
          .formatted(ClientRecordRows.COLUMNS, KnownRecords.COMPARED);
  private static final String FINGERPRINTS =
      """
      SELECT trace_id, content_hash
        FROM client_record
       WHERE trace_id = ANY (?) AND run_id = ? AND content_hash = ANY (?)
      """;

  private final Turns turns = new Turns(UPLOADS_AT_ONCE);
  private final JdbcTemplate jdbc;
  private final Transactions transactions;
  private final DayPartitions partitions;
  private final RunProgress progress;
  private final ArrivalClock clock;
  private final JoinSignal signal;
  private final BiFunction<ClientRecord, ClientRecord, Repeat> relate;

  @Autowired
  CopyRecordStore(
      JdbcTemplate jdbc,
      Transactions transactions,
      DayPartitions partitions,
      RunProgress progress,
      ArrivalClock clock,
      JoinSignal signal) {
    this(jdbc, transactions, partitions, progress, clock, signal, Repeat::of);
  }

  CopyRecordStore(
      JdbcTemplate jdbc,
      Transactions transactions,
      DayPartitions partitions,
      RunProgress progress,
      ArrivalClock clock,
      JoinSignal signal,
      BiFunction<ClientRecord, ClientRecord, Repeat> relate) {
    this.jdbc = jdbc;
    this.transactions = transactions;
    this.partitions = partitions;
    this.progress = progress;
    this.clock = clock;
    this.signal = signal;
    this.relate = relate;
  }

  @Override
  public Stored store(int run, List<ClientRecord> chunk) {
    if (chunk.isEmpty()) {
      return Stored.NONE;
    }
    return chunk.size() < LARGE
        ? turns.take(() -> storeInTurn(run, chunk))
        : turns.take(() -> signal.ahead(() -> storeInTurn(run, chunk)));
  }

  private Stored storeInTurn(int run, List<ClientRecord> chunk) {
    LocalDate day = clock.today();
    partitions.ensure(day);
    Stored stored;
    try {
      stored = transactions.call(() -> storeOn(day, run, chunk));
    } catch (DataIntegrityViolationException refused) {
      requireRun(run, refused);
      // The day's partition may have been dropped.
      partitions.forget(day);
      partitions.ensure(day);
      stored = transactions.call(() -> storeOn(day, run, chunk));
    }
    signal.raise();
    return stored;
  }

  private void requireRun(int run, DataIntegrityViolationException refused) {
    if (jdbc.queryForList(RUN, Integer.class, run).isEmpty()) {
      throw new RunErasedException(refused);
    }
  }

  private Stored storeOn(LocalDate day, int run, List<ClientRecord> chunk) {
    IndexScans.require(jdbc);
    jdbc.query(ONE_CHUNK_AT_A_TIME, row -> {}, LOCK_OF_RUNS, run);
    KnownRecords known = sort(run, chunk);
    jdbc.execute(
        (ConnectionCallback<Boolean>)
            connection -> {
              write(connection, run, day, known.fresh());
              return true;
            });
    progress.recordsArrived(run, SendRange.of(chunk), clock.now());
    return known.counts();
  }

  private KnownRecords sort(int run, List<ClientRecord> chunk) {
    Set<UUID> keys = new LinkedHashSet<>();
    chunk.forEach(record -> keys.add(record.key()));
    long[] hashes = chunk.stream().mapToLong(ContentHash::of).toArray();
    List<ClientRecord> told = told(run, keys);
    // Where nothing is stored of these traces, no fingerprint is.
    Set<Fingerprint> stored = told.isEmpty() ? Set.of() : fingerprints(run, keys, hashes);
    KnownRecords known = new KnownRecords(relate, told, stored);
    for (int i = 0; i < hashes.length; i++) {
      known.add(chunk.get(i), hashes[i]);
    }
    return known;
  }

  private List<ClientRecord> told(int run, Set<UUID> keys) {
    return jdbc
        .query(
            TOLD,
            statement -> {
              SqlArray.setUuids(statement, 1, keys);
              statement.setInt(2, run);
            },
            (row, number) -> ClientRecordRows.read(new RowReader(row)))
        .stream()
        .map(StoredRecord::record)
        .toList();
  }

  private Set<Fingerprint> fingerprints(int run, Set<UUID> keys, long[] hashes) {
    Set<Fingerprint> found = new HashSet<>();
    jdbc.query(
        FINGERPRINTS,
        statement -> {
          SqlArray.setUuids(statement, 1, keys);
          statement.setInt(2, run);
          SqlArray.setLongs(statement, 3, hashes);
        },
        row -> {
          found.add(new Fingerprint(new RowReader(row).uuid(), row.getLong(2)));
        });
    return found;
  }

  private static void write(Connection connection, int run, LocalDate day, List<Fresh> fresh)
      throws SQLException {
    Set<UUID> touched = new LinkedHashSet<>();
    fresh.forEach(it -> touched.add(it.record().key()));
    ClientRecordRows.TARGET.write(
        connection,
        fresh.stream()
            .map(it -> new ClientRecordRows.Row(run, day, it.record(), it.hash()))
            .toList());
    JoinWork.arrived(connection, touched);
  }
}
