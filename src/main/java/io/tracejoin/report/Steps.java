package io.tracejoin.report;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import tools.jackson.databind.annotation.JsonNaming;

/**
 * A run step by step; the record is the JSON.
 *
 * @param steps empty where neither the records nor the declared stages tell of any
 * @param knee null where every step is carried
 * @param findings what moved from each step to the next
 */
@JsonNaming(SnakeCaseStrategy.class)
public record Steps(
    String runId,
    Instant computedAt,
    List<Step> steps,
    Capacity capacity,
    @Nullable Knee knee,
    List<FindingAnswer> findings) {

  /**
   * One step. Rates are of iterations, or of requests by {@code requests_per_iteration}.
   *
   * @param fromS start of its window, seconds since the first send
   * @param sent requests sent in the window, never_sent included
   * @param delivered those of them that were sent
   * @param completed successes that ended in the window
   * @param deliveredRate delivered a second
   * @param throughput completed a second
   * @param attainment null without an SLO or without data
   * @param overCapacity null where neither gpu_queue nor durations are known
   * @param slo null where the run declares none
   */
  @JsonNaming(SnakeCaseStrategy.class)
  public record Step(
      int index,
      @Nullable BigDecimal targetRate,
      @Nullable Integer targetVus,
      BigDecimal fromS,
      BigDecimal toS,
      long sent,
      long delivered,
      long completed,
      @Nullable BigDecimal deliveredRate,
      @Nullable BigDecimal throughput,
      @Nullable BigDecimal attainment,
      @Nullable Boolean overCapacity,
      @Nullable Queue queue,
      @Nullable SloReport slo,
      List<Figure> phases) {}

  /**
   * How the queue developed within a step.
   *
   * @param measure {@code gpu_queue} in milliseconds, else {@code active_requests}
   * @param thirds means of the step's thirds
   * @param slopePerS change a second
   * @param slopeCi95 null for fewer than two blocks
   */
  @JsonNaming(SnakeCaseStrategy.class)
  public record Queue(
      String measure,
      List<BigDecimal> thirds,
      BigDecimal slopePerS,
      @Nullable List<BigDecimal> slopeCi95) {}
}
