package io.tracejoin.web;

import io.tracejoin.report.Selector;
import io.tracejoin.report.Timeline;
import io.tracejoin.report.Timelines;
import io.tracejoin.run.RunId;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** A run bucket by bucket. */
@RestController
final class TimelineController {

  private static final long MOST_SECONDS = 86_400;

  private final Timelines timelines;

  TimelineController(Timelines timelines) {
    this.timelines = timelines;
  }

  /** Counts, figures and load of every {@code bucket_s} seconds since the first send. */
  @GetMapping(path = "/api/v1/runs/{run_id}/timeline", produces = "application/json")
  Timeline timeline(
      @PathVariable("run_id") String runId,
      @RequestParam(name = "bucket_s", defaultValue = "10") String bucketS,
      @RequestParam MultiValueMap<String, String> parameters) {
    RunId run = Parameters.run(runId);
    long seconds = Parameters.number("bucket_s", bucketS, 1, MOST_SECONDS);
    Selector selector = Parameters.selector(parameters);
    try {
      return timelines.of(run, seconds, selector);
    } catch (IllegalArgumentException tooMany) {
      throw new BadParameterException("bucket_s", String.valueOf(tooMany.getMessage()));
    }
  }
}
