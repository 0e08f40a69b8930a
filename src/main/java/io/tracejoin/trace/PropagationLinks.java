package io.tracejoin.trace;

import static io.tracejoin.trace.Preflight.Link.broken;
import static io.tracejoin.trace.Preflight.Link.missing;
import static io.tracejoin.trace.Preflight.Link.ok;
import static io.tracejoin.trace.PreflightSubject.EARLIER_FIRST;
import static io.tracejoin.trace.PreflightSubject.ms;
import static io.tracejoin.trace.PreflightSubject.service;

import io.tracejoin.decompose.Anomaly;
import io.tracejoin.decompose.ClientRecord;
import io.tracejoin.decompose.Millis;
import io.tracejoin.decompose.Reason;
import io.tracejoin.decompose.Span;
import io.tracejoin.decompose.SpanId;
import io.tracejoin.decompose.SpanKind;
import io.tracejoin.trace.Preflight.Link;
import io.tracejoin.trace.Preflight.Part;
import org.jspecify.annotations.Nullable;

/** Did the request and its trace context get through: rules of preflight. */
final class PropagationLinks {

  private final PreflightSubject subject;
  private final PhasedSpans spans;
  private final @Nullable ClientRecord client;
  private final @Nullable Span root;

  PropagationLinks(PreflightSubject subject) {
    this.subject = subject;
    this.spans = subject.spans();
    this.client = subject.client();
    this.root = subject.root();
  }

  Link clientRecord() {
    if (client == null) {
      return missing(
          Part.CLIENT_RECORD,
          "No client record carries this trace ID.",
          "Upload what the load generator wrote, and see that its trace IDs are in it (k6: the helper and --out json).");
    }
    String what = client.outcome().code() + total(client);
    if (subject.request().reason() == Reason.NEVER_SENT) {
      return broken(
          Part.CLIENT_RECORD,
          "The request never left the client: " + what + ", error code " + errorCode(client) + ".",
          "See that the generator reaches the endpoint: name, port, TLS.");
    }
    Anomaly twice =
        subject.first(Anomaly.Code.DUPLICATE_CLIENT_RECORD, Anomaly.Code.SEVERAL_PER_TRACE);
    if (twice != null) {
      return broken(
          Part.CLIENT_RECORD,
          twice.message(),
          "Give every request a trace ID and a parent span ID of its own.");
    }
    return ok(Part.CLIENT_RECORD, "The client reports " + what + ".");
  }

  Link traceparent() {
    if (spans.isEmpty()) {
      return missing(
          Part.TRACEPARENT,
          "No span of this trace has arrived.",
          "See that the gateway reads traceparent (W3C propagator), samples the request, and exports to the OTLP port.");
    }
    SpanId sent = client == null ? null : client.parentSpanId();
    if (sent == null) {
      return unsaid();
    }
    if (root == null) {
      return withoutRoot(sent);
    }
    return sent.equals(root.parentSpanId()) ? arrived(sent, root) : replaced(sent, root);
  }

  /** Nobody says which parent was sent. */
  private Link unsaid() {
    if (client == null || root == null) {
      return missing(
          Part.TRACEPARENT,
          "Spans are there, but nothing to compare their parent with.",
          client == null ? "Upload the client record." : "Mend the root first.");
    }
    return new Link(
        Part.TRACEPARENT,
        Preflight.State.OK,
        "The trace ID reached " + service(root) + "; the record does not say which parent it sent.",
        "Record the parent span ID as well (span_id in k6 metadata): it makes the join exact.");
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

  Link root() {
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
        subject.first(
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
            ? EARLIER_FIRST
            : "See that the SERVER span is ended and exported (it is the last one to end), and not of a service that the run leaves out.");
  }

  Link sampled() {
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

  private static String total(ClientRecord record) {
    Long total = record.times().total();
    return total == null ? "" : " after " + Millis.text(total) + " ms";
  }

  private static String errorCode(ClientRecord record) {
    String code = record.labels().errorCode();
    return code == null ? "unknown" : code;
  }
}
