package io.tracejoin.web;

import static io.tracejoin.web.Accepted.TEXT;
import static org.springframework.http.MediaType.APPLICATION_JSON;

import io.tracejoin.report.RunSteps;
import io.tracejoin.report.Steps;
import io.tracejoin.report.StepsText;
import java.util.List;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** A run step by step. */
@RestController
final class StepsController {

  private final RunSteps steps;

  StepsController(RunSteps steps) {
    this.steps = steps;
  }

  /** Figures of each step, capacity at a share of good requests, and the knee. */
  @GetMapping(
      path = "/api/v1/runs/{run_id}/steps",
      produces = {MediaType.APPLICATION_JSON_VALUE, MediaType.TEXT_PLAIN_VALUE})
  ResponseEntity<Object> steps(
      @PathVariable("run_id") String runId,
      @RequestParam(name = "attainment", defaultValue = "0.95") String attainment,
      @RequestParam MultiValueMap<String, String> parameters,
      @RequestHeader HttpHeaders headers) {
    Steps found =
        steps.of(
            Parameters.run(runId),
            Parameters.selector(parameters),
            Parameters.quantiles("attainment", attainment).get(0).q());
    MediaType form = Accepted.best(headers, List.of(APPLICATION_JSON, TEXT));
    return ResponseEntity.ok()
        .contentType(form)
        .body(form.equals(TEXT) ? StepsText.of(found) : found);
  }
}
