package io.tracejoin.trace;

import io.tracejoin.decompose.ClientLabels;
import io.tracejoin.decompose.ClientRecord;
import io.tracejoin.decompose.ClientTimes;
import io.tracejoin.decompose.Millis;
import io.tracejoin.decompose.SpanId;
import io.tracejoin.decompose.TokenTimes;
import io.tracejoin.decompose.TraceId;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A stored client record in its native form (docs/formats.md), without what it does not know. */
final class NativeRecord {

  private static final long NANOS = 1_000_000_000L;

  private NativeRecord() {}

  static Map<String, Object> of(ClientRecord record) {
    Map<String, Object> fields = new LinkedHashMap<>();
    TraceId traceId = record.traceId();
    SpanId parent = record.parentSpanId();
    put(fields, "trace_id", traceId == null ? null : traceId.hex());
    put(fields, "parent_span_id", parent == null ? null : parent.hex());
    put(fields, "outcome", record.outcome().code());
    put(fields, "status", record.status());
    times(fields, record.times());
    labels(fields, record.labels());
    put(fields, "sampled", record.sampled());
    return fields;
  }

  private static void times(Map<String, Object> fields, ClientTimes times) {
    put(fields, "sent_at", instant(times.sentAt()));
    put(fields, "planned_at", instant(times.plannedAt()));
    put(fields, "total_ms", Millis.of(times.total()));
    put(fields, "ttft_ms", Millis.of(times.ttft()));
    put(fields, "ttft_kind", times.ttftKind() == null ? null : times.ttftKind().code());
    put(fields, "blocked_ms", Millis.of(times.blocked()));
    put(fields, "connecting_ms", Millis.of(times.connecting()));
    put(fields, "tls_ms", Millis.of(times.tls()));
    put(fields, "sending_ms", Millis.of(times.sending()));
    put(fields, "waiting_ms", Millis.of(times.waiting()));
    put(fields, "receiving_ms", Millis.of(times.receiving()));
    put(fields, "stream_end_ms", Millis.of(times.streamEnd()));
    put(fields, "token_times_ms", millis(times.content().tokens()));
    put(fields, "chunk_times_ms", millis(times.content().chunks()));
  }

  private static @Nullable List<BigDecimal> millis(@Nullable TokenTimes times) {
    return times == null ? null : Arrays.stream(times.nanos()).mapToObj(Millis::of).toList();
  }

  private static void labels(Map<String, Object> fields, ClientLabels labels) {
    put(fields, "generator", labels.generator());
    put(fields, "lifecycle", labels.lifecycle() == null ? null : labels.lifecycle().code());
    put(fields, "scenario", labels.scenario());
    put(fields, "endpoint", labels.endpoint());
    put(fields, "streaming", labels.streaming());
    put(fields, "step", labels.step());
    put(fields, "finish_reason", labels.finishReason());
    put(fields, "error_code", labels.errorCode());
    put(fields, "model", labels.model());
    put(fields, "provider", labels.provider());
    put(fields, "route", labels.route());
    put(fields, "region", labels.region());
    put(fields, "input_tokens", labels.inputTokens());
    put(fields, "output_tokens", labels.outputTokens());
    put(fields, "response_bytes", labels.responseBytes());
  }

  private static @Nullable String instant(@Nullable Long nanos) {
    return nanos == null
        ? null
        : Instant.ofEpochSecond(Math.floorDiv(nanos, NANOS), Math.floorMod(nanos, NANOS))
            .toString();
  }

  private static void put(Map<String, Object> fields, String name, @Nullable Object value) {
    if (value != null) {
      fields.put(name, value);
    }
  }
}
