package io.tracejoin.store;

import static io.tracejoin.store.StoreFixture.SEND;
import static io.tracejoin.store.StoreFixture.record;
import static io.tracejoin.store.StoreFixture.root;
import static io.tracejoin.store.StoreFixture.trace;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tracejoin.decompose.ClientLabels;
import io.tracejoin.decompose.ClientRecord;
import io.tracejoin.decompose.ClientTimes;
import io.tracejoin.decompose.ContentTimes;
import io.tracejoin.decompose.Lifecycle;
import io.tracejoin.decompose.Outcome;
import io.tracejoin.decompose.SpanId;
import io.tracejoin.decompose.TokenTimes;
import io.tracejoin.decompose.TraceInput.StoredRecord;
import io.tracejoin.decompose.TtftKind;
import io.tracejoin.ingest.client.RecordStore.Stored;
import io.tracejoin.ingest.client.RunErasedException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CopyRecordStoreIT {

  private final StoreFixture store = new StoreFixture();
  private final int run = store.run("r1");

  @AfterEach
  void close() {
    store.close();
  }

  @Test
  void givesBackEveryField() {
    ClientRecord sent = full();
    store.records.store(run, List.of(sent));

    assertThat(store.traces.find(trace(1)).orElseThrow().records())
        .containsExactly(new StoredRecord(run, sent));
  }

  @Test
  void storesAChunkOnceThoughItIsSentTwice() {
    List<ClientRecord> chunk = List.of(record(1, 10), record(2, 20), record(2, 20));

    assertThat(store.records.store(run, chunk)).isEqualTo(new Stored(2, 0, 1, 0));
    assertThat(store.records.store(run, chunk)).isEqualTo(new Stored(0, 0, 3, 0));
    assertThat(store.count("SELECT count(*) FROM client_record")).isEqualTo(2);
  }

  @Test
  void countsOtherFactsOfTheSameIdentityAsCollisionsAndOfAnotherRunAsNew() {
    int other = store.run("r2");
    store.records.store(run, List.of(record(1, 10)));

    assertThat(store.records.store(run, List.of(record(1, 11)))).isEqualTo(new Stored(1, 0, 0, 1));
    assertThat(store.records.store(other, List.of(record(1, 12))))
        .isEqualTo(new Stored(1, 0, 0, 0));
  }

  @Test
  void storesARepeatThatAddsFactsAndCountsItAsDuplicate() {
    store.records.store(run, List.of(record(trace(1).uuid(), 10, null, 1)));

    assertThat(store.records.store(run, List.of(record(1, 10)))).isEqualTo(new Stored(0, 0, 1, 0));
    assertThat(store.count("SELECT count(*) FROM client_record")).isEqualTo(2);
  }

  @Test
  void keepsTheRangeOfSendsWithoutSetupAndTeardown() {
    store.records.store(run, List.of(record(trace(1).uuid(), 10, SEND, 1), full()));
    store.records.store(run, List.of(record(trace(2).uuid(), 10, SEND + 5, 1)));

    assertThat(store.count("SELECT first_send_ns FROM run_progress")).isEqualTo(SEND);
    assertThat(store.count("SELECT last_send_ns FROM run_progress")).isEqualTo(SEND + 5);
  }

  @Test
  void joinsAgainWhatAGrowingRangeBringsIntoReach() {
    long farAway = SEND + Duration.ofHours(1).toNanos();
    store.spans.store(List.of(root(1)));
    store.records.store(run, List.of(record(trace(1).uuid(), 10, farAway, 1)));
    store.settleAll();
    assertThat(store.count("SELECT count(*) FROM joined_request WHERE out_of_reach")).isEqualTo(1);

    store.records.store(run, List.of(record(trace(2).uuid(), 10, SEND, 2)));
    store.settleAll();

    assertThat(store.count("SELECT count(*) FROM joined_request WHERE out_of_reach")).isZero();
    assertThat(store.count("SELECT count(*) FROM joined_request WHERE state = 'matched'"))
        .isEqualTo(1);
  }

  @Test
  void refusesRecordsOfARunThatIsNotThere() {
    assertThatThrownBy(() -> store.records.store(99, List.of(record(1, 10))))
        .isInstanceOf(RunErasedException.class);
    assertThat(store.count("SELECT count(*) FROM client_record")).isZero();
    assertThat(store.count("SELECT count(*) FROM join_work")).isZero();
  }

  private static ClientRecord full() {
    return new ClientRecord(
        trace(1).uuid(),
        true,
        new SpanId(-5),
        Outcome.TIMEOUT,
        0,
        false,
        true,
        new ClientTimes(1L, 2L, 3L, 4L, TtftKind.CHUNK, 5L, 6L, 7L, 8L, 9L, 10L, 11L)
            .with(
                new ContentTimes(
                    TokenTimes.of(TokenTimes.Kind.TOKEN, 1, 1_999, 2_000_000_123L, 3_000_000_001L),
                    TokenTimes.of(TokenTimes.Kind.CHUNK, 7))),
        new ClientLabels(
            "generator",
            Lifecycle.SETUP,
            "scenario",
            "endpoint",
            true,
            3,
            "stop",
            "1050",
            "model",
            "provider",
            "route",
            "region",
            100,
            200,
            300L),
        42);
  }
}
