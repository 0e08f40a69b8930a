package io.tracejoin.trace;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One trace, as JSON.
 *
 * @param requests one for each client record; one with {@code run_id} and {@code client} null where
 *     there is none
 * @param spans as trees; left out where the caller wants none
 */
public record TraceAnswer(
    @JsonProperty("trace_id") String traceId,
    List<Request> requests,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable List<SpanView> spans) {

  /**
   * A client record with what its trace explains.
   *
   * @param client the stored record in its native form
   * @param breakdown measures in milliseconds; null where there is no root
   * @param rootSpanId the server root; null where none was chosen
   * @param attribution what each instant of the root is charged to, in order and without gaps; null
   *     where there is no root
   * @param largestPart what took most of the time; null where there is no root
   * @param clientMeasures what the client alone knows, in milliseconds, where there is no root
   */
  public record Request(
      @JsonProperty("run_id") @Nullable String runId,
      String state,
      @Nullable String reason,
      @Nullable String outcome,
      int hops,
      @Nullable Map<String, Object> client,
      @Nullable Map<String, Object> breakdown,
      @JsonProperty("root_span_id") @Nullable String rootSpanId,
      @Nullable List<AttributionView> attribution,
      @JsonProperty("largest_part") @Nullable PartView largestPart,
      @JsonProperty("client_measures") @JsonInclude(JsonInclude.Include.NON_NULL)
          @Nullable Map<String, Object> clientMeasures,
      Map<String, String> dimensions,
      List<AnomalyView> anomalies,
      MappingView mapping) {}

  /**
   * A stretch of the root's time.
   *
   * @param phase {@code unattributed} where no phase covers it; {@code prefill} and {@code decode}
   *     stand apart from {@code generation}
   * @param startOffsetMs from the root's start
   */
  public record AttributionView(
      String phase,
      @JsonProperty("start_offset_ms") BigDecimal startOffsetMs,
      @JsonProperty("duration_ms") BigDecimal durationMs) {}

  /**
   * A part of the whole: a phase, network_envelope or unattributed.
   *
   * @param owner who is asked about it
   */
  public record PartView(String measure, @Nullable String owner, BigDecimal ms) {}

  /** An anomaly's code and its sentence. */
  public record AnomalyView(String code, String message) {}

  /** Which version of which mapping was used. */
  public record MappingView(String name, int version) {}

  /**
   * A span as received, and what hangs below it.
   *
   * @param startOffsetMs from the root's start, in the span's own clock
   * @param phase what the mapping says the span is, or null
   * @param children spans below; of a span 100 deep all that is below, told apart by their parent
   *     IDs
   */
  public record SpanView(
      @JsonProperty("span_id") String spanId,
      @JsonProperty("parent_span_id") @Nullable String parentSpanId,
      String name,
      String service,
      String kind,
      String status,
      String scope,
      @JsonProperty("start_offset_ms") BigDecimal startOffsetMs,
      @JsonProperty("duration_ms") BigDecimal durationMs,
      @Nullable String phase,
      Map<String, Object> attributes,
      List<EventView> events,
      List<SpanView> children) {}

  /** A span event, from the root's start in the span's own clock. */
  public record EventView(String name, @JsonProperty("offset_ms") BigDecimal offsetMs) {}
}
