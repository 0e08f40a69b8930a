package io.tracejoin.store;

import static io.tracejoin.store.StoreFixture.record;
import static io.tracejoin.store.StoreFixture.root;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Join work waits a moment, so that both sides of a request are joined once. */
class JoinLingerIT {

  private final StoreFixture store = new StoreFixture();

  @AfterEach
  void close() {
    store.close();
  }

  @Test
  void workWaitsForTheOtherSideOfItsRequests() {
    PostgresJoinQueue queue = store.lingering(Duration.ofHours(1));
    int run = store.run("r1");
    store.spans.store(List.of(root(1)));

    assertThat(queue.settle(1_000, StoreFixture::join)).isZero();

    store.records.store(run, List.of(record(1, 10)));
    store.jdbc.update("UPDATE join_work SET created_at = created_at - interval '2 hours'");
    queue.settle(1_000, StoreFixture::join);
    assertThat(store.count("SELECT count(*) FROM joined_request WHERE state = 'matched'"))
        .isEqualTo(1);
    assertThat(store.count("SELECT count(*) FROM join_work")).isZero();
  }

  @Test
  void workFromTheFutureDoesNotWaitForIt() {
    PostgresJoinQueue queue = store.lingering(Duration.ofHours(1));
    store.spans.store(List.of(root(1)));
    store.jdbc.update("UPDATE join_work SET created_at = created_at + interval '1 minute'");

    assertThat(queue.settle(1_000, StoreFixture::join)).isEqualTo(1);
  }
}
