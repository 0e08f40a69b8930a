package io.tracejoin.trace;

import io.tracejoin.decompose.JoinedRequest;
import io.tracejoin.decompose.MappedSpan;
import io.tracejoin.decompose.Mapping;
import io.tracejoin.decompose.Millis;
import io.tracejoin.decompose.Span;
import io.tracejoin.decompose.SpanId;
import io.tracejoin.decompose.TraceId;
import io.tracejoin.decompose.TraceInput;
import io.tracejoin.decompose.TraceJoin;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;

/** Runs a mapping on traces without storing anything, so that a profile is written step by step. */
@Component
public final class MappingTrials {

  private final TraceStore store;
  private final TraceJoin join;

  MappingTrials(TraceStore store, TraceJoin join) {
    this.store = store;
    this.join = join;
  }

  /** A stored trace under the mapping, whatever its runs keep; empty if nothing is stored of it. */
  public Optional<MappingTrial.Trace> stored(TraceId id, Mapping mapping) {
    return store.find(id).map(it -> trace(id, it.with(mapping)));
  }

  /** Spans of one or more traces under the mapping, without client records. */
  public List<MappingTrial.Trace> posted(List<Span> spans, Mapping mapping) {
    Map<TraceId, List<Span>> byTrace =
        spans.stream()
            .collect(Collectors.groupingBy(Span::traceId, TreeMap::new, Collectors.toList()));
    return byTrace.entrySet().stream()
        .map(it -> trace(it.getKey(), posted(it.getKey(), it.getValue(), mapping)))
        .toList();
  }

  private static TraceInput posted(TraceId id, List<Span> spans, Mapping mapping) {
    return new TraceInput(id.uuid(), spans, List.of(), Map.of(), mapping);
  }

  private MappingTrial.Trace trace(TraceId id, TraceInput input) {
    List<JoinedRequest> requests = join.join(input);
    long origin = Traces.origin(requests, input);
    return new MappingTrial.Trace(
        id.hex(),
        requests.stream().map(Traces::view).toList(),
        join.mapped(input).stream().map(it -> view(it, origin)).toList());
  }

  private static MappingTrial.SpanRule view(MappedSpan mapped, long origin) {
    Span span = mapped.span();
    SpanId parent = span.parentSpanId();
    return new MappingTrial.SpanRule(
        span.spanId().hex(),
        parent == null ? null : parent.hex(),
        mapped.depth(),
        span.name(),
        span.resource().service(),
        span.scope(),
        span.kind().name(),
        Millis.of(span.startNanos() - origin),
        Millis.of(span.durationNanos()),
        mapped.profile(),
        mapped.rule() < 0 ? null : mapped.rule(),
        mapped.ignored(),
        mapped.phase() == null ? null : mapped.phase().code());
  }
}
