package io.tracejoin.ingest.otlp;

import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import java.util.Map;

/** One export as it came off the wire, whatever its encoding. */
sealed interface OtlpRequest {

  /** Size after decompression. */
  long bytes();

  /** A protobuf message, or what claims to be one: nobody has looked into it yet. */
  record Packed(byte[] body) implements OtlpRequest {

    @Override
    public long bytes() {
      return body.length;
    }
  }

  /**
   * A message that was read.
   *
   * @param flaws what the message cannot carry: fields of spans that were not readable. Those spans
   *     are in the message, so that the others keep their place, and must be rejected
   */
  record Unpacked(ExportTraceServiceRequest message, Map<Place, String> flaws, long bytes)
      implements OtlpRequest {}

  /** A message without such flaws. */
  static OtlpRequest of(ExportTraceServiceRequest message, long bytes) {
    return new Unpacked(message, Map.of(), bytes);
  }
}
