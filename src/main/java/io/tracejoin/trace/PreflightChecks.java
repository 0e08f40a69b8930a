package io.tracejoin.trace;

import static io.tracejoin.trace.Preflight.Link.broken;
import static io.tracejoin.trace.Preflight.Link.missing;
import static io.tracejoin.trace.Preflight.Link.ok;

import io.tracejoin.decompose.Anomaly;
import io.tracejoin.decompose.Breakdown;
import io.tracejoin.decompose.ClientRecord;
import io.tracejoin.decompose.JoinedRequest;
import io.tracejoin.decompose.Measure;
import io.tracejoin.decompose.Millis;
import io.tracejoin.decompose.Outcome;
import io.tracejoin.decompose.Phase;
import io.tracejoin.decompose.Reason;
import io.tracejoin.decompose.Span;
import io.tracejoin.decompose.SpanId;
import io.tracejoin.decompose.SpanKind;
import io.tracejoin.trace.Preflight.Link;
import io.tracejoin.trace.Preflight.Part;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The rules of preflight for one request of a trace. Pure. */
final class PreflightChecks {

  private static final String SPANS_FIRST = "Mend the links above first.";

  private final JoinedRequest request;
  private final PhasedSpans spans;
  private final long tolerance;
  private final @Nullable ClientRecord client;
  private final @Nullable Span root;
  private final @Nullable Breakdown breakdown;

  /**
   * @param tolerance allowance for coarse clocks, in nanoseconds
   */
  PreflightChecks(JoinedRequest request, PhasedSpans spans, long tolerance) {
    this.request = request;
    this.spans = spans;
    this.tolerance = tolerance;
    this.client = request.client();
    this.root = request.root();
    this.breakdown = request.breakdown();
  }

  List<Link> links() {
    return List.of(
        clientRecord(),
        traceparent(),
        root(),
        sampled(),
        queue(),
        generation(),
        rootCoversGeneration(),
        envelope(),
        units(),
        responseWrite());
  }

  private Link clientRecord() {
    if (client == null) {
      return missing(
          Part.CLIENT_RECORD,
          "No client record carries this trace ID.",
          "Upload what the load generator wrote, and see that its trace IDs are in it (k6: the helper and --out json).");
    }
    String what = client.outcome().code() + total(client);
    if (request.reason() == Reason.NEVER_SENT) {
      return broken(
          Part.CLIENT_RECORD,
          "The request never left the client: " + what + ", error code " + errorCode(client) + ".",
          "See that the generator reaches the endpoint: name, port, TLS.");
    }
    Anomaly twice = first(Anomaly.Code.DUPLICATE_CLIENT_RECORD, Anomaly.Code.SEVERAL_PER_TRACE);
    if (twice != null) {
      return broken(
          Part.CLIENT_RECORD,
          twice.message(),
          "Give every request a trace ID and a parent span ID of its own.");
    }
    return ok(Part.CLIENT_RECORD, "The client reports " + what + ".");
  }

  private Link traceparent() {
    if (spans.isEmpty()) {
      return missing(
          Part.TRACEPARENT,
          "No span of this trace has arrived.",
          "See that the gateway reads traceparent (W3C propagator), samples the request, and exports to the OTLP port.");
    }
    SpanId sent = client == null ? null : client.parentSpanId();
    if (client == null || (root == null && sent == null)) {
      return missing(
          Part.TRACEPARENT,
          "Spans are there, but nothing to compare their parent with.",
          client == null ? "Upload the client record." : SPANS_FIRST);
    }
    if (root == null) {
      return withoutRoot(Objects.requireNonNull(sent));
    }
    if (sent == null) {
      return new Link(
          Part.TRACEPARENT,
          Preflight.State.OK,
          "The trace ID reached "
              + service(root)
              + "; the record does not say which parent it sent.",
          "Record the parent span ID as well (span_id in k6 metadata): it makes the join exact.");
    }
    return sent.equals(root.parentSpanId()) ? arrived(sent, root) : replaced(sent, root);
  }

  private Link withoutRoot(SpanId sent) {
    return spans.all().stream()
        .map(PhasedSpans.PhasedSpan::span)
        .filter(it -> sent.equals(it.parentSpanId()))
        .findFirst()
        .map(it -> arrived(sent, it))
        .orElseGet(
            () ->
                missing(
                    Part.TRACEPARENT,
                    "No span has the parent " + sent + " that the client sent.",
                    "See that the outermost service exports its SERVER span and takes traceparent from the request."));
  }

  private static Link arrived(SpanId sent, Span span) {
    return ok(
        Part.TRACEPARENT, "The parent " + sent + " that was sent reached " + service(span) + ".");
  }

  private Link replaced(SpanId sent, Span found) {
    Span top = spans.top(found);
    SpanId parent = found.parentSpanId();
    String got = parent == null ? "no parent" : "parent " + parent;
    return broken(
        Part.TRACEPARENT,
        "The client sent parent "
            + sent
            + ", the root of "
            + service(found)
            + " has "
            + got
            + "; on top of the stored trace sits "
            + service(top)
            + ".",
        "A proxy before "
            + service(top)
            + " made a context of its own: let it pass traceparent on, or export its spans too.");
  }

  private Link root() {
    if (root != null && root.kind() == SpanKind.SERVER) {
      return ok(
          Part.ROOT,
          "The root is " + root.name() + " of " + service(root) + ", " + ms(root) + " ms.");
    }
    if (root != null) {
      return broken(
          Part.ROOT,
          "The root, " + root.name() + " of " + service(root) + ", is " + root.kind() + ".",
          "Wrap the request in a SERVER span from acceptance to the end of the response.");
    }
    Anomaly several =
        first(
            Anomaly.Code.MULTIPLE_ROOTS,
            Anomaly.Code.RETRIED_UPSTREAM,
            Anomaly.Code.TRACE_ID_REUSED);
    if (several != null) {
      return broken(
          Part.ROOT,
          several.message(),
          "Send a new trace ID and parent with every request, and declare the run's services.");
    }
    return missing(
        Part.ROOT,
        spans.isEmpty() ? "No span is there." : "Spans are there, but none that can be the root.",
        spans.isEmpty()
            ? SPANS_FIRST
            : "See that the SERVER span is ended and exported (it is the last one to end), and not of a service that the run leaves out.");
  }

  private Link sampled() {
    if (client != null && Boolean.FALSE.equals(client.sampled())) {
      return broken(
          Part.SAMPLED,
          "The client sent the flag \"not sampled\".",
          "Send traceparent with the flag 01.");
    }
    if (spans.isEmpty()) {
      return missing(
          Part.SAMPLED,
          "No span shows that the request was sampled.",
          "See that the service's sampler follows its parent, or keeps all, and that no Collector drops the trace.");
    }
    return ok(Part.SAMPLED, spans.all().size() + " spans were sampled and exported.");
  }

  private Link queue() {
    Long gpu = value(Measure.GPU_QUEUE);
    Long app = value(Measure.APP_QUEUE);
    if (gpu != null || app != null) {
      return ok(Part.QUEUE, (known(Phase.GPU_QUEUE, gpu) + known(Phase.APP_QUEUE, app)).strip());
    }
    if (value(Measure.PROVIDER_REQUEST) != null) {
      return ok(
          Part.QUEUE,
          "The queue is inside an external provider, and unknown: it is never taken as zero.");
    }
    return absent(
        Part.QUEUE,
        spans.of(Phase.GPU_QUEUE, Phase.APP_QUEUE).findFirst(),
        "a queue",
        "Write a span around the wait for a slot (inference.acquire_slot, or llm.phase=queue), also where there was no wait.");
  }

  private Link generation() {
    Long generation = value(Measure.GENERATION);
    Long provider = value(Measure.PROVIDER_REQUEST);
    Phase phase = generation != null ? Phase.GENERATION : Phase.PROVIDER_REQUEST;
    Long nanos = generation != null ? generation : provider;
    if (nanos != null && nanos > 0) {
      return ok(Part.GENERATION, known(phase, nanos).strip());
    }
    if (nanos != null) {
      return broken(
          Part.GENERATION,
          "The spans of " + phase.code() + " take none of the root's time.",
          "See that they run inside the root and are ended when the last token is there.");
    }
    return absent(
        Part.GENERATION,
        spans.of(Phase.GENERATION, Phase.PREFILL, Phase.DECODE, Phase.PROVIDER_REQUEST).findFirst(),
        "generation",
        "Write a span around the model's work (inference.generate), or provider.request around an external call.");
  }

  /** Not below the root, or not there at all. */
  private static Link absent(Part part, Optional<Span> stray, String what, String action) {
    return stray
        .map(
            it ->
                broken(
                    part,
                    it.name() + " of " + service(it) + " is there, but below no root.",
                    "See that its parents are exported, and that the context is handed on to where it starts."))
        .orElseGet(() -> missing(part, "No span says what " + what + " was.", action));
  }

  private Link rootCoversGeneration() {
    Optional<Span> longest =
        spans
            .of(Phase.GENERATION, Phase.DECODE, Phase.PREFILL, Phase.PROVIDER_REQUEST)
            .max(Comparator.comparingLong(Span::durationNanos));
    if (root == null || longest.isEmpty()) {
      return missing(
          Part.ROOT_COVERS_GENERATION, "Root or generation is not there to compare.", SPANS_FIRST);
    }
    Anomaly early = first(Anomaly.Code.ROOT_ENDS_EARLY);
    if (early != null || longest.get().durationNanos() - tolerance > root.durationNanos()) {
      return broken(
          Part.ROOT_COVERS_GENERATION,
          longest.get().name()
              + " takes "
              + ms(longest.get())
              + " ms, the root "
              + ms(root)
              + " ms.",
          "End the root when the last byte is written, not when the headers or the handler are done.");
    }
    return ok(Part.ROOT_COVERS_GENERATION, "The root is as long as what it contains.");
  }

  private Link envelope() {
    Long envelope = value(Measure.NETWORK_ENVELOPE);
    Anomaly negative = first(Anomaly.Code.NEGATIVE_ENVELOPE);
    if (negative != null) {
      return broken(
          Part.ENVELOPE,
          negative.message(),
          "See that both sides measure the same request in the same unit, and that the root ends with the response.");
    }
    if (envelope != null) {
      return ok(Part.ENVELOPE, "The network envelope is " + Millis.text(envelope) + " ms.");
    }
    if (client != null && root != null && client.outcome() != Outcome.SUCCESS) {
      return missing(
          Part.ENVELOPE,
          "The outcome is " + client.outcome().code() + ": only a success has an envelope.",
          "Check a request that succeeds.");
    }
    return missing(Part.ENVELOPE, "Both sides are needed for it.", SPANS_FIRST);
  }

  private Link units() {
    Anomaly suspect = first(Anomaly.Code.UNIT_SUSPECT, Anomaly.Code.ATTRIBUTE_OUT_OF_RANGE);
    if (suspect != null) {
      return broken(
          Part.UNITS,
          suspect.message(),
          "Compare the units: client records are milliseconds, spans nanoseconds, attributes what the mapping says.");
    }
    if (client == null || root == null || client.times().total() == null) {
      return missing(Part.UNITS, "Both sides are needed to compare units.", SPANS_FIRST);
    }
    return ok(Part.UNITS, "Client and server durations are of one size.");
  }

  private Link responseWrite() {
    List<Span> writes = spans.of(Phase.RESPONSE_WRITE).toList();
    if (writes.isEmpty()) {
      return missing(
          Part.RESPONSE_WRITE,
          "No span says how long the response was written.",
          "A run does without; with a span response.write that time is no longer unattributed.");
    }
    if (root == null) {
      return missing(Part.RESPONSE_WRITE, "There is no root to be inside of.", SPANS_FIRST);
    }
    for (Span write : writes) {
      if (isOutside(write, root)) {
        return broken(
            Part.RESPONSE_WRITE,
            write.name() + " of " + service(write) + " is not inside the root.",
            "End the root after the response is written.");
      }
    }
    return ok(Part.RESPONSE_WRITE, "The response is written inside the root.");
  }

  /** Stamps are compared on one clock only; of another clock, durations. */
  private boolean isOutside(Span write, Span within) {
    if (!write.resource().clock().equals(within.resource().clock())) {
      return write.durationNanos() - tolerance > within.durationNanos();
    }
    return write.endNanos() - tolerance > within.endNanos()
        || write.startNanos() + tolerance < within.startNanos();
  }

  private @Nullable Long value(Measure measure) {
    return breakdown == null ? null : breakdown.get(measure);
  }

  private @Nullable Anomaly first(Anomaly.Code... codes) {
    List<Anomaly.Code> asked = List.of(codes);
    return request.anomalies().stream()
        .filter(it -> asked.contains(it.code()))
        .findFirst()
        .orElse(null);
  }

  private static String known(Phase phase, @Nullable Long nanos) {
    return nanos == null ? "" : phase.code() + " took " + Millis.text(nanos) + " ms. ";
  }

  private static String total(ClientRecord record) {
    Long total = record.times().total();
    return total == null ? "" : " after " + Millis.text(total) + " ms";
  }

  private static String errorCode(ClientRecord record) {
    String code = record.labels().errorCode();
    return code == null ? "unknown" : code;
  }

  private static String service(Span span) {
    return span.resource().service();
  }

  private static String ms(Span span) {
    return Millis.text(span.durationNanos());
  }
}
