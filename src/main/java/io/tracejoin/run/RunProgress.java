package io.tracejoin.run;

import io.tracejoin.run.RunCounts.Counts;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import tools.jackson.databind.annotation.JsonNaming;

/**
 * How far a run is; the record is the JSON.
 *
 * @param state {@code open}, {@code settling} or {@code finished}
 * @param changeSeq grows whenever a joined row of the run is written or removed
 * @param clientRecords so far
 * @param matched those of them with a usable trace
 * @param lastArrivalAt null where nothing came yet
 * @param settlesAt when a settling run is finished if nothing more arrives; null otherwise
 * @param settlesBy when a settling run is finished at the latest; null otherwise
 */
@JsonNaming(SnakeCaseStrategy.class)
public record RunProgress(
    String runId,
    String state,
    long changeSeq,
    long clientRecords,
    long matched,
    @Nullable Instant lastArrivalAt,
    @Nullable Instant settlesAt,
    @Nullable Instant settlesBy) {

  Counts counts() {
    return new Counts(clientRecords, matched);
  }

  /** Whether nothing more is to come by itself. */
  public boolean finished() {
    return state.equals(RunState.FINISHED.code());
  }
}
