package io.tracejoin.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tracejoin.report.Keepsake;
import io.tracejoin.retention.RetentionStore.Expiry;
import io.tracejoin.run.RunId;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessException;

class PostgresRetentionIT {

  private static final Duration TWO_WEEKS = Duration.ofDays(14);
  private static final LocalDate OLD = LocalDate.parse("2026-01-01");

  private final StoreFixture store = new StoreFixture();

  @BeforeEach
  void longAgo() {
    store.clock.set("2026-01-01T10:00:00Z");
  }

  @AfterEach
  void close() {
    store.close();
  }

  @Test
  void dropsSpansAndRequestIdsOfOldDaysTogetherAndNoOthers() {
    store.spans.store(List.of(StoreFixture.root(1)));
    store.clock.set(Instant.now().toString());
    store.spans.store(List.of(StoreFixture.root(2)));

    List<LocalDate> removed = store.retention.removeSpans(TWO_WEEKS, Instant.now());

    assertThat(removed).containsExactly(OLD);
    assertThat(store.count("SELECT count(*) FROM span")).isEqualTo(1);
    assertThat(store.oldPartitions.before(OLD.plusDays(1), List.of("request_id_span"))).isEmpty();
  }

  @Test
  void aClockThatJumpsAheadRemovesNothing() {
    Instant now = Instant.now();
    store.clock.set(now.toString());
    store.spans.store(List.of(StoreFixture.root(1)));
    int run = finished("young");
    store.jdbc.update("UPDATE run SET finished_at = now() WHERE id = ?", run);

    Instant ahead = now.plus(Duration.ofDays(4_000));

    assertThat(store.retention.removeSpans(TWO_WEEKS, ahead)).isEmpty();
    assertThat(store.retention.expired(new Expiry(TWO_WEEKS, 0), ahead)).isEmpty();
  }

  @Test
  void aClockThatFellBehindStillStoresWhatItsDayWasDroppedFor() {
    store.spans.store(List.of(StoreFixture.root(1)));
    store.retention.removeSpans(TWO_WEEKS, Instant.now());

    store.spans.store(List.of(StoreFixture.root(2)));

    assertThat(store.count("SELECT count(*) FROM span")).isEqualTo(1);
  }

  @Test
  void whoReadsForLongKeepsItsDayAndNobodyWaitsForIt() throws SQLException {
    store.spans.store(List.of(StoreFixture.root(1)));
    try (Connection reader = store.database.dataSource().getConnection()) {
      reader.setAutoCommit(false);
      reader.createStatement().executeQuery("SELECT count(*) FROM span").close();

      assertThatThrownBy(() -> store.retention.removeSpans(TWO_WEEKS, Instant.now()))
          .isInstanceOf(DataAccessException.class);

      assertThat(store.count("SELECT count(*) FROM span")).isEqualTo(1);
      reader.rollback();
    }
    assertThat(store.retention.removeSpans(TWO_WEEKS, Instant.now())).containsExactly(OLD);
  }

  @Test
  void onlyOneProcessIsAtIt() {
    AtomicBoolean other = new AtomicBoolean(true);

    boolean first = store.retention.alone(() -> other.set(store.retention.alone(() -> {})));

    assertThat(first).isTrue();
    assertThat(other).isFalse();
    assertThat(store.retention.alone(() -> {})).isTrue();
  }

  @Test
  void whatAnotherRunHasOfASharedTraceStaysAndIsNotJoinedFromLess() {
    int gone = finished("gone");
    int stays = store.run("stays");
    store.spans.store(List.of(StoreFixture.root(1)));
    store.records.store(gone, List.of(StoreFixture.record(1, 1_000_000_000L)));
    store.records.store(stays, List.of(StoreFixture.record(1, 2_000_000_000L)));
    store.settleAll();
    assertThat(store.retention.keep(keepsake(gone), Instant.now())).isTrue();

    store.retention.sweep(gone);
    store.retention.removeSpans(TWO_WEEKS, Instant.now());
    store.records.store(stays, List.of(StoreFixture.record(1, 3_000_000_000L)));
    store.settleAll();

    assertThat(
            store.jdbc.queryForList(
                "SELECT state FROM joined_request WHERE trace_id = ?",
                String.class,
                StoreFixture.trace(1).uuid()))
        .containsExactly("matched");
    assertThat(store.count("SELECT count(*) FROM client_record WHERE run_id = ?", gone)).isZero();
    assertThat(store.count("SELECT count(*) FROM client_record WHERE run_id = ?", stays))
        .isEqualTo(2);
  }

  @Test
  void aRunThatChangedMeanwhileIsLeftForTheNextRound() {
    int run = finished("changing");
    store.records.store(run, List.of(StoreFixture.record(1, 1_000_000_000L)));
    Keepsake before = keepsake(run);
    store.settleAll();

    assertThat(store.retention.keep(before, Instant.now())).isFalse();
    assertThat(store.count("SELECT count(*) FROM run WHERE pairs_removed_at IS NOT NULL")).isZero();
  }

  @Test
  void whatCameLateForARemovedRunIsSweptTheNextTime() {
    int run = finished("late");
    assertThat(store.retention.keep(keepsake(run), Instant.now())).isTrue();
    store.records.store(run, List.of(StoreFixture.record(1, 1_000_000_000L)));
    store.settleAll();
    assertThat(store.retention.unswept()).containsExactly(run);

    store.retention.sweep(run);

    assertThat(store.retention.unswept()).isEmpty();
    assertThat(store.count("SELECT count(*) FROM client_record")).isZero();
  }

  @Test
  void theLastRunsAreKeptAndPinnedOnesAreNotCounted() {
    finished("oldest");
    finished("middle");
    int pinned = finished("pinned");
    finished("newest");
    store.jdbc.update("UPDATE run SET declaration = '{\"pinned\": true}' WHERE id = ?", pinned);

    List<RunId> expired = store.retention.expired(new Expiry(Duration.ZERO, 1), Instant.now());

    assertThat(expired).extracting(RunId::value).containsExactly("oldest", "middle");
  }

  @Test
  void emptyDaysOfRecordsAndOldTracesWithoutARecordGo() {
    int run = finished("records");
    store.records.store(run, List.of(StoreFixture.record(1, 1_000_000_000L)));
    store.spans.store(List.of(StoreFixture.root(2)));
    store.settleAll();
    store.jdbc.update("UPDATE joined_request SET root_start_ns = 1 WHERE state = 'server_only'");
    store.retention.removeEmptyRecordDays(Instant.now());
    assertThat(store.count("SELECT count(*) FROM client_record")).isEqualTo(1);

    store.retention.keep(keepsake(run), Instant.now());
    store.retention.sweep(run);
    store.retention.removeEmptyRecordDays(Instant.now());
    store.retention.removeServerOnly(TWO_WEEKS, Instant.now());

    assertThat(store.oldPartitions.before(OLD.plusDays(1), List.of("client_record"))).isEmpty();
    assertThat(store.count("SELECT count(*) FROM joined_request")).isZero();
  }

  private int finished(String name) {
    int run = store.run(name);
    store.jdbc.update(
        "UPDATE run SET state = 'finished', finished_at = now() - interval '1 day' + CAST(id || ' s' AS interval) WHERE id = ?",
        run);
    return run;
  }

  private Keepsake keepsake(int run) {
    List<Long> change =
        store.jdbc.queryForList(
            "SELECT change_seq FROM run_progress WHERE run_id = ?", Long.class, run);
    return new Keepsake(run, change.isEmpty() ? 0 : change.get(0), Map.of());
  }
}
