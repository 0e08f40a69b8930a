package io.tracejoin.bench.rules;

import io.tracejoin.decompose.ClientLabels;
import io.tracejoin.decompose.ClientRecord;
import io.tracejoin.decompose.ClientTimes;
import io.tracejoin.decompose.JoinedRequest;
import io.tracejoin.decompose.Mapping;
import io.tracejoin.decompose.Outcome;
import io.tracejoin.decompose.Resource;
import io.tracejoin.decompose.RunFrame;
import io.tracejoin.decompose.Span;
import io.tracejoin.decompose.SpanId;
import io.tracejoin.decompose.SpanKind;
import io.tracejoin.decompose.SpanStatus;
import io.tracejoin.decompose.TraceId;
import io.tracejoin.decompose.TraceInput;
import io.tracejoin.decompose.TraceJoin;
import io.tracejoin.join.MappingYaml;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What it takes to explain one trace of seven spans and its record, against the sums of its spans'
 * durations by the attribute that names their phase.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(value = 1, jvmArgsAppend = "-Xmx256m")
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class ExplainTrace {

  private static final long START = 1_796_000_000_000_000_000L;
  private static final SpanId PARENT = new SpanId(0xabc);
  private static final List<String> PHASES =
      List.of("gateway", "app_queue", "queue", "prefill", "decode", "response_write");

  private final TraceJoin join = new TraceJoin(Duration.ofMillis(2), Duration.ofMinutes(15));
  private final TraceInput trace = trace();

  /** As the gateway of the docs sends it. */
  private static TraceInput trace() {
    Mapping mapping = MappingYaml.read(1, 1, shipped());
    RunFrame run = new RunFrame(1, "bench", Set.of(), Set.of(), START, START, mapping);
    UUID key = new UUID(7, 303);
    TraceId id = TraceId.of(key);
    List<Span> spans = new ArrayList<>();
    spans.add(span(id, 1, PARENT, START, 1_000_000_000, "gateway"));
    for (int i = 0; i < PHASES.size(); i++) {
      long start = START + i * 150_000_000L;
      spans.add(span(id, i + 2, new SpanId(1), start, 140_000_000, PHASES.get(i)));
    }
    ClientRecord record =
        new ClientRecord(
            key,
            true,
            PARENT,
            Outcome.SUCCESS,
            200,
            true,
            false,
            ClientTimes.of(START - 20_000_000, 1_042_500_000L),
            ClientLabels.NONE,
            1);
    List<TraceInput.StoredRecord> records = List.of(new TraceInput.StoredRecord(1, record));
    return new TraceInput(key, spans, records, Map.of(1, run), mapping);
  }

  /** The rules. */
  @Benchmark
  public List<JoinedRequest> explain() {
    return join.join(trace);
  }

  /** The bare sums. */
  @Benchmark
  public Map<Object, Long> sum() {
    Map<Object, Long> sums = new HashMap<>();
    for (Span span : trace.spans()) {
      sums.merge(span.attributes().get("llm.phase"), span.durationNanos(), Long::sum);
    }
    return sums;
  }

  private static String shipped() {
    try (InputStream yaml = TraceJoin.class.getResourceAsStream("/mappings/llm-gateway.yaml")) {
      return new String(Objects.requireNonNull(yaml).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private static Span span(
      TraceId trace, long id, SpanId parent, long start, long nanos, String phase) {
    return new Span(
        trace,
        new SpanId(id),
        parent,
        id == 1 ? "POST /v1/chat/completions" : "step " + phase,
        id == 1 ? SpanKind.SERVER : SpanKind.INTERNAL,
        0,
        start,
        start + nanos,
        SpanStatus.UNSET,
        new Resource("llm-gateway", null, "gateway-node-a", null, new UUID(1, 2)),
        "bench.gateway",
        Map.of(
            "llm.phase", phase,
            "llm.model", "model-70b",
            "llm.pool", "pool-a",
            "http.route", "/v1/chat/completions"),
        List.of());
  }
}
