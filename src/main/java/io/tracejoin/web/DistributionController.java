package io.tracejoin.web;

import io.tracejoin.decompose.Measure;
import io.tracejoin.decompose.Outcome;
import io.tracejoin.report.Distribution;
import io.tracejoin.report.Distributions;
import io.tracejoin.report.Scatter;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** How a measure is spread over a run's requests, by itself and against output tokens. */
@RestController
final class DistributionController {

  private final Distributions distributions;

  DistributionController(Distributions distributions) {
    this.distributions = distributions;
  }

  /** Points of the empirical distribution: measured values by nearest rank. */
  @GetMapping(path = "/api/v1/runs/{run_id}/distribution", produces = "application/json")
  Distribution distribution(
      @PathVariable("run_id") String runId,
      @RequestParam(name = "measure", defaultValue = "client_total") String measure,
      @RequestParam(name = "outcome", required = false) @Nullable String outcome) {
    return distributions.of(Parameters.run(runId), measure(measure), outcome(outcome));
  }

  /** Bins of output tokens, and some requests to look at. */
  @GetMapping(path = "/api/v1/runs/{run_id}/scatter", produces = "application/json")
  Scatter scatter(
      @PathVariable("run_id") String runId,
      @RequestParam(name = "measure", defaultValue = "client_total") String measure,
      @RequestParam(name = "outcome", required = false) @Nullable String outcome) {
    return distributions.byTokens(Parameters.run(runId), measure(measure), outcome(outcome));
  }

  private static Measure measure(String code) {
    return Objects.requireNonNull(Parameters.code("measure", Measure.class, code));
  }

  private static Outcome outcome(@Nullable String code) {
    Outcome asked = Parameters.code("outcome", Outcome.class, code);
    return asked == null ? Outcome.SUCCESS : asked;
  }
}
