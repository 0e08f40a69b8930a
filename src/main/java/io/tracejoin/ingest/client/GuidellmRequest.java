package io.tracejoin.ingest.client;

import io.tracejoin.decompose.ClientLabels;
import io.tracejoin.decompose.ClientRecord;
import io.tracejoin.decompose.ClientTimes;
import io.tracejoin.decompose.Outcome;
import io.tracejoin.decompose.TtftKind;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;

/**
 * One request of a report. Of its chunks only the first and the last are stamped: enough for a time
 * to first chunk, not for the times between chunks.
 */
final class GuidellmRequest {

  private static final String TIMINGS = "info.timings.";

  private static final PickedFields.Wanted WANTED =
      PickedFields.Wanted.of(
          "response_id",
          "prompt_tokens",
          "output_tokens",
          "input_metrics.total_tokens",
          "output_metrics.total_tokens",
          "request_start_time",
          "request_end_time",
          "info.error",
          TIMINGS + "targeted_start",
          TIMINGS + "request_start",
          TIMINGS + "first_token_iteration",
          TIMINGS + "request_end",
          TIMINGS + "resolve_end");

  private final PickedFields fields;
  private final Outcome group;

  private GuidellmRequest(PickedFields fields, Outcome group) {
    this.fields = fields;
    this.group = group;
  }

  /**
   * Reads one object.
   *
   * @param group what the list that it is in tells of it
   */
  static GuidellmRequest read(JsonParser parser, Outcome group) {
    return new GuidellmRequest(PickedFields.read(parser, WANTED), group);
  }

  /** When it was sent, on the client's clock; null where it was not. */
  @Nullable Long sentAt() {
    Long start = time(TIMINGS + "request_start");
    return start == null && !isCancelled() ? time("request_start_time") : start;
  }

  boolean isCancelled() {
    return group == Outcome.CANCELLED;
  }

  /**
   * What it amounts to.
   *
   * @param options with the generator's name
   * @param position place in the upload
   * @throws IllegalArgumentException naming the field that is wrong, and why
   */
  ClientRecord record(GuidellmBenchmark benchmark, UploadOptions options, long position) {
    ToolError error = error();
    var record =
        new ClientRecord(
            ContentKey.NONE,
            false,
            null,
            error == null ? Outcome.SUCCESS : error.outcome(),
            error == null ? null : error.status(),
            null,
            false,
            times(benchmark),
            labels(benchmark, options.generator(), error),
            position);
    return options.keyed(record, fields.text("response_id"));
  }

  /** A success that tells an error broke off in its stream. */
  private @Nullable ToolError error() {
    String told = fields.text("info.error");
    if (isCancelled()) {
      return new ToolError(Outcome.CANCELLED, null, null);
    }
    if (told == null || told.isBlank()) {
      return group == Outcome.SUCCESS ? null : new ToolError(group, null, null);
    }
    return ToolError.of(told);
  }

  private ClientTimes times(GuidellmBenchmark benchmark) {
    Long sentAt = sentAt();
    Long first = since(sentAt, TIMINGS + "first_token_iteration");
    Long total = total(sentAt);
    if (first != null && total != null && first > total) {
      throw new IllegalArgumentException("first_token_iteration: after the request's end");
    }
    boolean ended = first != null && error() == null;
    return new ClientTimes(
        sentAt,
        benchmark.isScheduled() ? time(TIMINGS + "targeted_start") : null,
        total,
        first,
        first == null ? null : TtftKind.CHUNK,
        null,
        null,
        null,
        null,
        null,
        null,
        ended ? total : null);
  }

  /** Until the stream was closed; of a failure, until it was known. */
  private @Nullable Long total(@Nullable Long sentAt) {
    Long total = since(sentAt, TIMINGS + "request_end");
    if (total != null) {
      return total;
    }
    if (group != Outcome.SUCCESS) {
      return since(sentAt, TIMINGS + "resolve_end");
    }
    total = since(sentAt, "request_end_time");
    if (total == null) {
      throw new IllegalArgumentException("request_end: missing, and the request was successful");
    }
    return total;
  }

  /** The time that passed; null where an end is not told, as is one of 0. */
  private @Nullable Long since(@Nullable Long start, String path) {
    Long end = time(path);
    if (start == null || end == null || start.equals(end)) {
      return null;
    }
    if (end < start) {
      throw new IllegalArgumentException(
          path.substring(path.lastIndexOf('.') + 1) + ": before the request's start");
    }
    return end - start;
  }

  /** A stamp; 0 and less are none. */
  private @Nullable Long time(String path) {
    Long time = fields.seconds(path);
    return time == null || time <= 0 ? null : time;
  }

  private ClientLabels labels(
      GuidellmBenchmark benchmark, @Nullable String generator, @Nullable ToolError error) {
    return new ClientLabels(
        generator,
        null,
        ToolLabel.of(benchmark.strategy),
        null,
        time(TIMINGS + "first_token_iteration") == null ? null : true,
        benchmark.step,
        null,
        error == null ? null : error.code(),
        ToolLabel.of(benchmark.model),
        null,
        null,
        null,
        fields.count("prompt_tokens", "input_metrics.total_tokens"),
        fields.count("output_tokens", "output_metrics.total_tokens"),
        null);
  }
}
