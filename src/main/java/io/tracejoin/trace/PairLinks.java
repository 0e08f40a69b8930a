package io.tracejoin.trace;

import static io.tracejoin.trace.Preflight.Link.broken;
import static io.tracejoin.trace.Preflight.Link.missing;
import static io.tracejoin.trace.Preflight.Link.ok;
import static io.tracejoin.trace.PreflightSubject.EARLIER_FIRST;

import io.tracejoin.decompose.Anomaly;
import io.tracejoin.decompose.ClientRecord;
import io.tracejoin.decompose.Measure;
import io.tracejoin.decompose.Millis;
import io.tracejoin.decompose.Outcome;
import io.tracejoin.decompose.Span;
import io.tracejoin.trace.Preflight.Link;
import io.tracejoin.trace.Preflight.Part;
import org.jspecify.annotations.Nullable;

/** Do both sides speak of one request, in one unit: rules of preflight. */
final class PairLinks {

  private final PreflightSubject subject;
  private final @Nullable ClientRecord client;
  private final @Nullable Span root;

  PairLinks(PreflightSubject subject) {
    this.subject = subject;
    this.client = subject.client();
    this.root = subject.root();
  }

  Link envelope() {
    Long envelope = subject.value(Measure.NETWORK_ENVELOPE);
    Anomaly negative = subject.first(Anomaly.Code.NEGATIVE_ENVELOPE);
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
    return missing(Part.ENVELOPE, "Both sides are needed for it.", EARLIER_FIRST);
  }

  Link units() {
    Anomaly suspect = subject.first(Anomaly.Code.UNIT_SUSPECT, Anomaly.Code.ATTRIBUTE_OUT_OF_RANGE);
    if (suspect != null) {
      return broken(
          Part.UNITS,
          suspect.message(),
          "Compare the units: client records are milliseconds, spans nanoseconds, attributes what the mapping says.");
    }
    if (client == null || root == null || client.times().total() == null) {
      return missing(Part.UNITS, "Both sides are needed to compare units.", EARLIER_FIRST);
    }
    return ok(Part.UNITS, "Client and server durations are of one size.");
  }
}
