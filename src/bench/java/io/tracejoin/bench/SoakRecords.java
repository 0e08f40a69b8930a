package io.tracejoin.bench;

import com.google.protobuf.ByteString;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.IOException;
import java.math.BigInteger;
import java.time.Instant;

/** One client record for each root that was sent, uploaded a few hundred at a time. */
final class SoakRecords {

  private static final int OF_AN_UPLOAD = 500;
  private static final long ENVELOPE_NANOS = 3_000_000;

  private final ServiceProcess service;
  private final StringBuilder body = new StringBuilder();
  private int waiting;
  private long sent;

  SoakRecords(ServiceProcess service) {
    this.service = service;
  }

  void add(ExportTraceServiceRequest export) throws IOException, InterruptedException {
    for (Span span : export.getResourceSpans(0).getScopeSpans(0).getSpansList()) {
      if (span.getKind() == Span.SpanKind.SPAN_KIND_SERVER) {
        add(span);
      }
    }
    if (waiting >= OF_AN_UPLOAD) {
      flush();
    }
  }

  private void add(Span root) {
    long total = root.getEndTimeUnixNano() - root.getStartTimeUnixNano() + ENVELOPE_NANOS;
    body.append("{\"trace_id\":\"")
        .append(hex(root.getTraceId()))
        .append("\",\"outcome\":\"success\",\"status\":200,\"total_ms\":")
        .append(total / 1e6)
        .append(",\"sent_at\":\"")
        .append(Instant.ofEpochSecond(0, root.getStartTimeUnixNano() - ENVELOPE_NANOS / 2))
        .append("\"}\n");
    waiting++;
  }

  /** Uploads what has gathered. */
  void flush() throws IOException, InterruptedException {
    if (waiting > 0) {
      service.post(
          service.rest("/api/v1/runs/soak/client-records"),
          "application/x-ndjson",
          body.toString());
      sent += waiting;
      waiting = 0;
      body.setLength(0);
    }
  }

  /** Records that were accepted so far. */
  long sent() {
    return sent;
  }

  private static String hex(ByteString id) {
    return String.format("%032x", new BigInteger(1, id.toByteArray()));
  }
}
