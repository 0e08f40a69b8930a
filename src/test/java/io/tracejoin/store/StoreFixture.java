package io.tracejoin.store;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tracejoin.TestDatabase;
import io.tracejoin.decompose.ClientLabels;
import io.tracejoin.decompose.ClientRecord;
import io.tracejoin.decompose.ClientTimes;
import io.tracejoin.decompose.JoinedRequest;
import io.tracejoin.decompose.Mapping;
import io.tracejoin.decompose.Outcome;
import io.tracejoin.decompose.Repeat;
import io.tracejoin.decompose.Resource;
import io.tracejoin.decompose.RunFrame;
import io.tracejoin.decompose.Span;
import io.tracejoin.decompose.SpanEvent;
import io.tracejoin.decompose.SpanId;
import io.tracejoin.decompose.SpanKind;
import io.tracejoin.decompose.SpanStatus;
import io.tracejoin.decompose.State;
import io.tracejoin.decompose.TraceId;
import io.tracejoin.decompose.TraceInput;
import io.tracejoin.decompose.TraceInput.StoredRecord;
import io.tracejoin.join.JoinProperties;
import io.tracejoin.join.JoinSignal;
import io.tracejoin.run.MappingCatalog;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** The store on a database of its own, with a clock that tests set. */
final class StoreFixture implements AutoCloseable {

  static final long SEND = 1_795_000_000_000_000_000L;
  private static final int MOST_OF_A_TRACE = 100_000;
  private static final Duration REACH = Duration.ofMinutes(15);
  private static final Mapping MAPPING =
      new Mapping(1, "test", 1, List.of(), Mapping.RootSelf.UNATTRIBUTED, Set.of(), Map.of());

  final TestDatabase database = TestDatabase.create();
  final JdbcTemplate jdbc = database.jdbc();
  final SettableClock clock = new SettableClock();
  final JoinSignal signal = new JoinSignal();
  final Transactions transactions = new Transactions(database.dataSource());
  final ArrivalClock arrivals = new ArrivalClock(clock);
  final DayPartitions partitions = new DayPartitions(jdbc, transactions);
  final RunTraces runTraces = new RunTraces(jdbc, signal);
  final RunProgress progress = new RunProgress(jdbc, runTraces);
  final MappingCatalog mappings;
  final CopySpanStore spans;
  final CopyRecordStore records;
  final PostgresJoinQueue queue;
  private final Function<Duration, PostgresJoinQueue> fresh;
  final PostgresTraces traces;
  final TransactionTemplate transaction =
      new TransactionTemplate(new JdbcTransactionManager(database.dataSource()));
  final OldPartitions oldPartitions = new OldPartitions(jdbc, transactions);
  final RunSweep sweep = new RunSweep(jdbc, transactions, oldPartitions);
  final PostgresRunErasure erasure = new PostgresRunErasure(jdbc, transaction, signal, sweep);
  final PostgresRetention retention =
      new PostgresRetention(
          JdbcClient.create(jdbc), database.dataSource(), transaction, oldPartitions, sweep);

  StoreFixture() {
    this(10_000);
  }

  StoreFixture(int shapeLimit) {
    this(shapeLimit, MAPPING, StoreFixture::relate, MOST_OF_A_TRACE);
  }

  /** Looks at so many spans and so many records of one trace at most. */
  static StoreFixture limited(int mostOfATrace) {
    return new StoreFixture(10_000, MAPPING, StoreFixture::relate, mostOfATrace);
  }

  /** With the product's own rules. */
  static StoreFixture real(Mapping mapping) {
    return new StoreFixture(10_000, mapping, Repeat::of, MOST_OF_A_TRACE);
  }

  private StoreFixture(
      int shapeLimit,
      Mapping mapping,
      BiFunction<ClientRecord, ClientRecord, Repeat> relate,
      int mostOfATrace) {
    mappings = catalog(mapping);
    jdbc.update("INSERT INTO mapping (name, version, document) VALUES ('test', 1, 'none')");
    SpanRows spanRows =
        new SpanRows(jdbc, new SpanShapes(jdbc, shapeLimit), new Terms(jdbc), new Resources(jdbc));
    RunFrames frames = new RunFrames(jdbc, mappings);
    JoinProperties properties =
        new JoinProperties(2_000, 1, REACH, Duration.ZERO, mostOfATrace, mostOfATrace);
    TraceLimits limits = new TraceLimits(properties, mappings, new SimpleMeterRegistry());
    RequestIdRows requestIds = new RequestIdRows(jdbc);
    TraceLoader loader = new TraceLoader(jdbc, spanRows, requestIds, frames, mappings, limits);
    spans = new CopySpanStore(jdbc, transactions, spanRows, partitions, arrivals, signal);
    records =
        new CopyRecordStore(jdbc, transactions, partitions, progress, arrivals, signal, relate);
    fresh =
        linger ->
            new PostgresJoinQueue(
                jdbc,
                transactions,
                requestIds,
                new JoinHorizon(jdbc),
                loader,
                frames,
                new JoinedTable(jdbc),
                progress,
                arrivals,
                new RefusedWork(jdbc, transactions),
                new JoinProperties(2_000, 1, REACH, linger, mostOfATrace, mostOfATrace));
    queue = fresh.apply(Duration.ZERO);
    traces = new PostgresTraces(loader, new PostgresBacklog(jdbc), arrivals);
  }

  @Override
  public void close() {
    database.close();
  }

  /** The queue of another process. */
  PostgresJoinQueue freshQueue() {
    return fresh.apply(Duration.ZERO);
  }

  /** A queue whose work waits for so long. */
  PostgresJoinQueue lingering(Duration linger) {
    return fresh.apply(linger);
  }

  int run(String name) {
    Integer id =
        jdbc.queryForObject(
            "INSERT INTO run (run_id, created_at, mapping_id) VALUES (?, now(), 1) RETURNING id",
            Integer.class,
            name);
    if (id == null) {
      throw new AssertionError();
    }
    return id;
  }

  long count(String query, Object... parameters) {
    Long count = jdbc.queryForObject(query, Long.class, parameters);
    return count == null ? 0 : count;
  }

  void settleAll() {
    while (queue.settle(1_000, StoreFixture::join) > 0) {}
  }

  static TraceId trace(long number) {
    return new TraceId(7, number);
  }

  static Span root(long trace) {
    return span(trace, 1, null, "POST /v1/chat/completions");
  }

  /** A root whose resource names a run. */
  static Span rootOf(long trace, String run) {
    Span it = root(trace);
    Resource resource = new Resource("llm-gateway", "host-1", null, run, new UUID(3, 4));
    return new Span(
        it.traceId(),
        it.spanId(),
        null,
        it.name(),
        it.kind(),
        it.flags(),
        it.startNanos(),
        it.endNanos(),
        it.status(),
        resource,
        it.scope(),
        Map.of(),
        List.of());
  }

  static Span span(long trace, long id, @Nullable SpanId parent, String name) {
    return new Span(
        trace(trace),
        new SpanId(id),
        parent,
        name,
        SpanKind.SERVER,
        0x301,
        SEND,
        SEND + 1_691_000_000L,
        SpanStatus.OK,
        new Resource("llm-gateway", "host-1", null, null, new UUID(1, 2)),
        "scope",
        Map.of("llm.phase", "queue", "n", 3L, "share", 1.0, "flag", true, "text", "a\"\\\n\u0000ü"),
        List.of(new SpanEvent("first_token", SEND + 5)));
  }

  static ClientRecord record(long trace, long totalNanos) {
    return record(trace(trace).uuid(), totalNanos, SEND, trace);
  }

  static ClientRecord record(UUID key, long totalNanos, @Nullable Long sentAt, long position) {
    return new ClientRecord(
        key,
        true,
        null,
        Outcome.SUCCESS,
        200,
        true,
        false,
        ClientTimes.of(sentAt, totalNanos),
        ClientLabels.NONE,
        position);
  }

  /** Stands in for the real relation: equal totals are the same request. */
  static Repeat relate(ClientRecord one, ClientRecord other) {
    boolean same = Objects.equals(one.times().total(), other.times().total());
    return same ? Repeat.SAME : Repeat.CONFLICT;
  }

  /** Stands in for the real join: one row a record, in the order of runs and places. */
  static List<JoinedRequest> join(TraceInput trace) {
    Span root =
        trace.spans().stream().filter(it -> it.parentSpanId() == null).findFirst().orElse(null);
    if (trace.records().isEmpty()) {
      return List.of(row(null, State.SERVER_ONLY, null, root, false));
    }
    List<StoredRecord> ordered = new ArrayList<>(trace.records());
    ordered.sort(
        Comparator.comparingInt(StoredRecord::run).thenComparingLong(it -> it.record().position()));
    List<JoinedRequest> rows = new ArrayList<>();
    for (StoredRecord stored : ordered) {
      RunFrame run = Objects.requireNonNull(trace.runs().get(stored.run()));
      boolean far = root != null && isOutOfReach(root, run);
      State state = root == null || far ? State.CLIENT_ONLY : State.MATCHED;
      rows.add(row(run, state, stored.record(), far ? null : root, far));
    }
    return rows;
  }

  private static boolean isOutOfReach(Span root, RunFrame run) {
    return run.firstSendNanos() != null
        && run.lastSendNanos() != null
        && (root.startNanos() < run.firstSendNanos() - REACH.toNanos()
            || root.startNanos() > run.lastSendNanos() + REACH.toNanos());
  }

  private static JoinedRequest row(
      @Nullable RunFrame run,
      State state,
      @Nullable ClientRecord client,
      @Nullable Span root,
      boolean outOfReach) {
    return new JoinedRequest(
        run, state, null, client, 1, root, null, List.of(), Map.of(), outOfReach, MAPPING);
  }

  private static MappingCatalog catalog(Mapping mapping) {
    return new MappingCatalog() {
      @Override
      public Mapping current() {
        return mapping;
      }

      @Override
      public Mapping find(int id) {
        return mapping;
      }
    };
  }

  /** A clock that stands until it is set. */
  static final class SettableClock extends Clock {
    private volatile Instant now = Instant.parse("2026-11-29T10:00:00Z");

    void set(String instant) {
      now = Instant.parse(instant);
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }

    @Override
    public Instant instant() {
      return now;
    }
  }
}
