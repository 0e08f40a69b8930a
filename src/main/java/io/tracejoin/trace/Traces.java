package io.tracejoin.trace;

import io.tracejoin.decompose.Breakdown;
import io.tracejoin.decompose.ClientRecord;
import io.tracejoin.decompose.JoinedRequest;
import io.tracejoin.decompose.Measure;
import io.tracejoin.decompose.Millis;
import io.tracejoin.decompose.Span;
import io.tracejoin.decompose.SpanId;
import io.tracejoin.decompose.SpanNode;
import io.tracejoin.decompose.TraceId;
import io.tracejoin.decompose.TraceInput;
import io.tracejoin.decompose.TraceJoin;
import io.tracejoin.trace.TraceAnswer.AnomalyView;
import io.tracejoin.trace.TraceAnswer.AttributionView;
import io.tracejoin.trace.TraceAnswer.EventView;
import io.tracejoin.trace.TraceAnswer.MappingView;
import io.tracejoin.trace.TraceAnswer.PartView;
import io.tracejoin.trace.TraceAnswer.Request;
import io.tracejoin.trace.TraceAnswer.SpanView;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Explains one trace from what is stored of it at this moment: the answer never waits for the
 * joiners.
 */
@Component
public final class Traces {

  /** JSON readers give up at some depth, Jackson's writer at 500: a level of spans is two. */
  private static final int DEEPEST = 100;

  private static final Set<Measure> PARTS =
      EnumSet.of(
          Measure.NETWORK_ENVELOPE,
          Measure.GATEWAY,
          Measure.APP_QUEUE,
          Measure.GPU_QUEUE,
          Measure.GENERATION,
          Measure.PROVIDER_REQUEST,
          Measure.RESPONSE_WRITE,
          Measure.UNATTRIBUTED);

  private final TraceStore store;
  private final TraceJoin join;

  Traces(TraceStore store, TraceJoin join) {
    this.store = store;
    this.join = join;
  }

  /** The requests of a trace; empty if nothing is stored of it. */
  public Optional<List<JoinedRequest>> requests(TraceId id) {
    return store.find(id).map(join::join);
  }

  /** The whole answer; empty if nothing is stored of the trace. */
  public Optional<TraceAnswer> answer(TraceId id, boolean withSpans) {
    return store.find(id).map(input -> answer(id, input, withSpans));
  }

  /**
   * The check of one request; of several requests in the trace, the one with most flaws. Empty if
   * nothing is stored of the trace.
   */
  public Optional<Preflight> preflight(TraceId id) {
    return store
        .find(id)
        .flatMap(
            input -> {
              PhasedSpans spans = PhasedSpans.of(join.tree(input));
              return join.join(input).stream()
                  .map(it -> new PreflightSubject(it, spans, join.tolerance().toNanos()))
                  .map(it -> new Preflight(id.hex(), it.links()))
                  .max(Comparator.comparingInt(Preflight::flaws));
            });
  }

  /** How fresh the data is. */
  public TraceStore.Freshness freshness() {
    return store.freshness();
  }

  private TraceAnswer answer(TraceId id, TraceInput input, boolean withSpans) {
    List<JoinedRequest> requests = join.join(input);
    List<SpanView> spans = null;
    if (withSpans) {
      long origin = origin(requests, input);
      spans = join.tree(input).stream().map(node -> view(node, origin, 1)).toList();
    }
    return new TraceAnswer(id.hex(), requests.stream().map(Traces::view).toList(), spans);
  }

  /** The first root's start; without a root the earliest start of all. */
  static long origin(List<JoinedRequest> requests, TraceInput input) {
    for (JoinedRequest request : requests) {
      Span root = request.root();
      if (root != null) {
        return root.startNanos();
      }
    }
    return input.spans().stream().mapToLong(Span::startNanos).min().orElse(0);
  }

  static Request view(JoinedRequest request) {
    ClientRecord client = request.client();
    Breakdown breakdown = request.breakdown();
    return new Request(
        request.run() == null ? null : request.run().runId(),
        request.state().code(),
        request.reason() == null ? null : request.reason().code(),
        client == null ? null : client.outcome().code(),
        request.hops(),
        client == null ? null : NativeRecord.of(client),
        breakdown == null ? null : BreakdownView.of(breakdown, request),
        request.root() == null ? null : request.root().spanId().hex(),
        breakdown == null ? null : attribution(breakdown),
        breakdown == null ? null : largest(breakdown),
        breakdown == null ? StreamView.ofClient(request) : null,
        dimensions(request),
        request.anomalies().stream()
            .map(it -> new AnomalyView(it.code().code(), it.message()))
            .toList(),
        new MappingView(request.mapping().name(), request.mapping().version()));
  }

  private static List<AttributionView> attribution(Breakdown breakdown) {
    return breakdown.attribution().stream()
        .map(
            it ->
                new AttributionView(
                    it.phase() == null ? Measure.UNATTRIBUTED.code() : it.phase().code(),
                    Millis.of(it.start()),
                    Millis.of(it.nanos())))
        .toList();
  }

  /** Of the parts that add up to the whole: prefill and decode are inside generation. */
  private static @Nullable PartView largest(Breakdown breakdown) {
    return breakdown.values().entrySet().stream()
        .filter(it -> PARTS.contains(it.getKey()))
        .max(Map.Entry.comparingByValue())
        .map(
            it ->
                new PartView(
                    it.getKey().code(), it.getKey().owner(), Millis.of(it.getValue().longValue())))
        .orElse(null);
  }

  private static Map<String, String> dimensions(JoinedRequest request) {
    return request.dimensions().entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .collect(
            Collectors.toMap(
                it -> it.getKey().code(),
                Map.Entry::getValue,
                (one, other) -> one,
                LinkedHashMap::new));
  }

  private static SpanView view(SpanNode node, long origin, int depth) {
    List<SpanView> children =
        depth < DEEPEST
            ? node.children().stream().map(it -> view(it, origin, depth + 1)).toList()
            : below(node).stream().map(it -> view(it, origin, List.of())).toList();
    return view(node, origin, children);
  }

  /** All that hangs below, parents first; without recursion. */
  private static List<SpanNode> below(SpanNode node) {
    List<SpanNode> found = new ArrayList<>(node.children());
    for (int next = 0; next < found.size(); next++) {
      found.addAll(found.get(next).children());
    }
    return found;
  }

  private static SpanView view(SpanNode node, long origin, List<SpanView> children) {
    Span span = node.span();
    SpanId parent = span.parentSpanId();
    return new SpanView(
        span.spanId().hex(),
        parent == null ? null : parent.hex(),
        span.name(),
        span.resource().service(),
        span.kind().name(),
        span.status().name(),
        span.scope(),
        Millis.of(span.startNanos() - origin),
        Millis.of(span.durationNanos()),
        node.phase() == null ? null : node.phase().code(),
        span.attributes(),
        span.events().stream()
            .map(it -> new EventView(it.name(), Millis.of(it.timeNanos() - origin)))
            .toList(),
        children);
  }
}
