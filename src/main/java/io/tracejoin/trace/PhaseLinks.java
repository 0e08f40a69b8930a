package io.tracejoin.trace;

import static io.tracejoin.trace.Preflight.Link.broken;
import static io.tracejoin.trace.Preflight.Link.missing;
import static io.tracejoin.trace.Preflight.Link.ok;
import static io.tracejoin.trace.PreflightSubject.EARLIER_FIRST;
import static io.tracejoin.trace.PreflightSubject.ms;
import static io.tracejoin.trace.PreflightSubject.service;

import io.tracejoin.decompose.Anomaly;
import io.tracejoin.decompose.Measure;
import io.tracejoin.decompose.Millis;
import io.tracejoin.decompose.Phase;
import io.tracejoin.decompose.Span;
import io.tracejoin.trace.Preflight.Link;
import io.tracejoin.trace.Preflight.Part;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Do the spans tell the phases, inside the root: rules of preflight. */
final class PhaseLinks {

  private final PreflightSubject subject;
  private final PhasedSpans spans;
  private final @Nullable Span root;
  private final long tolerance;

  PhaseLinks(PreflightSubject subject) {
    this.subject = subject;
    this.spans = subject.spans();
    this.root = subject.root();
    this.tolerance = subject.toleranceNanos();
  }

  Link queue() {
    Long gpu = subject.value(Measure.GPU_QUEUE);
    Long app = subject.value(Measure.APP_QUEUE);
    if (gpu != null || app != null) {
      return ok(Part.QUEUE, (known(Phase.GPU_QUEUE, gpu) + known(Phase.APP_QUEUE, app)).strip());
    }
    if (subject.value(Measure.PROVIDER_REQUEST) != null) {
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

  Link generation() {
    Long generation = subject.value(Measure.GENERATION);
    Long provider = subject.value(Measure.PROVIDER_REQUEST);
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

  Link rootCoversGeneration() {
    Optional<Span> longest =
        spans
            .of(Phase.GENERATION, Phase.DECODE, Phase.PREFILL, Phase.PROVIDER_REQUEST)
            .max(Comparator.comparingLong(Span::durationNanos));
    if (root == null || longest.isEmpty()) {
      return missing(
          Part.ROOT_COVERS_GENERATION,
          "Root or generation is not there to compare.",
          EARLIER_FIRST);
    }
    Anomaly early = subject.first(Anomaly.Code.ROOT_ENDS_EARLY);
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

  Link responseWrite() {
    List<Span> writes = spans.of(Phase.RESPONSE_WRITE).toList();
    if (writes.isEmpty()) {
      return missing(
          Part.RESPONSE_WRITE,
          "No span says how long the response was written.",
          "A run does without; with a span response.write that time is no longer unattributed.");
    }
    if (root == null) {
      return missing(Part.RESPONSE_WRITE, "There is no root to be inside of.", EARLIER_FIRST);
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

  private static String known(Phase phase, @Nullable Long nanos) {
    return nanos == null ? "" : phase.code() + " took " + Millis.text(nanos) + " ms. ";
  }
}
