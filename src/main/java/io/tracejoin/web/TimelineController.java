package io.tracejoin.web;

import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.tracejoin.report.Selector;
import io.tracejoin.report.Timeline;
import io.tracejoin.report.Timelines;
import io.tracejoin.run.RunId;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.ServletWebRequest;

/** A run bucket by bucket. */
@RestController
final class TimelineController {

  private static final long MOST_SECONDS = 86_400;

  /** As many seconds as make a picture's worth of buckets. */
  private static final String AUTO = "auto";

  private final Timelines timelines;
  private final StandingAnswers answers;

  TimelineController(Timelines timelines, StandingAnswers answers) {
    this.timelines = timelines;
    this.answers = answers;
  }

  /**
   * A question.
   *
   * @param seconds null: as many as fit
   */
  private record Buckets(@Nullable Long seconds, Selector selector) {}

  /** Counts, figures and load of every {@code bucket_s} seconds since the first send. */
  @GetMapping(path = "/api/v1/runs/{run_id}/timeline", produces = "application/json")
  @ApiResponse(
      responseCode = "200",
      content = @Content(schema = @Schema(implementation = Timeline.class)))
  ResponseEntity<Object> timeline(
      @PathVariable("run_id") String runId,
      @Parameter(description = "seconds, or auto: at most 80 buckets of sends")
          @RequestParam(name = "bucket_s", defaultValue = "10")
          String bucketS,
      @RequestParam MultiValueMap<String, String> parameters,
      ServletWebRequest request) {
    RunId run = Parameters.run(runId);
    Long seconds =
        bucketS.equals(AUTO) ? null : Parameters.number("bucket_s", bucketS, 1, MOST_SECONDS);
    Buckets asked = new Buckets(seconds, Parameters.selector(parameters));
    try {
      return answers.answer(run, asked, request, () -> timeline(run, asked));
    } catch (IllegalArgumentException tooMany) {
      throw new BadParameterException("bucket_s", String.valueOf(tooMany.getMessage()));
    }
  }

  /** Computes what the page of a run shows first, ahead of its reader. */
  void prepare(RunId run) {
    Buckets asked = new Buckets(null, Selector.ALL);
    answers.prepare(run, asked, () -> timeline(run, asked));
  }

  private Timeline timeline(RunId run, Buckets asked) {
    return asked.seconds == null
        ? timelines.picture(run, asked.selector)
        : timelines.of(run, asked.seconds, asked.selector);
  }
}
