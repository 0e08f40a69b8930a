package io.tracejoin.report;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import tools.jackson.databind.annotation.JsonNaming;

/**
 * The load as the requests of the window show it (semantics 10): of the whole run, whatever a
 * report selects, but for the schedule lag, which is that of the requests asked for.
 *
 * @param sentPerS requests sent in the window over its length; null where it has none
 * @param completedPerS successes that ended in the window over its length
 * @param activeMean requests under way, over the window's time; null as {@code sentPerS}
 * @param activeMax the most at one moment
 * @param scheduleLag quantiles by {@code p95_ms}; empty where no send was planned
 * @param little null where no number of virtual users is declared for a closed load
 * @param stationarity null where load is meant to change, or a third of the window is empty
 * @param flags the warnings that are of the load
 */
@JsonNaming(SnakeCaseStrategy.class)
public record ObservedLoad(
    @Nullable BigDecimal sentPerS,
    @Nullable BigDecimal completedPerS,
    @Nullable BigDecimal activeMean,
    long activeMax,
    Map<String, BigDecimal> scheduleLag,
    @Nullable Little little,
    @Nullable Stationarity stationarity,
    List<String> flags) {

  /** Copies the list and puts the quantiles in ascending order. */
  public ObservedLoad {
    scheduleLag = Figure.ascending(scheduleLag);
    flags = List.copyOf(flags);
  }

  ObservedLoad with(List<String> raised) {
    return new ObservedLoad(
        sentPerS, completedPerS, activeMean, activeMax, scheduleLag, little, stationarity, raised);
  }

  /**
   * Little's law: what was declared against rate times time.
   *
   * @param declared virtual users of a closed load
   * @param rateTimesWall requests a second times their mean client_wall
   */
  @JsonNaming(SnakeCaseStrategy.class)
  public record Little(long declared, BigDecimal rateTimesWall) {}

  /**
   * Whether the window's last third is slower than its first.
   *
   * @param measure {@code gpu_queue}, else {@code client_total}
   * @param ci95Ms of the difference of the means; empty for fewer than two blocks
   * @param stationary false where the last third's mean exceeds the first's by more than 10 % and
   *     the interval excludes 0
   */
  @JsonNaming(SnakeCaseStrategy.class)
  public record Stationarity(
      String measure,
      BigDecimal firstMeanMs,
      BigDecimal lastMeanMs,
      List<BigDecimal> ci95Ms,
      boolean stationary) {}
}
