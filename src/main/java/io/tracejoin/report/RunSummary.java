package io.tracejoin.report;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import tools.jackson.databind.annotation.JsonNaming;

/**
 * The newest stored report of a run in one line.
 *
 * @param stale the run's data or declaration has changed since
 * @param clientRecords those in the window
 * @param coverage null where the window is empty
 * @param p95Ms of client_total; null where there is none
 * @param perS successes completed in the window, a second
 * @param grows what grows most from the usual requests to those at p95; null where nothing does
 * @param warnings codes
 */
@JsonNaming(SnakeCaseStrategy.class)
public record RunSummary(
    int revision,
    boolean stale,
    Instant computedAt,
    long clientRecords,
    @Nullable BigDecimal coverage,
    @Nullable BigDecimal errorRate,
    @Nullable BigDecimal perS,
    @Nullable BigDecimal p95Ms,
    @Nullable TailGrowth grows,
    List<String> warnings) {

  /** Copies the list. */
  public RunSummary {
    warnings = List.copyOf(warnings);
  }
}
