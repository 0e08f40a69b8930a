package io.tracejoin.web;

import static io.tracejoin.web.Accepted.TEXT;
import static org.springframework.http.MediaType.APPLICATION_JSON;

import io.tracejoin.errand.AbandonedException;
import io.tracejoin.errand.Errand;
import io.tracejoin.report.verdict.NoBudgetException;
import io.tracejoin.report.verdict.VerdictAnswer;
import io.tracejoin.report.verdict.VerdictJunit;
import io.tracejoin.report.verdict.VerdictMarkdown;
import io.tracejoin.report.verdict.VerdictQuestion;
import io.tracejoin.report.verdict.VerdictText;
import io.tracejoin.report.verdict.Verdicts;
import io.tracejoin.run.RunId;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.async.DeferredResult;

/** The verdict on a run: JSON, text, JUnit XML or Markdown. */
@RestController
final class VerdictController {

  private static final int LONGEST_WAIT_S = 600;

  /** For the judging: the answer shall not be cut off by the container. */
  private static final Duration GRACE = Duration.ofSeconds(60);

  private static final MediaType XML = MediaType.parseMediaType("application/xml;charset=UTF-8");
  private static final MediaType MARKDOWN = MediaType.parseMediaType("text/markdown;charset=UTF-8");

  private final Verdicts verdicts;
  private final VerdictWatch watch;

  VerdictController(Verdicts verdicts, VerdictWatch watch) {
    this.verdicts = verdicts;
    this.watch = watch;
  }

  /** With {@code wait_s} it answers when the run is finished, or when the time is over. */
  @GetMapping(
      path = "/api/v1/runs/{run_id}/verdict",
      produces = {
        MediaType.APPLICATION_JSON_VALUE,
        MediaType.TEXT_PLAIN_VALUE,
        MediaType.APPLICATION_XML_VALUE,
        MediaType.TEXT_MARKDOWN_VALUE
      })
  DeferredResult<ResponseEntity<Object>> verdict(
      @PathVariable("run_id") String runId,
      @RequestParam(name = "budget", required = false) @Nullable String budget,
      @RequestParam(name = "version", required = false) @Nullable String version,
      @RequestParam(name = "baseline", required = false) @Nullable String baseline,
      @RequestParam(name = "wait_s", defaultValue = "0") String waitS,
      @RequestParam(name = "fail_status", defaultValue = "false") String failStatus,
      @RequestHeader HttpHeaders headers) {
    RunId run = Parameters.run(runId);
    VerdictQuestion question =
        new VerdictQuestion(
            budget,
            version == null
                ? null
                : Integer.valueOf(
                    (int) Parameters.number("version", version, 1, Integer.MAX_VALUE)),
            baseline == null ? null : baseline(baseline));
    Duration wait = Duration.ofSeconds(Parameters.number("wait_s", waitS, 0, LONGEST_WAIT_S));
    boolean gate = Parameters.flag("fail_status", failStatus);
    MediaType form = Accepted.best(headers, List.of(APPLICATION_JSON, TEXT, XML, MARKDOWN));
    Optional<Errand> errand = Errand.current();
    return answer(watch.until(run, wait, () -> judged(run, question, errand)), wait, form, gate);
  }

  private static String baseline(String text) {
    try {
      return new RunId(text).value();
    } catch (IllegalArgumentException e) {
      throw new BadParameterException("baseline", "baseline: '" + text + "' is no name of a run");
    }
  }

  /** On a judge's thread, for whoever asked. */
  private VerdictAnswer judged(RunId run, VerdictQuestion question, Optional<Errand> errand) {
    try (Errand.Scope ignored = errand.orElseGet(Errand::new).bind()) {
      return verdicts.of(run, question);
    } catch (NoBudgetException none) {
      String message = String.valueOf(none.getMessage());
      if (none.names().isEmpty()) {
        throw new NotFound("unknown-budget", message);
      }
      throw new BadParameterException("budget", message);
    }
  }

  private static DeferredResult<ResponseEntity<Object>> answer(
      CompletableFuture<VerdictAnswer> judged, Duration wait, MediaType form, boolean gate) {
    DeferredResult<ResponseEntity<Object>> answer =
        new DeferredResult<>(wait.plus(GRACE).toMillis());
    answer.onCompletion(() -> judged.cancel(false));
    Errand.Scope waiting =
        Errand.running(() -> judged.completeExceptionally(new AbandonedException()));
    judged.whenComplete(
        (verdict, failure) -> {
          waiting.close();
          if (failure != null) {
            answer.setErrorResult(failure);
          } else {
            answer.setResult(response(verdict, form, gate));
          }
        });
    return answer;
  }

  private static ResponseEntity<Object> response(
      VerdictAnswer verdict, MediaType form, boolean gate) {
    HttpStatus status = gate && !verdict.good() ? HttpStatus.FAILED_DEPENDENCY : HttpStatus.OK;
    return ResponseEntity.status(status).contentType(form).body(body(verdict, form));
  }

  private static Object body(VerdictAnswer verdict, MediaType form) {
    if (form.equals(APPLICATION_JSON)) {
      return verdict;
    }
    String text =
        form.equals(TEXT)
            ? VerdictText.of(verdict)
            : form.equals(XML) ? VerdictJunit.of(verdict) : VerdictMarkdown.of(verdict);
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
