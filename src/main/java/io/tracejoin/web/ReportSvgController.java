package io.tracejoin.web;

import io.tracejoin.decompose.Outcome;
import io.tracejoin.report.Report;
import io.tracejoin.report.ReportQuestion;
import io.tracejoin.report.Reports;
import io.tracejoin.report.Selector;
import io.tracejoin.report.TailSvg;
import io.tracejoin.run.RunId;
import io.tracejoin.statistics.Quantile;
import java.nio.charset.StandardCharsets;
import org.springframework.http.CacheControl;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.ServletWebRequest;

/** What a run's tail is made of, as a picture. */
@RestController
final class ReportSvgController {

  static final String SUFFIX = "/report.svg";

  private static final MediaType SVG = MediaType.parseMediaType("image/svg+xml;charset=UTF-8");

  private final Reports reports;
  private final KeptBodies kept;

  ReportSvgController(Reports reports, KeptBodies kept) {
    this.reports = reports;
    this.kept = kept;
  }

  /** Takes the dimensions of a report as filters. */
  @GetMapping(path = "/api/v1/runs/{run_id}" + SUFFIX, produces = "image/svg+xml")
  ResponseEntity<Object> svg(
      @PathVariable("run_id") String runId,
      @RequestParam MultiValueMap<String, String> parameters,
      ServletWebRequest request) {
    RunId run = Parameters.run(runId);
    Selector selector = Parameters.selector(parameters);
    ReportQuestion question = new ReportQuestion(Quantile.STANDARD, Outcome.SUCCESS, selector);
    return reports
        .standing(run, question)
        .flatMap(
            it -> kept.get(it, SVG, () -> reports.read(it).map(report -> drawn(report, selector))))
        .map(it -> it.answer(request))
        .orElseGet(
            () ->
                ResponseEntity.ok()
                    .contentType(SVG)
                    .cacheControl(CacheControl.noCache())
                    .body(drawn(reports.current(run, question), selector)));
  }

  private static byte[] drawn(Report report, Selector selector) {
    return TailSvg.of(report, selector).getBytes(StandardCharsets.UTF_8);
  }
}
