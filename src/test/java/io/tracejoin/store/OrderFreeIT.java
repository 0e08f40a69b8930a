package io.tracejoin.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracejoin.decompose.ClientLabels;
import io.tracejoin.decompose.ClientRecord;
import io.tracejoin.decompose.ClientTimes;
import io.tracejoin.decompose.Identity;
import io.tracejoin.decompose.JoinedRequest;
import io.tracejoin.decompose.Mapping;
import io.tracejoin.decompose.Outcome;
import io.tracejoin.decompose.Resource;
import io.tracejoin.decompose.Span;
import io.tracejoin.decompose.SpanId;
import io.tracejoin.decompose.SpanKind;
import io.tracejoin.decompose.SpanStatus;
import io.tracejoin.decompose.TraceInput;
import io.tracejoin.decompose.TraceJoin;
import io.tracejoin.join.MappingYaml;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.dao.DataAccessException;

/** The product's own join gives the same rows whatever comes first, twice, or is killed. */
class OrderFreeIT {

  private static final int TRACES = 60;
  private static final long MS = 1_000_000L;
  private static final long FAR = Duration.ofMinutes(40).toNanos();
  private static final String KILL_OWN_CONNECTION = "SELECT pg_terminate_backend(pg_backend_pid())";

  /** Repeats are kept, so their number may differ; nothing else may. */
  private static final String ROWS =
      """
      SELECT to_jsonb(joined_request) - 'source_rows' - 'seen_before' AS row
        FROM joined_request ORDER BY trace_id, ordinal
      """;

  private final TraceJoin join = new TraceJoin(Duration.ofMillis(2), Duration.ofMinutes(15));

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void theRowsAreThoseOfOneJoinerInOrder(long seed) throws InterruptedException {
    try (StoreFixture reference = StoreFixture.real(mapping());
        StoreFixture disturbed = StoreFixture.real(mapping())) {
      batches(reference, new Random(seed)).forEach(it -> it.accept(reference));
      settle(reference);

      disturb(disturbed, batches(disturbed, new Random(seed)), new Random(seed + 100));
      settle(disturbed);

      List<String> expected = reference.jdbc.queryForList(ROWS, String.class);
      assertThat(disturbed.jdbc.queryForList(ROWS, String.class))
          .hasSizeGreaterThan(TRACES)
          .containsExactlyElementsOf(expected);
      assertThat(expected)
          .anyMatch(it -> it.contains("\"hops\": 2"))
          .anyMatch(it -> it.contains("duplicate_client_record"))
          .anyMatch(it -> it.contains("several_per_trace"))
          .anyMatch(it -> it.contains("trace_id_reused"))
          .anyMatch(it -> it.contains("conflicting_span"))
          .anyMatch(it -> it.contains("ambiguous_request_id"))
          .anyMatch(it -> it.contains("\"resolved\""))
          .anyMatch(OrderFreeIT::isMatchedByRequestId)
          .anyMatch(it -> it.contains("server_only"));
    }
  }

  /** Only these records are without a parent and have 77 input tokens. */
  private static boolean isMatchedByRequestId(String row) {
    return row.contains("\"matched\"") && row.contains("\"input_tokens\": 77");
  }

  private void settle(StoreFixture store) {
    while (store.queue.settle(1_000, join::join) > 0) {}
  }

  private void disturb(StoreFixture store, List<Consumer<StoreFixture>> batches, Random random)
      throws InterruptedException {
    List<Consumer<StoreFixture>> sent = new ArrayList<>(batches);
    for (int i = 0; i < batches.size() / 4; i++) {
      sent.add(batches.get(random.nextInt(batches.size())));
    }
    Collections.shuffle(sent, random);
    AtomicInteger joins = new AtomicInteger();
    CountDownLatch done = new CountDownLatch(1);
    List<Thread> joiners = new ArrayList<>();
    for (int number = 0; number < 2; number++) {
      Thread joiner = new Thread(() -> joinUntil(done, store, joins));
      joiners.add(joiner);
      joiner.start();
    }
    sent.forEach(it -> it.accept(store));
    done.countDown();
    for (Thread joiner : joiners) {
      joiner.join();
    }
  }

  private void joinUntil(CountDownLatch done, StoreFixture store, AtomicInteger joins) {
    while (done.getCount() > 0) {
      try {
        store.queue.settle(7, trace -> joinOrDie(trace, store, joins));
      } catch (DataAccessException killed) {
        // its work is there again
      }
    }
  }

  private List<JoinedRequest> joinOrDie(TraceInput trace, StoreFixture store, AtomicInteger joins) {
    if (joins.incrementAndGet() % 70 == 0) {
      store.jdbc.query(KILL_OWN_CONNECTION, row -> {});
    }
    return join.join(trace);
  }

  private static List<Consumer<StoreFixture>> batches(StoreFixture store, Random random) {
    int first = store.run("first");
    int second = store.run("second");
    List<Consumer<StoreFixture>> batches = new ArrayList<>();
    for (int i = 1; i <= TRACES; i++) {
      spans(i, random).forEach(it -> batches.add(to -> to.spans.store(List.of(it))));
      List<ClientRecord> records = records(i);
      records.forEach(it -> batches.add(to -> to.records.store(first, List.of(it))));
      if (i % 7 == 0 && !records.isEmpty()) {
        batches.add(to -> to.records.store(second, List.of(records.get(0))));
      }
    }
    for (int i = 1; i <= TRACES / 2; i++) {
      byRequestId(i, first).forEach(batches::add);
    }
    batches.add(to -> declare(to, first));
    // The last trace starts far away: in reach only once this record is there.
    batches.add(to -> to.records.store(first, List.of(record(1_000, 5, null, 200, FAR, 100, 9))));
    return batches;
  }

  /** A request whose record carries an ID that no, one, or more than one trace holds. */
  private static List<Consumer<StoreFixture>> byRequestId(int number, int run) {
    UUID key = new UUID(0xab, number);
    ClientRecord record = byRequestId(key, number * 10 * MS);
    List<Consumer<StoreFixture>> batches = new ArrayList<>();
    batches.add(to -> to.records.store(run, List.of(record)));
    for (int copy = 0; copy < number % 4; copy++) {
      Span span = holding(key, 1_000 * (copy + 1) + number, number * 10 * MS);
      batches.add(to -> to.spans.store(List.of(span)));
    }
    return batches;
  }

  private static ClientRecord byRequestId(UUID key, long at) {
    ClientLabels labels =
        new ClientLabels(
            null, null, null, null, null, null, null, null, null, null, null, null, 77, null, null);
    return new ClientRecord(
        key,
        Identity.REQUEST_ID,
        null,
        Outcome.SUCCESS,
        200,
        null,
        false,
        ClientTimes.of(StoreFixture.SEND + at, 100 * MS),
        labels,
        0);
  }

  private static Span holding(UUID key, int trace, long at) {
    Span it = span(trace, 1, new SpanId(0xabc), "POST /chat", "gateway", at, 90);
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
        it.attributes(),
        it.events(),
        List.of(key));
  }

  private static void declare(StoreFixture store, int run) {
    store.transactions.run(
        () -> {
          store.jdbc.update(
              "UPDATE run SET version = version + 1, declaration = '{\"services\": [\"gateway\"]}'"
                  + " WHERE id = ?",
              run);
          store.runTraces.rejoin(run);
        });
  }

  private static List<Span> spans(int trace, Random random) {
    long at = trace == TRACES ? FAR : trace * 10 * MS;
    long queue = 5 + random.nextInt(40);
    List<Span> spans = new ArrayList<>();
    spans.add(span(trace, 1, new SpanId(0xabc), "POST /chat", "gateway", at, 90));
    spans.add(span(trace, 2, new SpanId(1), "inference.acquire_slot", "gateway", at, queue));
    spans.add(
        span(trace, 3, new SpanId(1), "inference.generate", "engine", at - 500 * MS, 20 + queue));
    if (trace % 4 == 0) {
      spans.add(span(trace, 3, new SpanId(1), "inference.generate", "engine", at - 500 * MS, 30));
    }
    if (trace % 6 == 0) {
      spans.add(span(trace, 4, new SpanId(0xdef), "GET /models", "gateway", at + 100 * MS, 10));
    }
    if (trace % 9 == 0) {
      spans.add(span(trace, 5, new SpanId(0xabc), "POST /chat", "proxy", at - MS, 95));
    }
    return spans;
  }

  private static List<ClientRecord> records(int trace) {
    long at = trace == TRACES ? FAR - 20 * 60_000 * MS : trace * 10 * MS;
    SpanId parent = new SpanId(0xabc);
    return switch (trace % 8) {
      case 0 -> List.of();
      case 1 ->
          List.of(
              record(trace, 1, parent, 302, at - 50 * MS, 50, 1),
              record(trace, 2, parent, 200, at, 100, 2));
      case 2 ->
          List.of(
              record(trace, 1, parent, 200, at, 100, 1), record(trace, 2, parent, 200, at, 120, 2));
      case 3 ->
          List.of(
              record(trace, 1, null, 200, at, 100, 1),
              record(trace, 2, null, 200, at + 200 * MS, 130, 2));
      case 4 ->
          List.of(
              record(trace, 1, parent, 200, at, 100, 1),
              record(trace, 3, new SpanId(0xdef), 200, at + 100 * MS, 15, 3));
      case 5 ->
          List.of(
              record(trace, 1, parent, 200, at, 100, 1),
              record(trace, 1, parent, 200, null, 100, 1));
      default -> List.of(record(trace, 1, parent, 200, at, 100, 1));
    };
  }

  private static ClientRecord record(
      int trace,
      int tokens,
      @Nullable SpanId parent,
      int status,
      @Nullable Long at,
      long ms,
      long position) {
    ClientTimes times = ClientTimes.of(at == null ? null : StoreFixture.SEND + at, ms * MS);
    ClientLabels labels =
        new ClientLabels(
            null, null, null, null, null, null, null, null, null, null, null, null, null, tokens,
            null);
    return new ClientRecord(
        StoreFixture.trace(trace).uuid(),
        true,
        parent,
        Outcome.ofStatus(status),
        status,
        null,
        false,
        times,
        labels,
        position);
  }

  private static Span span(
      int trace, long id, SpanId parent, String name, String service, long at, long ms) {
    long start = StoreFixture.SEND + at;
    return new Span(
        StoreFixture.trace(trace),
        new SpanId(id),
        parent,
        name,
        name.contains("/") ? SpanKind.SERVER : SpanKind.INTERNAL,
        0x101,
        start,
        start + ms * MS,
        SpanStatus.UNSET,
        new Resource(
            service,
            null,
            null,
            null,
            UUID.nameUUIDFromBytes(service.getBytes(StandardCharsets.UTF_8))),
        "",
        Map.of(),
        List.of());
  }

  private static Mapping mapping() {
    try (InputStream yaml =
        Objects.requireNonNull(
            OrderFreeIT.class.getResourceAsStream("/mappings/llm-gateway.yaml"))) {
      return MappingYaml.read(1, 1, new String(yaml.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
