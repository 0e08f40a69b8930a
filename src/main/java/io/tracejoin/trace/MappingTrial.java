package io.tracejoin.trace;

import io.tracejoin.trace.TraceAnswer.MappingView;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import tools.jackson.databind.annotation.JsonNaming;

/**
 * What a mapping makes of one or more traces.
 *
 * @param mapping version 0 where it is not stored
 * @param notKept attributes that the mapping reads but that ingest drops now, so that no stored
 *     trace has them; empty for a posted trace
 * @param rejectedSpans posted spans that are invalid and were left out
 * @param message which they are and why; null where there are none
 */
@JsonNaming(SnakeCaseStrategy.class)
public record MappingTrial(
    MappingView mapping,
    List<Trace> traces,
    List<String> notKept,
    int rejectedSpans,
    @Nullable String message) {

  /**
   * One trace.
   *
   * @param requests as in the answer about the trace
   * @param spans every span with the rule that took it, parents first
   */
  @JsonNaming(SnakeCaseStrategy.class)
  public record Trace(String traceId, List<TraceAnswer.Request> requests, List<SpanRule> spans) {}

  /**
   * A span with the rule that took it.
   *
   * @param depth received spans above it
   * @param startOffsetMs from the root's start, in the span's own clock
   * @param profile null where no rule matches
   * @param rule its index in the profile; null where no rule matches
   * @param ignored the span takes no part
   * @param phase null where it is not mapped
   */
  @JsonNaming(SnakeCaseStrategy.class)
  public record SpanRule(
      String spanId,
      @Nullable String parentSpanId,
      int depth,
      String name,
      String service,
      String scope,
      String kind,
      BigDecimal startOffsetMs,
      BigDecimal durationMs,
      @Nullable String profile,
      @Nullable Integer rule,
      boolean ignored,
      @Nullable String phase) {}
}
