package io.tracejoin.web;

import static io.tracejoin.web.Accepted.TEXT;
import static org.springframework.http.MediaType.APPLICATION_JSON;

import io.tracejoin.report.Comparison;
import io.tracejoin.report.ComparisonPage;
import io.tracejoin.report.Comparisons;
import io.tracejoin.report.SliceDimension;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Two runs against each other as JSON, text or Markdown. */
@RestController
final class CompareController {

  private static final MediaType MARKDOWN =
      new MediaType("text", "markdown", StandardCharsets.UTF_8);

  private final Comparisons comparisons;

  CompareController(Comparisons comparisons) {
    this.comparisons = comparisons;
  }

  /** A run against a baseline; {@code slice} names a dimension, its values are compared as well. */
  @GetMapping(
      path = "/api/v1/runs/{run_id}/compare/{baseline_run_id}",
      produces = {
        MediaType.APPLICATION_JSON_VALUE,
        MediaType.TEXT_PLAIN_VALUE,
        MediaType.TEXT_MARKDOWN_VALUE
      })
  ResponseEntity<Object> comparison(
      @PathVariable("run_id") String runId,
      @PathVariable("baseline_run_id") String baselineId,
      @RequestParam(name = "slice", required = false) @Nullable String slice,
      @RequestParam MultiValueMap<String, String> parameters,
      @RequestHeader HttpHeaders headers) {
    Comparison comparison =
        comparisons.of(
            Parameters.run(runId),
            Parameters.run(baselineId),
            Parameters.selector(parameters),
            Parameters.code("slice", SliceDimension.class, slice));
    MediaType form = Accepted.best(headers, List.of(APPLICATION_JSON, TEXT, MARKDOWN));
    return ResponseEntity.ok().contentType(form).body(body(comparison, form));
  }

  private static Object body(Comparison comparison, MediaType form) {
    if (form.equals(TEXT)) {
      return ComparisonPage.text(comparison);
    }
    return form.equals(MARKDOWN) ? ComparisonPage.markdown(comparison) : comparison;
  }
}
