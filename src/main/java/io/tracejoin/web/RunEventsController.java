package io.tracejoin.web;

import io.tracejoin.run.RunId;
import io.tracejoin.run.Runs;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/** A run's progress as it goes on. */
@RestController
final class RunEventsController {

  private final Runs runs;
  private final RunEvents events;

  RunEventsController(Runs runs, RunEvents events) {
    this.runs = runs;
    this.events = events;
  }

  /**
   * Server-sent events named {@code progress}: one at once, then one whenever rows or state of the
   * run change, at most one a second. Ends when the run is finished.
   */
  @GetMapping(path = "/api/v1/runs/{run_id}/events", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
  ResponseEntity<SseEmitter> events(@PathVariable("run_id") String runId) {
    RunId run = Parameters.run(runId);
    if (runs.find(run).isEmpty()) {
      throw NotFound.run(runId);
    }
    return ResponseEntity.ok()
        .header(HttpHeaders.CACHE_CONTROL, "no-store")
        // Proxies that gather an answer before they pass it on are told not to.
        .header("X-Accel-Buffering", "no")
        .body(events.listen(run));
  }
}
