package io.tracejoin.decompose;

import io.tracejoin.join.MappingYaml;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Spans, records and inputs with valid defaults. Times are milliseconds after {@link #EPOCH}. */
final class Traces {

  static final long EPOCH = 1_790_000_000_000_000_000L;
  static final UUID KEY = new UUID(7, 303);
  static final SpanId SENT = new SpanId(0xabc);

  static final Mapping MAPPING =
      MappingYaml.read(1, 1, OtlpJson.text("/mappings/llm-gateway.yaml"));
  static final TraceJoin JOIN = new TraceJoin(Duration.ofMillis(2), Duration.ofMinutes(15));

  private Traces() {}

  static long ms(double millis) {
    return Math.round(millis * 1_000_000);
  }

  static Resource resource(String service) {
    return resource(service, null);
  }

  static Resource resource(String service, @Nullable String host) {
    UUID fingerprint =
        UUID.nameUUIDFromBytes((service + "@" + host).getBytes(StandardCharsets.UTF_8));
    return new Resource(service, null, host, null, fingerprint);
  }

  static Build span(long id, String name, double from, double to) {
    return new Build(id, name, from, to);
  }

  static Build root(double from, double to) {
    return span(1, "POST /v1/chat/completions", from, to).kind(SpanKind.SERVER).below(SENT);
  }

  static TraceInput input(List<Span> spans, ClientRecord... records) {
    return input(spans, run(1), records);
  }

  static TraceInput input(List<Span> spans, RunFrame run, ClientRecord... records) {
    List<TraceInput.StoredRecord> stored =
        Arrays.stream(records).map(it -> new TraceInput.StoredRecord(run.id(), it)).toList();
    return new TraceInput(KEY, spans, stored, Map.of(run.id(), run), MAPPING);
  }

  static RunFrame run(int id) {
    return new RunFrame(id, "run-" + id, Set.of(), Set.of(), null, null, MAPPING);
  }

  static JoinedRequest joinOne(List<Span> spans, ClientRecord... records) {
    return only(JOIN.join(input(spans, records)));
  }

  static JoinedRequest only(List<JoinedRequest> rows) {
    if (rows.size() != 1) {
      throw new AssertionError("expected one row, got " + rows);
    }
    return rows.get(0);
  }

  static Set<String> codes(JoinedRequest row) {
    Set<String> codes = new HashSet<>();
    row.anomalies().forEach(it -> codes.add(it.code().code()));
    return codes;
  }

  static Breakdown breakdown(JoinedRequest row) {
    Breakdown breakdown = row.breakdown();
    if (breakdown == null) {
      throw new AssertionError("no breakdown: " + row);
    }
    return breakdown;
  }

  static ClientRecord success(double totalMs) {
    return record(Outcome.SUCCESS, 200, ClientTimes.ofTotal(ms(totalMs)));
  }

  static ClientRecord record(Outcome outcome, @Nullable Integer status, ClientTimes times) {
    return new ClientRecord(
        KEY, true, SENT, outcome, status, null, false, times, ClientLabels.NONE, 0);
  }

  /** A row that says when it was sent. */
  static ClientRecord sent(@Nullable SpanId parent, int status, double at, double totalMs) {
    ClientTimes times = ClientTimes.of(EPOCH + ms(at), ms(totalMs));
    return with(parent, record(Outcome.ofStatus(status), status, times));
  }

  static ClientRecord with(@Nullable SpanId parent, ClientRecord it) {
    return new ClientRecord(
        it.key(),
        it.correlated(),
        parent,
        it.outcome(),
        it.status(),
        it.sampled(),
        it.negativePart(),
        it.times(),
        it.labels(),
        it.position());
  }

  static ClientRecord with(ClientLabels labels, ClientRecord it) {
    return new ClientRecord(
        it.key(),
        it.correlated(),
        it.parentSpanId(),
        it.outcome(),
        it.status(),
        it.sampled(),
        it.negativePart(),
        it.times(),
        labels,
        it.position());
  }

  static ClientLabels labels(@Nullable Boolean streaming, @Nullable Integer outputTokens) {
    return labels(streaming, outputTokens, null);
  }

  static ClientLabels labels(
      @Nullable Boolean streaming, @Nullable Integer outputTokens, @Nullable String errorCode) {
    return new ClientLabels(
        null,
        null,
        null,
        null,
        streaming,
        null,
        null,
        errorCode,
        null,
        null,
        null,
        null,
        null,
        outputTokens,
        null);
  }

  /** A span in the making. */
  static final class Build {

    private final long id;
    private final String name;
    private final double from;
    private final double to;
    private final Map<String, Object> attributes = new HashMap<>();
    private final List<SpanEvent> events = new ArrayList<>();
    private SpanKind kind = SpanKind.INTERNAL;
    private SpanStatus status = SpanStatus.UNSET;
    private Resource resource = resource("llm-gateway");
    private @Nullable SpanId parent = new SpanId(1);
    private int flags;

    Build(long id, String name, double from, double to) {
      this.id = id;
      this.name = name;
      this.from = from;
      this.to = to;
    }

    Build below(long parentId) {
      return below(new SpanId(parentId));
    }

    Build below(@Nullable SpanId parentId) {
      parent = parentId;
      return this;
    }

    Build kind(SpanKind value) {
      kind = value;
      return this;
    }

    Build status(SpanStatus value) {
      status = value;
      return this;
    }

    Build from(Resource value) {
      resource = value;
      return this;
    }

    Build flags(int value) {
      flags = value;
      return this;
    }

    Build with(String key, Object value) {
      attributes.put(key, value);
      return this;
    }

    Build event(String event, double at) {
      events.add(new SpanEvent(event, EPOCH + ms(at)));
      return this;
    }

    Span make() {
      return new Span(
          TraceId.of(KEY),
          new SpanId(id),
          parent,
          name,
          kind,
          flags,
          EPOCH + ms(from),
          EPOCH + ms(to),
          status,
          resource,
          "",
          attributes,
          events);
    }
  }

  static List<Span> spans(Build... builds) {
    return Arrays.stream(builds).map(Build::make).toList();
  }
}
