package io.tracejoin.web;

import static io.tracejoin.web.Accepted.TEXT;
import static org.springframework.http.MediaType.APPLICATION_JSON;

import io.tracejoin.decompose.TraceId;
import io.tracejoin.errand.AbandonedException;
import io.tracejoin.errand.Errand;
import io.tracejoin.trace.Preflight;
import io.tracejoin.trace.PreflightText;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.async.DeferredResult;

/** The check of one request before a load run, as JSON or text. */
@RestController
final class PreflightController {

  private static final int LONGEST_WAIT_S = 120;

  /** For the last look: the answer shall not be cut off by the container. */
  private static final Duration GRACE = Duration.ofSeconds(10);

  private final PreflightWatch watch;

  PreflightController(PreflightWatch watch) {
    this.watch = watch;
  }

  /** With {@code wait_s} it answers as soon as the chain is whole, or when the time is over. */
  @GetMapping(
      path = "/api/v1/traces/{trace_id}/preflight",
      produces = {MediaType.APPLICATION_JSON_VALUE, MediaType.TEXT_PLAIN_VALUE})
  DeferredResult<ResponseEntity<Object>> preflight(
      @PathVariable("trace_id") String traceId,
      @RequestParam(name = "wait_s", defaultValue = "0") String waitS,
      @RequestHeader HttpHeaders headers) {
    TraceId id = TraceId.parse(traceId);
    Duration wait = Duration.ofSeconds(Parameters.number("wait_s", waitS, 0, LONGEST_WAIT_S));
    MediaType form = Accepted.best(headers, List.of(APPLICATION_JSON, TEXT));
    return answer(watch.until(id, wait), wait, form);
  }

  private static DeferredResult<ResponseEntity<Object>> answer(
      CompletableFuture<Preflight> found, Duration wait, MediaType form) {
    DeferredResult<ResponseEntity<Object>> answer =
        new DeferredResult<>(wait.plus(GRACE).toMillis());
    answer.onCompletion(() -> found.cancel(false));
    Errand.Scope waiting =
        Errand.running(() -> found.completeExceptionally(new AbandonedException()));
    found.whenComplete(
        (preflight, failure) -> {
          waiting.close();
          if (failure != null) {
            answer.setErrorResult(failure);
          } else {
            answer.setResult(ResponseEntity.ok().contentType(form).body(body(preflight, form)));
          }
        });
    return answer;
  }

  private static Object body(Preflight preflight, MediaType form) {
    return form.equals(TEXT) ? PreflightText.of(preflight) : preflight;
  }
}
