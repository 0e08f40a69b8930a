package io.tracejoin.ingest.client;

import io.tracejoin.decompose.ClientLabels;
import io.tracejoin.decompose.ClientRecord;
import io.tracejoin.decompose.ClientTimes;
import io.tracejoin.decompose.ContentTimes;
import io.tracejoin.decompose.Outcome;
import io.tracejoin.decompose.TokenTimes;
import io.tracejoin.decompose.TtftKind;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;

/** One line of AIPerf's export, in the names of 2025-10 and of later versions. */
final class AiperfRecord {

  private static final PickedFields.Wanted WANTED =
      PickedFields.Wanted.of(
          "trace_id",
          "metadata.x_request_id",
          "metadata.request_start_ns",
          "metadata.timestamp_ns",
          "metadata.request_end_ns",
          "metadata.credit_issued_ns",
          "metadata.benchmark_phase",
          "metadata.credit_phase",
          "metadata.was_cancelled",
          "metrics.request_latency.value",
          "metrics.request_latency.unit",
          "metrics.time_to_first_token.value",
          "metrics.time_to_first_token.unit",
          "metrics.ttft.value",
          "metrics.ttft.unit",
          "metrics.inter_token_latency.value",
          "metrics.inter_token_latency.unit",
          "metrics.inter_chunk_latency.value",
          "metrics.inter_chunk_latency.unit",
          "metrics.input_sequence_length.value",
          "metrics.error_isl.value",
          "metrics.output_sequence_length.value",
          "metrics.output_token_count.value",
          "metrics.reasoning_token_count.value",
          "error.code",
          "error.type",
          "error.message",
          "trace_data.response_status_code",
          "trace_data.request_headers.traceparent");

  /** Decimals that a nanosecond is away from the unit. */
  private static final Map<String, Integer> UNITS =
      Map.of("ns", 0, "us", 3, "µs", 3, "ms", 6, "s", 9, "sec", 9, "seconds", 9);

  private final PickedFields fields;

  private AiperfRecord(PickedFields fields) {
    this.fields = fields;
  }

  /**
   * Reads one object.
   *
   * @throws IllegalArgumentException if it is no request
   */
  static AiperfRecord read(JsonParser parser) {
    parser.nextToken();
    PickedFields fields = PickedFields.read(parser, WANTED);
    if (!fields.hasObject("metadata") || !fields.hasObject("metrics")) {
      throw new IllegalArgumentException(
          "not a request: metadata or metrics is missing; aggregates tell of no request: send"
              + " profile_export.jsonl, written with --export-level records");
    }
    return new AiperfRecord(fields);
  }

  /** Whether it was sent before the measurement began. */
  boolean isWarmup() {
    return "warmup".equals(fields.first("metadata.benchmark_phase", "metadata.credit_phase"));
  }

  /**
   * What it amounts to.
   *
   * @param options with the generator's name
   * @param position place in the upload
   * @throws IllegalArgumentException naming the field that is wrong, and why
   */
  ClientRecord record(UploadOptions options, long position) {
    ToolError error = error();
    ToolTrace trace = ToolTrace.of(traceText());
    var record =
        new ClientRecord(
            trace == null ? ContentKey.NONE : trace.traceId().uuid(),
            trace != null,
            trace == null ? null : trace.parent(),
            error == null ? Outcome.SUCCESS : error.outcome(),
            error == null ? status() : error.status(),
            trace == null ? null : trace.sampled(),
            false,
            times(error == null),
            labels(options.generator(), error),
            position);
    return trace == null ? options.keyed(record, fields.text("metadata.x_request_id")) : record;
  }

  /** Adds what the tool computed of a success. */
  void tell(AiperfFigures figures) {
    if (error() == null) {
      AiperfFigures.METRICS.forEach(it -> figures.add(it, metric(it.figure())));
    }
  }

  private @Nullable String traceText() {
    return fields.first("trace_id", "trace_data.request_headers.traceparent");
  }

  private @Nullable Integer status() {
    Integer status = fields.count("trace_data.response_status_code");
    return status == null || status < 100 || status > 399 ? null : status;
  }

  private @Nullable ToolError error() {
    boolean cancelled = "true".equals(fields.text("metadata.was_cancelled"));
    if (fields.hasObject("error")) {
      ToolError told = ToolError.of(code(), words());
      return cancelled ? new ToolError(Outcome.CANCELLED, null, told.code()) : told;
    }
    return cancelled ? new ToolError(Outcome.CANCELLED, null, null) : null;
  }

  private @Nullable Integer code() {
    String code = fields.text("error.code");
    return code != null && code.matches("\\d{1,9}") ? Integer.valueOf(code) : null;
  }

  private String words() {
    String type = fields.text("error.type");
    String message = fields.text("error.message");
    return (type == null ? "" : type) + ": " + (message == null ? "" : message);
  }

  private ClientTimes times(boolean success) {
    Long ttft = metric("time_to_first_token");
    ttft = ttft == null ? metric("ttft") : ttft;
    return new ClientTimes(
            sentAt(),
            nanos("metadata.credit_issued_ns"),
            success ? (Long) total() : duration(),
            ttft,
            ttft == null ? null : TtftKind.CHUNK,
            null,
            null,
            null,
            null,
            null,
            null,
            null)
        .with(ttft == null ? ContentTimes.NONE : content(ttft));
  }

  private @Nullable Long sentAt() {
    Long sentAt = nanos("metadata.request_start_ns");
    return sentAt == null ? nanos("metadata.timestamp_ns") : sentAt;
  }

  /** From sending to the last content, as AIPerf ends a request. */
  private long total() {
    Long told = metric("request_latency");
    Long total = told == null ? duration() : told;
    if (total == null) {
      throw new IllegalArgumentException("request_latency: missing, and there is no error");
    }
    return total;
  }

  /** Between two stamps of one clock; null where it is not a time that passed. */
  private @Nullable Long duration() {
    Long start = nanos("metadata.request_start_ns");
    Long end = nanos("metadata.request_end_ns");
    return start == null || end == null || end <= start ? null : (Long) (end - start);
  }

  private ContentTimes content(long ttft) {
    var times = new TokenTimes.Builder(TokenTimes.Kind.CHUNK).add(ttft);
    long at = ttft;
    int digits = digits("inter_chunk_latency");
    for (String gap : fields.list("metrics.inter_chunk_latency.value")) {
      at += PickedFields.nanos("inter_chunk_latency", gap, digits);
      times.add(at);
    }
    TokenTimes built = times.build();
    return built == null ? ContentTimes.NONE : ContentTimes.of(built);
  }

  /** A time of this name; null where it is missing, as is one of 0. */
  private @Nullable Long metric(String name) {
    String text = fields.text("metrics." + name + ".value");
    long nanos = text == null ? 0 : PickedFields.nanos(name, text, digits(name));
    if (nanos < 0) {
      throw new IllegalArgumentException(name + ": " + text + " is negative");
    }
    return nanos == 0 ? null : (Long) nanos;
  }

  private int digits(String name) {
    String unit = fields.text("metrics." + name + ".unit");
    Integer digits = UNITS.get(unit == null ? "ms" : unit);
    if (digits == null) {
      throw new IllegalArgumentException(name + ": its unit is none of ns, us, ms, s");
    }
    return digits;
  }

  private @Nullable Long nanos(String path) {
    String text = fields.text(path);
    return text == null ? null : (Long) PickedFields.nanos(path, text, 0);
  }

  private ClientLabels labels(@Nullable String generator, @Nullable ToolError error) {
    return new ClientLabels(
        generator,
        null,
        null,
        null,
        metric("time_to_first_token") == null && metric("ttft") == null ? null : true,
        null,
        null,
        error == null ? null : error.code(),
        null,
        null,
        null,
        null,
        fields.count("metrics.input_sequence_length.value", "metrics.error_isl.value"),
        outputTokens(),
        null);
  }

  /** With those of reasoning, which are in the stream as well. */
  private @Nullable Integer outputTokens() {
    Integer all = fields.count("metrics.output_sequence_length.value");
    Integer content = fields.count("metrics.output_token_count.value");
    Integer reasoning = fields.count("metrics.reasoning_token_count.value");
    if (all != null || content == null || reasoning == null) {
      return all == null ? content : all;
    }
    return Math.addExact(content, reasoning);
  }
}
