package io.tracejoin.ingest.client;

import io.tracejoin.decompose.Outcome;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** Reads reports of GuideLLM, request by request. */
final class GuidellmReport {

  private static final PickedFields.Wanted SETTINGS =
      PickedFields.Wanted.of(
          "strategy.type_", "backend.model", "cooldown.value", "cooldown.percent");

  private static final PickedFields.Wanted MODEL = PickedFields.Wanted.of("model", "cooldown");
  private static final PickedFields.Wanted CREATED = PickedFields.Wanted.of("created_requests");

  private static final PickedFields.Wanted MEASURED =
      PickedFields.Wanted.of("measure_start_time", "measure_end_time", "requests_made.total");

  private final RecordSink sink;
  private final UploadOptions options;
  private @Nullable String model;
  private boolean cooldown;
  private long position;
  private int benchmarks;

  GuidellmReport(RecordSink sink, UploadOptions options) {
    this.sink = sink;
    this.options = options;
  }

  /**
   * Reads one report.
   *
   * @throws IllegalArgumentException if it is none, or tells of no request
   */
  void read(JsonParser parser) {
    boolean found = false;
    for (String name = parser.nextName(); name != null; name = parser.nextName()) {
      JsonToken token = parser.nextToken();
      if (name.equals("benchmarks") && token == JsonToken.START_ARRAY) {
        found = true;
        while (parser.nextToken() != JsonToken.END_ARRAY) {
          benchmark(parser);
        }
      } else if (name.equals("args") && token == JsonToken.START_OBJECT) {
        PickedFields args = PickedFields.read(parser, MODEL);
        model = args.text("model");
        cooldown = args.text("cooldown") != null;
      } else {
        parser.skipChildren();
      }
    }
    if (!found) {
      throw new IllegalArgumentException("benchmarks: missing; this is no report of GuideLLM");
    }
  }

  private void benchmark(JsonParser parser) {
    if (parser.currentToken() != JsonToken.START_OBJECT) {
      throw new IllegalArgumentException("benchmarks: expected objects");
    }
    var benchmark = new GuidellmBenchmark(benchmarks++);
    benchmark.model = model;
    benchmark.cooldown = cooldown;
    long line = ToolDocuments.line(parser);
    for (String name = parser.nextName(); name != null; name = parser.nextName()) {
      JsonToken token = parser.nextToken();
      if (token == JsonToken.START_OBJECT) {
        part(parser, name, benchmark);
      } else {
        parser.skipChildren();
      }
    }
    finish(benchmark, line);
  }

  private void part(JsonParser parser, String name, GuidellmBenchmark benchmark) {
    switch (name) {
      case "config" -> benchmark.configure(PickedFields.read(parser, SETTINGS));
      case "scheduler_state" ->
          benchmark.made(PickedFields.read(parser, CREATED).count("created_requests"));
      case "scheduler_metrics" -> benchmark.measured(PickedFields.read(parser, MEASURED));
      case "metrics" ->
          GuidellmFigures.of(PickedFields.read(parser, GuidellmFigures.WANTED), benchmark.step)
              .forEach(sink::reported);
      case "requests" -> requests(parser, benchmark);
      default -> parser.skipChildren();
    }
  }

  private void requests(JsonParser parser, GuidellmBenchmark benchmark) {
    for (String name = parser.nextName(); name != null; name = parser.nextName()) {
      Outcome outcome = outcome(name);
      if (parser.nextToken() != JsonToken.START_ARRAY || outcome == null) {
        parser.skipChildren();
        continue;
      }
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        if (parser.currentToken() == JsonToken.START_OBJECT) {
          request(parser, benchmark, outcome);
        } else {
          parser.skipChildren();
        }
      }
    }
  }

  private static @Nullable Outcome outcome(String group) {
    return switch (group) {
      case "successful" -> Outcome.SUCCESS;
      case "incomplete" -> Outcome.CANCELLED;
      case "errored" -> Outcome.ERROR;
      default -> null;
    };
  }

  private void request(JsonParser parser, GuidellmBenchmark benchmark, Outcome outcome) {
    long line = ToolDocuments.line(parser);
    GuidellmRequest request = GuidellmRequest.read(parser, outcome);
    benchmark.listed++;
    position++;
    try {
      if (benchmark.measures(request)) {
        sink.accept(request.record(benchmark, options, position));
      } else {
        sink.ignore();
      }
    } catch (IllegalArgumentException e) {
      sink.reject(line, "request " + benchmark.listed + ": " + e.getMessage());
    }
  }

  private void finish(GuidellmBenchmark benchmark, long line) {
    int number = benchmark.step + 1;
    if (benchmark.listed == 0) {
      sink.reject(
          line,
          "benchmark "
              + number
              + ": requests is empty, and no request can be told from aggregates: repeat it without"
              + " --sample-requests (sample_size) and write benchmarks.json");
    } else if (benchmark.made > benchmark.listed) {
      sink.note(
          "Benchmark "
              + number
              + ": of "
              + benchmark.made
              + " requests made, "
              + benchmark.listed
              + " are in the file; --sample-requests (sample_size) leaves the others out.");
    }
  }
}
