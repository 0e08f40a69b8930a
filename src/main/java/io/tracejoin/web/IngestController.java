package io.tracejoin.web;

import io.tracejoin.decompose.Millis;
import io.tracejoin.ingest.DroppedAttributes;
import io.tracejoin.ingest.RefusedExports;
import io.tracejoin.ingest.client.GeneratorSpans;
import io.tracejoin.trace.TraceStore;
import io.tracejoin.trace.Traces;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** What came in, and what was dropped on arrival. */
@RestController
final class IngestController {

  private final DroppedAttributes dropped;
  private final RefusedExports refused;
  private final Traces traces;
  private final GeneratorSpans generators;

  IngestController(
      DroppedAttributes dropped, RefusedExports refused, Traces traces, GeneratorSpans generators) {
    this.dropped = dropped;
    this.refused = refused;
    this.traces = traces;
    this.generators = generators;
  }

  @GetMapping("/api/v1/ingest")
  IngestAnswer state() {
    TraceStore.Freshness fresh = traces.freshness();
    return new IngestAnswer(
        fresh.newestSpanReceived(),
        Millis.of(fresh.joinLag().toNanos()),
        dropped.snapshot(),
        refused.snapshot(),
        generators.unassigned());
  }

  /**
   * The state of ingest, of this process.
   *
   * @param droppedAttributes how often each attribute key was dropped since the start; values are
   *     never kept
   * @param refusedExports how many exports were not let in since the start, by reason
   * @param unassignedGeneratorSpans CLIENT spans of load generators that no run was found for since
   *     the start
   */
  record IngestAnswer(
      @com.fasterxml.jackson.annotation.JsonProperty("newest_span_received_at")
          @Nullable Instant newestSpanReceivedAt,
      @com.fasterxml.jackson.annotation.JsonProperty("join_lag_ms") BigDecimal joinLagMs,
      @com.fasterxml.jackson.annotation.JsonProperty("dropped_attributes")
          Map<String, Long> droppedAttributes,
      @com.fasterxml.jackson.annotation.JsonProperty("refused_exports")
          Map<String, Long> refusedExports,
      @com.fasterxml.jackson.annotation.JsonProperty("unassigned_generator_spans")
          long unassignedGeneratorSpans) {}
}
