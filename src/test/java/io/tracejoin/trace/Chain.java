package io.tracejoin.trace;

import io.tracejoin.decompose.ClientLabels;
import io.tracejoin.decompose.ClientRecord;
import io.tracejoin.decompose.ClientTimes;
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
import io.tracejoin.decompose.TraceInput.StoredRecord;
import io.tracejoin.decompose.TraceJoin;
import io.tracejoin.join.MappingYaml;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A request whose chain is whole, to be broken in one place. Times are milliseconds. */
final class Chain {

  static final SpanId SENT = new SpanId(0xabc);

  private static final UUID KEY = new UUID(7, 303);
  private static final SpanId ROOT = new SpanId(1);
  private static final long EPOCH = 1_790_000_000_000_000_000L;
  private static final Mapping MAPPING = MappingYaml.read(1, 1, yaml());
  private static final TraceJoin JOIN = new TraceJoin(Duration.ofMillis(2), Duration.ofMinutes(15));

  private final Map<String, Made> spans = new LinkedHashMap<>();
  private final List<ClientRecord> records = new ArrayList<>();

  private record Made(
      long id, @Nullable SpanId parent, SpanKind kind, String service, double from, double to) {}

  static Chain chain() {
    Chain chain = new Chain();
    chain.spans.put("root", new Made(1, SENT, SpanKind.SERVER, "llm-gateway", 0, 1000));
    chain.span("acquire_slot", 10, 100).span("generate", 100, 900).span("response.write", 900, 990);
    return chain.record(1100, SENT);
  }

  Preflight preflight() {
    RunFrame run = new RunFrame(1, "r1", Set.of(), Set.of(), null, null, MAPPING);
    List<Span> made =
        spans.entrySet().stream().map(it -> make(it.getKey(), it.getValue())).toList();
    List<StoredRecord> stored = records.stream().map(it -> new StoredRecord(1, it)).toList();
    TraceInput input = new TraceInput(KEY, made, stored, Map.of(1, run), MAPPING);
    return new Traces(store(input), JOIN).preflight(TraceId.of(KEY)).orElseThrow();
  }

  Chain span(String name, double from, double to) {
    long id = spans.size() + 1;
    spans.put(name, new Made(id, ROOT, SpanKind.INTERNAL, "llm-gateway", from, to));
    return this;
  }

  Chain without(String name) {
    spans.remove(name);
    return this;
  }

  Chain withoutSpans() {
    spans.clear();
    return this;
  }

  Chain move(String name, double from, double to) {
    spans.computeIfPresent(
        name, (key, it) -> new Made(it.id, it.parent, it.kind, it.service, from, to));
    return this;
  }

  Chain orphan(String name) {
    spans.computeIfPresent(
        name, (key, it) -> new Made(it.id, new SpanId(77), it.kind, it.service, it.from, it.to));
    return this;
  }

  Chain rootBelow(@Nullable SpanId parent) {
    spans.computeIfPresent(
        "root", (key, it) -> new Made(it.id, parent, it.kind, it.service, it.from, it.to));
    return this;
  }

  Chain rootKind(SpanKind kind) {
    spans.computeIfPresent(
        "root", (key, it) -> new Made(it.id, it.parent, kind, it.service, it.from, it.to));
    return this;
  }

  Chain secondRoot() {
    spans.put("other", new Made(50, SENT, SpanKind.SERVER, "llm-gateway", 500, 1800));
    return this;
  }

  Chain belowProxy(String service) {
    spans.put("upstream", new Made(60, new SpanId(61), SpanKind.CLIENT, service, 0, 1000));
    spans.put("ingress", new Made(61, null, SpanKind.SERVER, service, 0, 1005));
    return rootBelow(new SpanId(60));
  }

  Chain withoutRecord() {
    records.clear();
    return this;
  }

  /** Another record, of another duration. */
  Chain record(double totalMs, @Nullable SpanId parent) {
    return record(parent, Outcome.SUCCESS, totalMs, null, null);
  }

  /** This record instead. */
  Chain record(double totalMs) {
    return withoutRecord().record(totalMs, SENT);
  }

  Chain outcome(Outcome outcome) {
    return withoutRecord().record(SENT, outcome, 1100, null, null);
  }

  Chain notSampled() {
    return withoutRecord().record(SENT, Outcome.SUCCESS, 1100, false, null);
  }

  Chain neverSent() {
    return withoutRecord().withoutSpans().record(SENT, Outcome.ERROR, 0, null, "1212");
  }

  private Chain record(
      @Nullable SpanId parent,
      Outcome outcome,
      double totalMs,
      @Nullable Boolean sampled,
      @Nullable String errorCode) {
    ClientTimes times = ClientTimes.ofTotal(nanos(totalMs));
    int position = records.size();
    records.add(
        new ClientRecord(
            KEY, true, parent, outcome, null, sampled, false, times, labels(errorCode), position));
    return this;
  }

  private static ClientLabels labels(@Nullable String errorCode) {
    return new ClientLabels(
        null, null, null, null, null, null, null, errorCode, null, null, null, null, null, null,
        null);
  }

  private static Span make(String name, Made made) {
    UUID resource = UUID.nameUUIDFromBytes(made.service.getBytes(StandardCharsets.UTF_8));
    return new Span(
        TraceId.of(KEY),
        new SpanId(made.id),
        made.parent,
        name,
        made.kind,
        0,
        EPOCH + nanos(made.from),
        EPOCH + nanos(made.to),
        SpanStatus.UNSET,
        new Resource(made.service, null, null, null, resource),
        "",
        Map.of(),
        List.of());
  }

  private static long nanos(double millis) {
    return Math.round(millis * 1_000_000);
  }

  private static TraceStore store(TraceInput input) {
    return new TraceStore() {
      @Override
      public Optional<TraceInput> find(TraceId id) {
        return Optional.of(input);
      }

      @Override
      public Freshness freshness() {
        return new Freshness(null, Duration.ZERO);
      }
    };
  }

  private static String yaml() {
    try {
      return Files.readString(Path.of("src/main/resources/mappings/llm-gateway.yaml"));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
