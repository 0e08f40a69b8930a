package io.tracejoin.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.tracejoin.run.RunDeclaration.Load;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import tools.jackson.databind.annotation.JsonNaming;

/**
 * The load that was promised, and what came of it. Rates are of iterations, or of requests by
 * {@code requests_per_iteration}, so that like is compared with like.
 *
 * @param promised as declared for the run; null where nothing was
 * @param source what the delivered load was counted from: {@code points}, {@code summary} or {@code
 *     requests}; null where there is nothing to count
 * @param durationS seconds that the rates are of: the planned time, else the observed one; of
 *     requests the measuring window
 * @param targetPerS mean promised rate in that time; null of a closed load
 * @param deliveredPerS what was started and ended
 * @param offeredPerS delivered and dropped; null of requests
 * @param iterations null of requests
 * @param droppedIterations null of requests
 * @param vus null where nothing is known of virtual users
 * @param scenarios those that were declared or that points name
 * @param observed what the requests show; null in reports stored before it was asked for
 */
@JsonNaming(SnakeCaseStrategy.class)
public record LoadReport(
    @Nullable Load promised,
    @Nullable String source,
    @Nullable BigDecimal durationS,
    @Nullable BigDecimal targetPerS,
    @Nullable BigDecimal deliveredPerS,
    @Nullable BigDecimal offeredPerS,
    @Nullable Long iterations,
    @Nullable Long droppedIterations,
    @Nullable Users vus,
    List<Scenario> scenarios,
    @Nullable ObservedLoad observed) {

  /** Copies the list. */
  public LoadReport {
    scenarios = List.copyOf(scenarios);
  }

  LoadReport with(ObservedLoad seen) {
    return new LoadReport(
        promised,
        source,
        durationS,
        targetPerS,
        deliveredPerS,
        offeredPerS,
        iterations,
        droppedIterations,
        vus,
        scenarios,
        seen);
  }

  /**
   * Virtual users.
   *
   * @param used the most at once
   * @param allocated the most that the generator had
   * @param promised the most that it may have, as declared
   */
  @JsonNaming(SnakeCaseStrategy.class)
  public record Users(@Nullable Long used, @Nullable Long allocated, @Nullable Integer promised) {

    /** Whether no more could be had. */
    boolean exhausted() {
      Long most = promised == null ? allocated : Long.valueOf(promised);
      return used != null && most != null && used >= most;
    }
  }

  /**
   * One scenario.
   *
   * @param scenario null where points name none
   * @param deliveredPerS over the scenario's own time
   */
  @JsonNaming(SnakeCaseStrategy.class)
  public record Scenario(
      @Nullable String scenario,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Load promised,
      @Nullable BigDecimal targetPerS,
      @Nullable BigDecimal deliveredPerS,
      @Nullable Long iterations,
      @Nullable Long droppedIterations) {}
}
