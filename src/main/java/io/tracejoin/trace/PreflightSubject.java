package io.tracejoin.trace;

import io.tracejoin.decompose.Anomaly;
import io.tracejoin.decompose.Breakdown;
import io.tracejoin.decompose.ClientRecord;
import io.tracejoin.decompose.JoinedRequest;
import io.tracejoin.decompose.Measure;
import io.tracejoin.decompose.Millis;
import io.tracejoin.decompose.Span;
import io.tracejoin.trace.Preflight.Link;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What preflight looks at: one request of a trace, and the trace's spans.
 *
 * @param toleranceNanos allowance for coarse clocks
 */
record PreflightSubject(JoinedRequest request, PhasedSpans spans, long toleranceNanos) {

  /** What to do about a link that hangs on the ones before it. */
  static final String EARLIER_FIRST = "Mend the links above first.";

  /** The links, in the order in which they should be mended. */
  List<Link> links() {
    PropagationLinks propagation = new PropagationLinks(this);
    PhaseLinks phases = new PhaseLinks(this);
    PairLinks pair = new PairLinks(this);
    return List.of(
        propagation.clientRecord(),
        propagation.traceparent(),
        propagation.root(),
        propagation.sampled(),
        phases.queue(),
        phases.generation(),
        phases.rootCoversGeneration(),
        pair.envelope(),
        pair.units(),
        phases.responseWrite());
  }

  @Nullable ClientRecord client() {
    return request.client();
  }

  @Nullable Span root() {
    return request.root();
  }

  /** The measure in nanoseconds, or null where it is not known. */
  @Nullable Long value(Measure measure) {
    Breakdown breakdown = request.breakdown();
    return breakdown == null ? null : breakdown.get(measure);
  }

  /** The request's first anomaly of one of these kinds, or null. */
  @Nullable Anomaly first(Anomaly.Code... codes) {
    List<Anomaly.Code> asked = List.of(codes);
    return request.anomalies().stream()
        .filter(it -> asked.contains(it.code()))
        .findFirst()
        .orElse(null);
  }

  static String service(Span span) {
    return span.resource().service();
  }

  static String ms(Span span) {
    return Millis.text(span.durationNanos());
  }
}
