package io.tracejoin.web;

import static io.tracejoin.web.Accepted.CSV;
import static io.tracejoin.web.Accepted.TEXT;
import static org.springframework.http.MediaType.APPLICATION_JSON;

import io.tracejoin.decompose.Outcome;
import io.tracejoin.report.Report;
import io.tracejoin.report.ReportCsv;
import io.tracejoin.report.ReportQuestion;
import io.tracejoin.report.ReportText;
import io.tracejoin.report.Reports;
import io.tracejoin.run.RunId;
import io.tracejoin.statistics.Quantile;
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
import org.springframework.web.context.request.ServletWebRequest;
import tools.jackson.databind.json.JsonMapper;

/** The report of a run as JSON, as a page of text, or its figures as CSV. */
@RestController
final class ReportController {

  private final Reports reports;
  private final KeptBodies kept;
  private final JsonMapper json;

  ReportController(Reports reports, KeptBodies kept, JsonMapper json) {
    this.reports = reports;
    this.kept = kept;
    this.json = json;
  }

  @GetMapping(
      path = "/api/v1/runs/{run_id}/report",
      produces = {MediaType.APPLICATION_JSON_VALUE, MediaType.TEXT_PLAIN_VALUE, Accepted.CSV_VALUE})
  ResponseEntity<Object> report(
      @PathVariable("run_id") String runId,
      @RequestParam(name = "q", required = false) @Nullable String q,
      @RequestParam(name = "outcome", required = false) @Nullable String outcome,
      @RequestParam(name = "revision", required = false) @Nullable String revision,
      @RequestParam MultiValueMap<String, String> parameters,
      @RequestHeader HttpHeaders headers,
      ServletWebRequest request) {
    RunId run = Parameters.run(runId);
    MediaType form = Accepted.best(headers, List.of(APPLICATION_JSON, TEXT, CSV));
    if (revision != null) {
      return ResponseEntity.ok().contentType(form).body(body(stored(run, revision), form));
    }
    ReportQuestion question = question(q, outcome, parameters);
    return reports
        .standing(run, question)
        .flatMap(it -> kept.get(it, form, () -> reports.read(it).map(all -> bytes(all, form))))
        .map(it -> it.answer(request))
        .orElseGet(
            () ->
                ResponseEntity.ok()
                    .contentType(form)
                    .body(body(reports.current(run, question), form)));
  }

  private static ReportQuestion question(
      @Nullable String q, @Nullable String outcome, MultiValueMap<String, String> parameters) {
    Outcome asked = Parameters.code("outcome", Outcome.class, outcome);
    return new ReportQuestion(
        q == null ? Quantile.STANDARD : Parameters.quantiles("q", q),
        asked == null ? Outcome.SUCCESS : asked,
        Parameters.selector(parameters),
        Parameters.slice(parameters.getFirst("slice")));
  }

  private Report stored(RunId run, String revision) {
    int number = (int) Parameters.number("revision", revision, 1, Integer.MAX_VALUE);
    return reports
        .revision(run, number)
        .orElseThrow(
            () ->
                new NoSuchRevisionException(
                    "Run '" + run + "' has no stored report with revision " + number + "."));
  }

  private byte[] bytes(Report report, MediaType form) {
    return body(report, form) instanceof String text
        ? text.getBytes(StandardCharsets.UTF_8)
        : json.writeValueAsBytes(report);
  }

  private static Object body(Report report, MediaType form) {
    if (form.equals(TEXT)) {
      return ReportText.of(report);
    }
    return form.equals(CSV) ? ReportCsv.of(report) : report;
  }
}
