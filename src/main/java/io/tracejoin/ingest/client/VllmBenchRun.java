package io.tracejoin.ingest.client;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** One result of {@code vllm bench serve} as read: settings, totals and a column a measure. */
final class VllmBenchRun {

  private static final int MOST_ROWS = 1_000_000;
  private static final int SECOND_DIGITS = 9;

  private static final Set<String> SETTINGS =
      Set.of(
          "model_id",
          "backend",
          "request_rate",
          "num_prompts",
          "completed",
          "failed",
          "request_id_prefix",
          "tracejoin_started_at");

  final Map<String, String> settings = new HashMap<>();

  /** What the tool computed itself, by the file's own names. */
  final Map<String, String> figures = new TreeMap<>();

  final LongColumn inputTokens = new LongColumn();
  final LongColumn outputTokens = new LongColumn();
  final LongColumn ttfts = new LongColumn();
  final LongColumn latencies = new LongColumn();
  final LongColumn starts = new LongColumn();
  final LongColumn queued = new LongColumn();
  final GapRows gaps = new GapRows();

  /** Null for a request that ended well. */
  final List<@Nullable ToolError> errors = new ArrayList<>();

  final List<String> requestIds = new ArrayList<>();

  private VllmBenchRun() {}

  /**
   * Reads one object.
   *
   * @throws IllegalArgumentException if an array does not hold what it should, or too much
   */
  static VllmBenchRun read(JsonParser parser) {
    var run = new VllmBenchRun();
    for (String name = parser.nextName(); name != null; name = parser.nextName()) {
      JsonToken token = parser.nextToken();
      if (token == JsonToken.START_ARRAY) {
        run.column(parser, name);
      } else if (SETTINGS.contains(name) && token.isScalarValue()) {
        if (token != JsonToken.VALUE_NULL) {
          run.settings.put(name, parser.getString());
        }
      } else if (token.isNumeric() && VllmBenchFigures.isOne(name)) {
        run.figures.put(name, parser.getString());
      } else {
        parser.skipChildren();
      }
    }
    return run;
  }

  private void column(JsonParser parser, String name) {
    switch (name) {
      case "input_lens" -> rows(parser, name, it -> inputTokens.add(count(it, name)));
      case "output_lens" -> rows(parser, name, it -> outputTokens.add(count(it, name)));
      case "ttfts" -> rows(parser, name, it -> ttfts.add(seconds(it, name)));
      case "latencies" -> rows(parser, name, it -> latencies.add(seconds(it, name)));
      case "start_times" -> rows(parser, name, it -> starts.add(seconds(it, name)));
      case "queue_times" -> rows(parser, name, it -> queued.add(seconds(it, name)));
      case "itls" -> rows(parser, name, this::gaps);
      case "errors" -> rows(parser, name, it -> errors.add(error(it)));
      case "request_ids" -> rows(parser, name, it -> requestIds.add(text(it)));
      default -> parser.skipChildren();
    }
  }

  private static void rows(JsonParser parser, String name, Consumer<JsonParser> row) {
    int rows = 0;
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      if (++rows > MOST_ROWS) {
        throw new IllegalArgumentException(name + ": more than " + MOST_ROWS + " requests");
      }
      row.accept(parser);
    }
  }

  private void gaps(JsonParser parser) {
    if (parser.currentToken() == JsonToken.START_ARRAY) {
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        Long gap = seconds(parser, "itls");
        gaps.add(gap == null ? 0 : gap);
      }
    }
    gaps.endRow();
  }

  private static @Nullable ToolError error(JsonParser parser) {
    String text = text(parser);
    return text.isBlank() ? null : ToolError.of(text);
  }

  private static String text(JsonParser parser) {
    JsonToken token = parser.currentToken();
    if (token == JsonToken.VALUE_STRING) {
      return parser.getString();
    }
    parser.skipChildren();
    return token == JsonToken.VALUE_NULL ? "" : "not a text";
  }

  private static @Nullable Long seconds(JsonParser parser, String name) {
    if (parser.currentToken() == JsonToken.VALUE_NULL) {
      return null;
    }
    return PickedFields.nanos(name, scalar(parser, name), SECOND_DIGITS);
  }

  private static @Nullable Long count(JsonParser parser, String name) {
    if (parser.currentToken() == JsonToken.VALUE_NULL) {
      return null;
    }
    return (long) PickedFields.wholeNumber(name, scalar(parser, name));
  }

  private static String scalar(JsonParser parser, String name) {
    if (!parser.currentToken().isNumeric()) {
      throw new IllegalArgumentException(name + ": expected numbers");
    }
    return parser.getString();
  }

  /** How many requests the arrays hold. */
  int rows() {
    return ttfts.size();
  }

  /**
   * Checks that there is an entry for each request in each array.
   *
   * @throws IllegalArgumentException naming what is missing, and the option that writes it
   */
  void requireRows() {
    if (ttfts.size() == 0 || outputTokens.size() == 0) {
      throw new IllegalArgumentException(
          "this result holds aggregates only, and no request can be told from them: repeat the"
              + " benchmark with --save-result --save-detailed (SGLang: --output-details)");
    }
    requireSize("output_lens", outputTokens.size());
    requireSize("input_lens", inputTokens.size());
    requireSize("itls", gaps.size());
    requireSize("errors", errors.size());
    requireSize("latencies", latencies.size());
    requireSize("start_times", starts.size());
    requireSize("queue_times", queued.size());
    requireSize("request_ids", requestIds.size());
  }

  private void requireSize(String name, int size) {
    if (size != 0 && size != rows()) {
      throw new IllegalArgumentException(
          name + ": " + size + " entries, and ttfts has " + rows() + ": not one for each request");
    }
  }

  /** How many requests the run made by its own account, or as many as are listed. */
  int made() {
    int ended = total("completed") + total("failed");
    return Math.max(rows(), Math.max(ended, total("num_prompts")));
  }

  private int total(String name) {
    String text = settings.get(name);
    return text == null ? 0 : PickedFields.wholeNumber(name, text);
  }

  /** Whether requests were sent by a schedule, not as fast as the limit of concurrency allows. */
  boolean isScheduled() {
    String rate = settings.get("request_rate");
    return rate != null && !rate.toLowerCase(Locale.ROOT).contains("inf");
  }

  /** SGLang writes the requested length where it has not counted. */
  boolean countsOutput() {
    return !settings.getOrDefault("backend", "").startsWith("sglang");
  }
}
