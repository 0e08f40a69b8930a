package io.tracejoin.store;

import static io.tracejoin.store.StoreFixture.root;
import static io.tracejoin.store.StoreFixture.span;
import static io.tracejoin.store.StoreFixture.trace;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracejoin.decompose.Span;
import io.tracejoin.decompose.SpanId;
import io.tracejoin.decompose.TraceInput;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CopySpanStoreIT {

  private final StoreFixture store = new StoreFixture(3);

  @AfterEach
  void close() {
    store.close();
  }

  @Test
  void givesBackWhatItWasGiven() {
    Span sent = root(1);
    store.spans.store(List.of(sent));

    Span stored = store.traces.find(trace(1)).map(TraceInput::spans).orElseThrow().get(0);

    assertThat(stored.attributes())
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "llm.phase",
                "queue",
                "n",
                3L,
                "share",
                1.0,
                "flag",
                true,
                "text",
                "a\"\\\n\uFFFDü"));
    assertThat(stored).usingRecursiveComparison().ignoringFields("attributes").isEqualTo(sent);
  }

  @Test
  void storesARepeatedBatchAgainAndQueuesItsTracesTwice() {
    store.spans.store(List.of(root(1), root(2)));
    store.spans.store(List.of(root(1), root(2)));

    assertThat(store.count("SELECT count(*) FROM span")).isEqualTo(4);
    assertThat(store.count("SELECT sum(cardinality(trace_ids)) FROM join_work")).isEqualTo(4);
  }

  @Test
  void keepsNamesInlineWhenTheDictionaryIsFull() {
    List<Span> spans = new ArrayList<>();
    LongStream.range(1, 6).forEach(i -> spans.add(span(1, i, null, "name " + i)));
    store.spans.store(spans);
    store.spans.store(List.of(span(1, 6, new SpanId(1), "name 6")));

    assertThat(store.count("SELECT count(*) FROM span WHERE name IS NOT NULL")).isGreaterThan(2);
    assertThat(store.traces.find(trace(1)).orElseThrow().spans())
        .extracting(Span::name)
        .containsExactlyInAnyOrder("name 1", "name 2", "name 3", "name 4", "name 5", "name 6");
  }

  @Test
  void readsSpansThatWereStoredBeforeShapesWere() {
    Span sent = root(1);
    store.spans.store(List.of(sent));
    store.jdbc.update("INSERT INTO term (text) VALUES ('scope')");
    store.jdbc.update(
        """
        UPDATE span SET shape_id = NULL, name = s.name, flags = s.flags, kind = s.kind,
               status = s.status, attributes = coalesce(span.attributes, '{}') || s.attributes,
               scope_id = (SELECT id FROM term WHERE text = s.scope)
          FROM span_shape s WHERE s.id = shape_id
        """);

    Span stored = store.traces.find(trace(1)).map(TraceInput::spans).orElseThrow().get(0);

    assertThat(stored.attributes()).containsEntry("llm.phase", "queue").hasSize(5);
    assertThat(stored).usingRecursiveComparison().ignoringFields("attributes").isEqualTo(sent);
  }

  @Test
  void sharesWhatRepeatsAndKeepsWhatDiffersInTheSpan() {
    List<Span> spans = new ArrayList<>();
    try (StoreFixture roomy = new StoreFixture()) {
      for (long i = 1; i <= 500; i++) {
        Span it = span(i, i, null, "POST");
        spans.add(with(it, Map.of("llm.phase", "queue", "tokens", i)));
      }
      roomy.spans.store(spans);

      assertThat(roomy.count("SELECT count(*) FROM span_shape")).isBetween(1L, 65L);
      assertThat(roomy.count("SELECT count(*) FROM span WHERE attributes IS NOT NULL"))
          .isBetween(400L, 499L);
      assertThat(roomy.traces.find(trace(500)).orElseThrow().spans().get(0).attributes())
          .isEqualTo(Map.of("llm.phase", "queue", "tokens", 500L));
      assertThat(roomy.traces.find(trace(1)).orElseThrow().spans().get(0).attributes())
          .isEqualTo(Map.of("llm.phase", "queue", "tokens", 1L));
    }
  }

  private static Span with(Span it, Map<String, Object> attributes) {
    return new Span(
        it.traceId(),
        it.spanId(),
        it.parentSpanId(),
        it.name(),
        it.kind(),
        it.flags(),
        it.startNanos(),
        it.endNanos(),
        it.status(),
        it.resource(),
        it.scope(),
        attributes,
        it.events());
  }

  @Test
  void makesAPartitionForEachDayAlsoWhenTheClockJumpsBackToADroppedOne() {
    store.spans.store(List.of(root(1)));
    store.clock.set("2026-11-30T00:00:00Z");
    store.spans.store(List.of(root(2)));
    store.jdbc.execute("DROP TABLE span_20261129");
    store.clock.set("2026-11-29T23:59:59Z");
    store.spans.store(List.of(root(3)));

    assertThat(store.count("SELECT count(*) FROM span_20261129")).isEqualTo(1);
    assertThat(store.count("SELECT count(*) FROM span_20261130")).isEqualTo(1);
    assertThat(store.count("SELECT count(*) FROM span")).isEqualTo(2);
  }

  @Test
  void processesMayMakeADayAtOnce() throws InterruptedException {
    List<Thread> racers = new ArrayList<>();
    Set<Throwable> failures = java.util.concurrent.ConcurrentHashMap.newKeySet();
    for (int i = 1; i <= 6; i++) {
      DayPartitions partitions = new DayPartitions(store.jdbc, store.transactions);
      Thread racer = new Thread(() -> partitions.ensure(store.arrivals.today()));
      racer.setUncaughtExceptionHandler((thread, failure) -> failures.add(failure));
      racers.add(racer);
      racer.start();
    }
    for (Thread racer : racers) {
      racer.join();
    }

    assertThat(failures).isEmpty();
    assertThat(store.count("SELECT count(*) FROM pg_inherits WHERE inhparent = 'span'::regclass"))
        .isEqualTo(1);
  }
}
