package io.tracejoin.trace;

import io.tracejoin.decompose.Breakdown;
import io.tracejoin.decompose.ClientRecord;
import io.tracejoin.decompose.ContentTimes;
import io.tracejoin.decompose.Intervals;
import io.tracejoin.decompose.JoinedRequest;
import io.tracejoin.decompose.Measure;
import io.tracejoin.decompose.Millis;
import io.tracejoin.decompose.TokenCounts;
import io.tracejoin.decompose.TokenTimes;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a request's JSON says of its stream, of its tokens, and of its two observers. */
final class StreamView {

  private StreamView() {}

  /** Intervals of tokens and of chunks, each under its own name; nothing where not known. */
  static Map<String, Object> intervals(ContentTimes content) {
    Map<String, Object> fields = new LinkedHashMap<>();
    for (TokenTimes.Kind kind : TokenTimes.Kind.values()) {
      Intervals intervals = Intervals.of(content.of(kind));
      if (intervals != null) {
        fields.put(
            kind.interval() + "_ms",
            new IntervalsView(
                intervals.n(), Millis.of(intervals.max()), Millis.of(intervals.p95())));
      }
    }
    return fields;
  }

  /** Both sides' counts, beside each other. */
  static Map<String, Object> tokens(JoinedRequest request) {
    ClientRecord record = request.client();
    Breakdown breakdown = request.breakdown();
    TokenCounts client = record == null ? TokenCounts.NONE : TokenCounts.ofClient(record);
    TokenCounts server = breakdown == null ? TokenCounts.NONE : breakdown.serverTokens();
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("input_tokens", new Sides<>(client.input(), server.input()));
    fields.put("output_tokens", new Sides<>(client.output(), server.output()));
    fields.put("cached_tokens", new Sides<>(client.cached(), server.cached()));
    return fields;
  }

  /** The whole and the first token as both sides saw them: {@code total}, {@code ttft} by kind. */
  static Map<String, Object> pairs(Breakdown breakdown) {
    Map<String, Object> ttft = new LinkedHashMap<>();
    breakdown
        .firstTokens()
        .forEach(
            (kind, it) -> ttft.put(kind.code(), pair(it.client(), it.server(), it.envelope())));
    Map<String, Object> pairs = new LinkedHashMap<>();
    pairs.put(
        "total",
        pair(
            breakdown.get(Measure.CLIENT_TOTAL),
            breakdown.get(Measure.SERVER_ROOT),
            breakdown.get(Measure.NETWORK_ENVELOPE)));
    pairs.put("ttft", ttft);
    return pairs;
  }

  /**
   * What the client alone knows of a request without a root.
   *
   * @return null where there is no record
   */
  static @Nullable Map<String, Object> ofClient(JoinedRequest request) {
    if (request.client() == null) {
      return null;
    }
    Map<String, Object> fields = new LinkedHashMap<>();
    request
        .measures()
        .forEach((measure, nanos) -> fields.put(measure.field(), Millis.of(nanos.longValue())));
    if (request.clientTtftKind() != null) {
      fields.put("client_ttft_kind", request.clientTtftKind().code());
    }
    fields.putAll(intervals(request.content()));
    return fields;
  }

  private static Map<String, @Nullable Object> pair(
      @Nullable Long client, @Nullable Long server, @Nullable Long envelope) {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    fields.put("client_ms", Millis.of(client));
    fields.put("server_ms", Millis.of(server));
    fields.put("envelope_ms", Millis.of(envelope));
    return fields;
  }

  /** Intervals of one request. */
  record IntervalsView(int n, BigDecimal max, BigDecimal p95) {}

  /** One figure as each side has it. */
  record Sides<T>(@Nullable T client, @Nullable T server) {}
}
