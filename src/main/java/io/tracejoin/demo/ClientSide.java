package io.tracejoin.demo;

import io.tracejoin.decompose.Millis;
import io.tracejoin.demo.SimulatedRequest.Fate;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** The load generator's side: each request as a native client record. */
final class ClientSide {

  private static final long NANOS = 1_000_000_000L;
  private static final long SENDING = 200_000L;

  private final JsonMapper json = JsonMapper.builder().build();

  /** The records as NDJSON. */
  String ndjson(List<SimulatedRequest> requests) {
    StringBuilder lines = new StringBuilder();
    requests.forEach(
        request -> lines.append(json.writeValueAsString(record(request))).append('\n'));
    return lines.toString();
  }

  /** What the generator says at its end: every iteration was one request, and none was dropped. */
  String summary(int requests) {
    Map<String, Object> count = Map.of("count", requests);
    return json.writeValueAsString(
        Map.of("metrics", Map.of("iterations", count, "http_reqs", count)));
  }

  private static Map<String, Object> record(SimulatedRequest request) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("trace_id", request.traceId());
    fields.put("parent_span_id", request.parentSpanId());
    outcome(fields, request);
    fields.put("sent_at", instant(request.sentAt()));
    fields.put("planned_at", instant(request.plannedAt()));
    fields.put("total_ms", Millis.of(request.total()));
    parts(fields, request);
    fields.put("scenario", "main");
    fields.put("endpoint", "chat");
    fields.put("model", "llama-70b");
    fields.put("streaming", true);
    if (request.fate() != Fate.FAILED && request.firstTokenAfter() < request.total()) {
      fields.put("ttft_ms", Millis.of(request.firstTokenAfter()));
      fields.put("ttft_kind", "token");
    }
    fields.put("input_tokens", request.inputTokens());
    return fields;
  }

  private static void outcome(Map<String, Object> fields, SimulatedRequest request) {
    if (request.timedOut()) {
      fields.put("outcome", "timeout");
      fields.put("status", 0);
      fields.put("error_code", "1050");
    } else if (request.fate() == Fate.FAILED) {
      fields.put("outcome", "http_error");
      fields.put("status", 500);
    } else {
      fields.put("outcome", "success");
      fields.put("status", 200);
      fields.put("output_tokens", request.outputTokens());
    }
  }

  private static void parts(Map<String, Object> fields, SimulatedRequest request) {
    BigDecimal setup = Millis.of(request.setup());
    long receiving = request.timedOut() ? 0 : request.downstream() / 4;
    fields.put("blocked_ms", setup);
    fields.put("connecting_ms", setup);
    fields.put("tls_ms", 0);
    fields.put("sending_ms", Millis.of(SENDING));
    fields.put("waiting_ms", Millis.of(request.total() - SENDING - receiving));
    fields.put("receiving_ms", Millis.of(receiving));
  }

  private static String instant(long nanos) {
    return Instant.ofEpochSecond(nanos / NANOS, nanos % NANOS).toString();
  }
}
