package io.tracejoin.store;

import static io.tracejoin.store.StoreFixture.record;
import static io.tracejoin.store.StoreFixture.root;
import static io.tracejoin.store.StoreFixture.span;
import static io.tracejoin.store.StoreFixture.trace;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.tracejoin.decompose.ClientRecord;
import io.tracejoin.decompose.JoinedRequest;
import io.tracejoin.decompose.Span;
import io.tracejoin.decompose.SpanId;
import io.tracejoin.decompose.TraceInput;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessException;

class PostgresJoinQueueIT {

  private static final int TRACES = 400;
  private static final String ROWS =
      """
      SELECT to_jsonb(r) - 'seen_before' AS row FROM joined_request r ORDER BY trace_id, ordinal
      """;
  private static final String KILL_OWN_CONNECTION = "SELECT pg_terminate_backend(pg_backend_pid())";

  private final StoreFixture store = new StoreFixture();

  @AfterEach
  void close() {
    store.close();
  }

  @Test
  void aTraceThatLosesRowsLosesTheirTail() {
    int run = store.run("r1");
    store.records.store(run, List.of(record(1, 10), record(1, 11)));
    store.settleAll();
    assertThat(store.count("SELECT count(*) FROM joined_request")).isEqualTo(2);

    store.spans.store(List.of(root(1)));
    store.queue.settle(10, trace -> StoreFixture.join(trace).subList(0, 1));

    assertThat(store.count("SELECT count(*) FROM joined_request")).isEqualTo(1);
    assertThat(store.count("SELECT source_rows FROM joined_request")).isEqualTo(3);
  }

  @Test
  void aTraceWhoseRowsAreRefusedIsSetAsideAndTriedAgainAtTheNextStart() {
    store.jdbc.execute(
        "ALTER TABLE joined_request ADD CONSTRAINT refuse CHECK (trace_id <> '%s')"
            .formatted(trace(3).uuid()));
    store.spans.store(LongStream.rangeClosed(1, 9).mapToObj(StoreFixture::root).toList());
    store.spans.store(List.of(root(10)));

    for (int i = 0; i < 40; i++) {
      store.queue.settle(1_000, StoreFixture::join);
    }

    assertThat(store.count("SELECT count(*) FROM joined_request")).isEqualTo(9);
    assertThat(store.count("SELECT count(*) FROM join_work WHERE set_aside")).isEqualTo(1);
    var waiting = new PostgresBacklog(store.jdbc).read();
    assertThat(waiting.setAside()).isEqualTo(1);
    assertThat(waiting.rows()).isZero();
    assertThat(waiting.lag()).isZero();

    store.jdbc.execute("ALTER TABLE joined_request DROP CONSTRAINT refuse");
    assertThat(store.queue.retrySetAside()).isEqualTo(1);
    store.settleAll();
    assertThat(store.count("SELECT count(*) FROM joined_request")).isEqualTo(10);
    assertThat(store.count("SELECT count(*) FROM join_work")).isZero();
  }

  @Test
  void aTraceIdThatIsUsedForEverythingIsLookedAtInPart() {
    int most = 500;
    try (StoreFixture limited = StoreFixture.limited(most)) {
      looksAtAPart(limited, most);
    }
  }

  private static void looksAtAPart(StoreFixture limited, int most) {
    int run = limited.run("r1");
    for (int batch = 0; batch < 12; batch++) {
      List<Span> spans = new ArrayList<>();
      List<ClientRecord> records = new ArrayList<>();
      for (int i = 0; i < 500; i++) {
        spans.add(span(1, 2 + batch * 500 + i, new SpanId(1), "noise"));
        records.add(record(1, 10 + batch * 500 + i));
      }
      limited.spans.store(spans);
      limited.records.store(run, records);
    }
    limited.spans.store(List.of(root(1), root(2)));
    List<Integer> looked = new ArrayList<>();

    int joined = 1;
    while (joined > 0) {
      joined =
          limited.queue.settle(
              1_000,
              trace -> {
                looked.add(trace.spans().size());
                looked.add(trace.records().size());
                return StoreFixture.join(trace);
              });
    }

    assertThat(looked).contains(most, 1);
    assertThat(looked).allMatch(it -> it <= most);
    assertThat(limited.count("SELECT count(*) FROM joined_request")).isEqualTo(most + 1L);
    assertThat(limited.traces.find(trace(1)).orElseThrow().spans()).hasSize(most);
  }

  @Test
  void aJoinerThatSawLessLeavesTheTraceAlone() throws InterruptedException {
    int run = store.run("r1");
    store.records.store(run, List.of(record(1, 10)));
    CountDownLatch loaded = new CountDownLatch(1);
    CountDownLatch overtaken = new CountDownLatch(1);
    Thread slow =
        new Thread(
            () ->
                store.queue.settle(
                    10,
                    trace -> {
                      loaded.countDown();
                      await(overtaken);
                      return StoreFixture.join(trace);
                    }));
    slow.start();
    loaded.await();
    store.spans.store(List.of(root(1)));
    store.settleAll();
    overtaken.countDown();
    slow.join();

    assertThat(store.count("SELECT count(*) FROM joined_request WHERE state = 'matched'"))
        .isEqualTo(1);
  }

  @Test
  void aRepeatThatChangesNothingIsNoChangeOfTheRun() {
    int run = store.run("r1");
    store.records.store(run, List.of(record(1, 10)));
    store.spans.store(List.of(root(1)));
    store.settleAll();
    long before = store.count("SELECT change_seq FROM run_progress");

    store.spans.store(List.of(root(1)));
    store.settleAll();
    assertThat(store.count("SELECT change_seq FROM run_progress")).isEqualTo(before);

    store.records.store(run, List.of(record(1, 11)));
    store.settleAll();
    assertThat(store.count("SELECT change_seq FROM run_progress")).isGreaterThan(before);
  }

  @Test
  void rowsThatStayWhatTheyAreAreNotWritten() {
    int run = store.run("r1");
    store.records.store(run, List.of(record(1, 10), record(2, 11)));
    store.spans.store(List.of(root(1)));
    store.settleAll();
    List<String> before = versions();

    store.runTraces.rejoin(run);
    store.settleAll();
    assertThat(versions()).isEqualTo(before);

    store.spans.store(List.of(root(2)));
    store.settleAll();
    assertThat(versions().get(0)).isEqualTo(before.get(0));
    assertThat(versions().get(1)).isNotEqualTo(before.get(1));
  }

  @Test
  void aTraceThatAnotherJoinerIsStoringForTheFirstTimeIsNotOverwritten()
      throws InterruptedException {
    int run = store.run("r1");
    store.records.store(run, List.of(record(1, 10), record(2, 11)));
    store.settleAll();
    store.jdbc.execute("CREATE TABLE other AS SELECT * FROM joined_request");
    store.jdbc.update("UPDATE other SET source_rows = 9");
    store.jdbc.update("DELETE FROM joined_request");
    store.jdbc.update(
        "INSERT INTO join_work (trace_ids) SELECT array_agg(trace_id) FROM client_record");
    Thread joiner = new Thread(store::settleAll);
    store.transactions.run(
        () -> {
          store.jdbc.update("INSERT INTO joined_request SELECT * FROM other LIMIT 1");
          joiner.start();
          awaitAWaitingLock();
        });
    joiner.join();

    assertThat(store.count("SELECT sum(source_rows) FROM joined_request")).isEqualTo(9 + 1);
  }

  private List<String> versions() {
    return store.jdbc.queryForList(
        "SELECT xmin || ' ' || ctid FROM joined_request ORDER BY trace_id", String.class);
  }

  @Test
  void aRunThatLosesATraceToARecordSeesTheChange() {
    int named = store.run("named");
    int other = store.run("other");
    store.spans.store(List.of(StoreFixture.rootOf(1, "named")));
    store.settleAll();
    long before = changes(named);

    store.records.store(other, List.of(record(1, 10)));
    store.settleAll();

    assertThat(changes(named)).isGreaterThan(before);
  }

  private long changes(int run) {
    return store.count("SELECT change_seq FROM run_progress WHERE run_id = ?", run);
  }

  @Test
  void moreRowsThanASmallNumberCountsStayInOrder() {
    int run = store.run("r1");
    int rows = 66_000;
    List<ClientRecord> records = new ArrayList<>();
    for (int i = 0; i < rows; i++) {
      records.add(StoreFixture.record(trace(1).uuid(), 10 + i, StoreFixture.SEND + i, i));
    }
    store.records.store(run, records);
    store.settleAll();

    assertThat(store.count("SELECT count(*) FROM joined_request WHERE run_id = ?", run))
        .isEqualTo(rows);
    assertThat(store.count("SELECT max(ordinal) FROM joined_request")).isEqualTo(rows - 1);
  }

  @Test
  void aRunThatWasAmendedMeanwhileIsJoinedOnceMore() {
    int run = store.run("r1");
    store.records.store(run, List.of(record(1, 10)));
    store.queue.settle(
        10,
        trace -> {
          store.jdbc.update("UPDATE run SET version = version + 1 WHERE id = ?", run);
          return StoreFixture.join(trace);
        });

    assertThat(store.count("SELECT count(*) FROM join_work")).isEqualTo(1);
  }

  @Test
  void rejoinQueuesEveryTraceOfTheRun() {
    int run = store.run("r1");
    store.records.store(run, List.of(record(1, 10), record(2, 10), record(2, 11)));
    store.settleAll();
    store.runTraces.rejoin(run);

    assertThat(store.count("SELECT sum(cardinality(trace_ids)) FROM join_work")).isEqualTo(2);
  }

  @Test
  void erasesARunAndJoinsWhatOthersShareWithIt() {
    int erased = store.run("erased");
    int kept = store.run("kept");
    store.spans.store(List.of(root(1), root(2)));
    store.records.store(erased, List.of(record(1, 10), record(2, 10)));
    store.records.store(kept, List.of(record(2, 12)));
    store.settleAll();
    store.records.store(erased, List.of(record(3, 10))); // not joined yet

    store.erasure.erase(erased);
    store.settleAll();

    assertThat(store.count("SELECT count(*) FROM run WHERE run_id = 'erased'")).isZero();
    assertThat(store.count("SELECT count(*) FROM client_record")).isEqualTo(1);
    List<Map<String, Object>> rows =
        store.jdbc.queryForList(
            "SELECT run_id, state, ordinal FROM joined_request ORDER BY trace_id");
    assertThat(rows)
        .extracting(row -> row.get("state"), row -> row.get("run_id"), row -> row.get("ordinal"))
        .containsExactly(tuple("server_only", null, 0), tuple("matched", kept, 0));
  }

  @Test
  void aRunMayBeAmendedWhileItIsErased() throws InterruptedException {
    int run = store.run("r1");
    store.records.store(run, List.of(record(1, 10)));
    store.settleAll();
    Thread eraser = new Thread(() -> store.erasure.erase(run));

    store.transactions.run(
        () -> {
          store.jdbc.update("UPDATE run SET version = version + 1 WHERE id = ?", run);
          eraser.start();
          awaitAWaitingLock();
          store.runTraces.rejoin(run);
        });
    eraser.join();

    assertThat(store.count("SELECT count(*) FROM run")).isZero();
  }

  /** Waits until the eraser waits for somebody. */
  private void awaitAWaitingLock() {
    Awaitility.await()
        .pollInSameThread()
        .atMost(Duration.ofSeconds(10))
        .until(() -> store.count("SELECT count(*) FROM pg_locks WHERE NOT granted") > 0);
  }

  @Test
  void twoJoinersOneOfThemKilledMakeTheRowsOfOneInOrder() throws InterruptedException {
    try (StoreFixture reference = new StoreFixture()) {
      List<Consumer<StoreFixture>> batches = batches(reference);
      batches.forEach(batch -> batch.accept(reference));
      reference.settleAll();

      batches(store);
      disturbed(batches);
      store.settleAll();

      List<String> expected = reference.jdbc.queryForList(ROWS, String.class);
      List<String> actual = store.jdbc.queryForList(ROWS, String.class);
      assertThat(actual).hasSize(expected.size()).hasSizeGreaterThan(TRACES);
      for (int i = 0; i < expected.size(); i++) {
        assertThat(actual.get(i)).isEqualTo(expected.get(i));
      }
    }
  }

  /** Spans twice, records of two runs; each batch can be sent until it is acknowledged. */
  private static List<Consumer<StoreFixture>> batches(StoreFixture on) {
    int first = on.run("first");
    int second = on.run("second");
    List<Consumer<StoreFixture>> batches = new ArrayList<>();
    for (int from = 1; from <= TRACES; from += 20) {
      List<Span> roots = new ArrayList<>();
      List<Span> children = new ArrayList<>();
      List<ClientRecord> records = new ArrayList<>();
      List<ClientRecord> others = new ArrayList<>();
      for (int i = from; i < from + 20; i++) {
        roots.add(root(i));
        children.add(span(i, 2, new SpanId(1), "generate"));
        records.add(record(i, 10));
        if (i % 3 == 0) {
          others.add(record(i, 12));
        }
      }
      batches.add(it -> it.spans.store(roots));
      batches.add(it -> it.spans.store(children));
      batches.add(it -> it.spans.store(children));
      batches.add(it -> it.records.store(first, records));
      batches.add(it -> it.records.store(first, records));
      batches.add(it -> it.records.store(second, others));
    }
    return batches;
  }

  private void disturbed(List<Consumer<StoreFixture>> batches) throws InterruptedException {
    List<Consumer<StoreFixture>> shuffled = new ArrayList<>(batches);
    Collections.shuffle(shuffled, new Random(7));
    AtomicInteger joins = new AtomicInteger();
    CountDownLatch sent = new CountDownLatch(1);
    List<Thread> joiners = new ArrayList<>();
    for (int number = 0; number < 2; number++) {
      Thread joiner = new Thread(() -> joinUntil(sent, joins));
      joiners.add(joiner);
      joiner.start();
    }
    for (Consumer<StoreFixture> batch : shuffled) {
      batch.accept(store);
    }
    sent.countDown();
    for (Thread joiner : joiners) {
      joiner.join();
    }
    assertThat(joins.get()).isGreaterThan(TRACES);
  }

  private void joinUntil(CountDownLatch sent, AtomicInteger joins) {
    while (sent.getCount() > 0) {
      try {
        store.queue.settle(30, trace -> joinOrDie(trace, joins));
      } catch (DataAccessException killed) {
        // its work is there again
      }
    }
  }

  private List<JoinedRequest> joinOrDie(TraceInput trace, AtomicInteger joins) {
    if (joins.incrementAndGet() % 150 == 0) {
      store.jdbc.query(KILL_OWN_CONNECTION, row -> {});
    }
    return StoreFixture.join(trace);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
