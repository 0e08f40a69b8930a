package io.tracejoin.store;

import static io.tracejoin.store.StoreFixture.record;
import static io.tracejoin.store.StoreFixture.root;
import static io.tracejoin.store.StoreFixture.trace;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class JoinHorizonIT {

  private final StoreFixture store = new StoreFixture();
  private final List<UUID> joined = new ArrayList<>();

  @AfterEach
  void close() {
    store.close();
  }

  /** Takes one row of work at a time. */
  private void settleEach() {
    while (store.queue.settle(
            1,
            it -> {
              joined.add(it.key());
              return StoreFixture.join(it);
            })
        > 0) {}
  }

  @Test
  void joinsATraceOnceThatWaitsTwice() {
    int run = store.run("r1");
    store.spans.store(List.of(root(1), root(2)));
    store.records.store(run, List.of(record(1, 10), record(2, 10)));

    settleEach();

    assertThat(joined).containsExactlyInAnyOrder(trace(1).uuid(), trace(2).uuid());
    assertThat(store.count("SELECT count(*) FROM join_work")).isZero();
    assertThat(store.count("SELECT count(*) FROM joined_request WHERE source_rows = 2"))
        .isEqualTo(2);
  }

  @Test
  void joinsAgainWhatCameAfterTheJoin() {
    int run = store.run("r1");
    store.spans.store(List.of(root(1)));
    settleEach();
    store.records.store(run, List.of(record(1, 10)));
    settleEach();

    assertThat(joined).containsExactly(trace(1).uuid(), trace(1).uuid());
    assertThat(store.count("SELECT count(*) FROM joined_request WHERE state = 'matched'"))
        .isEqualTo(1);
  }

  @Test
  void joinsAgainWhatWasNotYetCommittedWhenItWasJoined() throws SQLException {
    store.spans.store(List.of(root(1)));
    try (Connection late = store.database.dataSource().getConnection()) {
      late.setAutoCommit(false);
      JoinWork.arrived(late, List.of(trace(1).uuid()));
      settleEach();
      late.commit();
    }
    settleEach();

    assertThat(joined).hasSize(2);
  }

  @Test
  void joinsInAnyCaseWhatIsQueuedAgain() {
    int run = store.run("r1");
    store.records.store(run, List.of(record(1, 10)));
    store.runTraces.rejoin(run);
    settleEach();
    store.runTraces.rejoin(run);
    settleEach();

    assertThat(joined).hasSize(2);
  }

  @Test
  void doesNotTrustTheTransactionNumbersOfAnotherCluster() {
    store.spans.store(List.of(root(1)));
    settleEach();
    store.jdbc.update("UPDATE database_home SET system_identifier = 1");
    store.jdbc.update("UPDATE joined_request SET seen_before = seen_before + 1000000");
    store.spans.store(List.of(root(1)));
    PostgresJoinQueue restored = store.freshQueue();

    assertThat(
            restored.settle(
                1,
                it -> {
                  joined.add(it.key());
                  return StoreFixture.join(it);
                }))
        .isEqualTo(1);
    assertThat(joined).hasSize(2);
    assertThat(store.count("SELECT count(*) FROM database_home")).isEqualTo(2);
  }
}
