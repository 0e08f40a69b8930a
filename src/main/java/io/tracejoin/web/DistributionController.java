package io.tracejoin.web;

import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.tracejoin.decompose.Measure;
import io.tracejoin.decompose.Outcome;
import io.tracejoin.report.Distribution;
import io.tracejoin.report.Distributions;
import io.tracejoin.report.Scatter;
import io.tracejoin.run.RunId;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.ServletWebRequest;

/** How a measure is spread over a run's requests, by itself and against output tokens. */
@RestController
final class DistributionController {

  private final Distributions distributions;
  private final StandingAnswers answers;

  DistributionController(Distributions distributions, StandingAnswers answers) {
    this.distributions = distributions;
    this.answers = answers;
  }

  private record Spread(Measure measure, Outcome outcome) {}

  private record ByTokens(Measure measure, Outcome outcome) {}

  /** Points of the empirical distribution: measured values by nearest rank. */
  @GetMapping(path = "/api/v1/runs/{run_id}/distribution", produces = "application/json")
  @ApiResponse(
      responseCode = "200",
      content = @Content(schema = @Schema(implementation = Distribution.class)))
  ResponseEntity<Object> distribution(
      @PathVariable("run_id") String runId,
      @RequestParam(name = "measure", defaultValue = "client_total") String measure,
      @RequestParam(name = "outcome", required = false) @Nullable String outcome,
      ServletWebRequest request) {
    RunId run = Parameters.run(runId);
    Spread asked = new Spread(measure(measure), outcome(outcome));
    return answers.answer(run, asked, request, () -> spread(run, asked));
  }

  /** Bins of output tokens, and some requests to look at. */
  @GetMapping(path = "/api/v1/runs/{run_id}/scatter", produces = "application/json")
  @ApiResponse(
      responseCode = "200",
      content = @Content(schema = @Schema(implementation = Scatter.class)))
  ResponseEntity<Object> scatter(
      @PathVariable("run_id") String runId,
      @RequestParam(name = "measure", defaultValue = "client_total") String measure,
      @RequestParam(name = "outcome", required = false) @Nullable String outcome,
      ServletWebRequest request) {
    RunId run = Parameters.run(runId);
    ByTokens asked = new ByTokens(measure(measure), outcome(outcome));
    return answers.answer(run, asked, request, () -> byTokens(run, asked));
  }

  /** Computes what the page of a run shows first, ahead of its reader. */
  void prepare(RunId run) {
    Spread spread = new Spread(Measure.CLIENT_TOTAL, Outcome.SUCCESS);
    ByTokens byTokens = new ByTokens(Measure.CLIENT_TOTAL, Outcome.SUCCESS);
    answers.prepare(run, spread, () -> spread(run, spread));
    answers.prepare(run, byTokens, () -> byTokens(run, byTokens));
  }

  private Distribution spread(RunId run, Spread asked) {
    return distributions.of(run, asked.measure, asked.outcome);
  }

  private Scatter byTokens(RunId run, ByTokens asked) {
    return distributions.byTokens(run, asked.measure, asked.outcome);
  }

  private static Measure measure(String code) {
    return Objects.requireNonNull(Parameters.code("measure", Measure.class, code));
  }

  private static Outcome outcome(@Nullable String code) {
    Outcome asked = Parameters.code("outcome", Outcome.class, code);
    return asked == null ? Outcome.SUCCESS : asked;
  }
}
