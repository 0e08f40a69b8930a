package io.tracejoin.report;

import io.tracejoin.run.RunId;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import org.springframework.stereotype.Component;

/** Answers what a run did step by step, always as of now. */
@Component
public final class RunSteps {

  private final ReportStore store;
  private final Clock clock;

  RunSteps(ReportStore store, Clock clock) {
    this.store = store;
    this.clock = clock;
  }

  /**
   * The steps of a run.
   *
   * @param selector which requests
   * @param target share of good requests that capacity asks for
   * @throws UnknownRunException if there is no such run
   */
  public Steps of(RunId runId, Selector selector, BigDecimal target) {
    return store
        .read(
            runId,
            data ->
                new Stepping(data, selector)
                    .steps(clock.instant().truncatedTo(ChronoUnit.MILLIS), target))
        .orElseThrow(() -> new UnknownRunException(runId));
  }
}
