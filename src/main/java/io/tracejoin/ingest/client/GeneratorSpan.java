package io.tracejoin.ingest.client;

import io.tracejoin.decompose.ClientLabels;
import io.tracejoin.decompose.ClientRecord;
import io.tracejoin.decompose.ClientTimes;
import io.tracejoin.decompose.Outcome;
import io.tracejoin.decompose.Span;
import io.tracejoin.decompose.SpanStatus;
import org.jspecify.annotations.Nullable;

/**
 * A load generator's own CLIENT span as a client record: it is the parent of the server's root, and
 * what the client measured.
 */
final class GeneratorSpan {

  private static final ToolError FAILED = new ToolError(Outcome.ERROR, null, null);

  private GeneratorSpan() {}

  /** What the span tells. */
  static ClientRecord record(Span span) {
    Integer status = number(span, "http.response.status_code", "http.status_code");
    ToolError error = error(span, status);
    return new ClientRecord(
        span.traceId().uuid(),
        true,
        span.spanId(),
        error == null ? Outcome.SUCCESS : error.outcome(),
        error == null || error.status() == null ? status : error.status(),
        true,
        false,
        ClientTimes.of(span.startNanos(), span.durationNanos()),
        labels(span, error),
        0);
  }

  /** A status of 400 and above tells most; a span in error without one failed all the same. */
  private static @Nullable ToolError error(Span span, @Nullable Integer status) {
    if (status != null && status >= 400 && status <= 599) {
      return new ToolError(Outcome.ofStatus(status), status, null);
    }
    if (span.attributes().get("error.type") instanceof String type && !type.isBlank()) {
      return type.matches("[45][0-9]{2}")
          ? ToolError.of(Integer.valueOf(type), type)
          : ToolError.of(null, type);
    }
    return span.status() == SpanStatus.ERROR ? FAILED : null;
  }

  private static ClientLabels labels(Span span, @Nullable ToolError error) {
    String route = text(span, "http.route");
    return new ClientLabels(
        span.resource().service(),
        null,
        null,
        ToolLabel.of(route == null ? span.name() : route),
        null,
        null,
        null,
        error == null ? null : error.code(),
        text(span, "gen_ai.request.model"),
        null,
        null,
        null,
        number(span, "gen_ai.usage.input_tokens"),
        number(span, "gen_ai.usage.output_tokens"),
        null);
  }

  private static @Nullable String text(Span span, String key) {
    return span.attributes().get(key) instanceof String text ? text : null;
  }

  private static @Nullable Integer number(Span span, String... keys) {
    for (String key : keys) {
      if (span.attributes().get(key) instanceof Long value
          && value >= 0
          && value <= Integer.MAX_VALUE) {
        return value.intValue();
      }
    }
    return null;
  }
}
