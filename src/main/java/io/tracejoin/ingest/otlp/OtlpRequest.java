package io.tracejoin.ingest.otlp;

import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import java.util.Map;

/**
 * One export as it came off the wire, whatever its encoding.
 *
 * @param flaws what the message cannot carry: fields of spans that were not readable. Those spans
 *     are in the message, so that the others keep their place, and must be rejected
 * @param bytes size after decompression
 */
record OtlpRequest(ExportTraceServiceRequest message, Map<Place, String> flaws, long bytes) {

  static OtlpRequest of(ExportTraceServiceRequest message, long bytes) {
    return new OtlpRequest(message, Map.of(), bytes);
  }
}
