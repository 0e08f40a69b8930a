package io.tracejoin.ingest.client;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.tracejoin.decompose.ClientRecord;
import io.tracejoin.decompose.Span;
import io.tracejoin.decompose.SpanKind;
import io.tracejoin.ingest.SpanStore;
import io.tracejoin.run.RunId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Primary;
import org.springframework.stereotype.Component;

/**
 * Makes client records of the CLIENT spans that load generators export themselves (Locust, Gatling,
 * Artillery). The spans are committed first and the runs read afterwards; who declares a generator
 * commits first and looks for spans afterwards. So whoever is later sees the other, and the same
 * span twice is one record. An export is acknowledged when its records are stored as well.
 */
@Component
@Primary
public final class GeneratorSpans implements SpanStore {

  private static final int CHUNK = 5_000;

  /** A run takes no older spans by their service alone: they may be of a run that nobody named. */
  private static final Duration BEFORE_THE_RUN = Duration.ofHours(1);

  private final SpanStore spans;
  private final GeneratorStore generators;
  private final RecordStore records;
  private final GeneratorDeclarations declarations;
  private final GeneratorProperties properties;
  private final Counter assigned;
  private final Counter unassigned;

  GeneratorSpans(
      @Qualifier("database") SpanStore spans,
      GeneratorStore generators,
      RecordStore records,
      GeneratorDeclarations declarations,
      GeneratorProperties properties,
      MeterRegistry registry) {
    this.spans = spans;
    this.generators = generators;
    this.records = records;
    this.declarations = declarations;
    this.properties = properties;
    this.assigned = counter(registry, "assigned");
    this.unassigned = counter(registry, "unassigned");
  }

  private static Counter counter(MeterRegistry registry, String result) {
    return Counter.builder("tracejoin.ingest.generator.spans")
        .description("CLIENT spans of load generators, by whether a run is theirs")
        .tag("result", result)
        .register(registry);
  }

  @Override
  public void store(List<Span> received) {
    spans.store(received);
    if (anyCall(received)) {
      GeneratorRuns runs = runs(known());
      List<Span> calls = received.stream().filter(runs::isCall).toList();
      unassigned.increment(calls.size() - take(calls, runs));
    }
  }

  /** Without a stream: this is asked of every span that comes in. */
  private static boolean anyCall(List<Span> received) {
    for (int i = 0; i < received.size(); i++) {
      if (received.get(i).kind() == SpanKind.CLIENT) {
        return true;
      }
    }
    return false;
  }

  /**
   * Makes records of stored spans for a run that was just declared.
   *
   * @throws org.springframework.dao.DataAccessException if the database is away or refuses: asked
   *     again, it goes on
   */
  public void declared(RunId runId) {
    List<GeneratorRun> all = known();
    for (GeneratorRun run : all) {
      if (run.runId().equals(runId.value()) && !run.services().isEmpty()) {
        GeneratorRuns runs = runs(all);
        generators.unrecorded(
            run.services(),
            found -> take(found.stream().filter(it -> isOf(it, run, runs)).toList(), runs));
      }
    }
  }

  /** How many spans of generators no run was found for since the start; repeats are counted. */
  public long unassigned() {
    return (long) unassigned.count();
  }

  /** A prefix alone tells the run of a configured generator only. */
  private List<GeneratorRun> known() {
    return generators.runs(!properties.generatorServices().isEmpty());
  }

  private GeneratorRuns runs(List<GeneratorRun> known) {
    return new GeneratorRuns(known, properties.generatorServices());
  }

  private static boolean isOf(Span span, GeneratorRun run, GeneratorRuns runs) {
    Instant earliest = run.createdAt().minus(BEFORE_THE_RUN);
    boolean named = span.resource().runId() != null || run.traceIdPrefix() != null;
    boolean recent = span.startNanos() / 1_000_000_000L >= earliest.getEpochSecond();
    return run.runId().equals(runs.runOf(span)) && (named || recent);
  }

  /** Stores the records of those that a run is found for; tells how many they are. */
  private int take(List<Span> calls, GeneratorRuns runs) {
    Map<String, List<Span>> byRun = new TreeMap<>();
    for (Span call : calls) {
      String runId = runs.runOf(call);
      if (runId != null && RunId.isValid(runId)) {
        byRun.computeIfAbsent(runId, it -> new ArrayList<>()).add(call);
      }
    }
    byRun.forEach(this::store);
    int taken = byRun.values().stream().mapToInt(List::size).sum();
    assigned.increment(taken);
    return taken;
  }

  private void store(String runId, List<Span> calls) {
    int run = 0;
    for (String service : calls.stream().map(it -> it.resource().service()).distinct().toList()) {
      run = declarations.declare(new RunId(runId), service);
    }
    List<ClientRecord> told = calls.stream().map(GeneratorSpan::record).toList();
    for (int from = 0; from < told.size(); from += CHUNK) {
      records.store(run, told.subList(from, Math.min(told.size(), from + CHUNK)));
    }
  }
}
