package io.tracejoin.ingest.otlp;

import com.google.protobuf.InvalidProtocolBufferException;

/** Turns one request into spans, and rejects those that are invalid one by one. */
final class SpanTranslator {

  private SpanTranslator() {}

  /**
   * Reads every span of the request.
   *
   * @param seen what was read of others before, under the allow-list of this reading
   * @throws Refusal if it is no request, or there are spans and none has an ID: another signal on
   *     the traces path
   */
  static Translation translate(OtlpRequest request, SpanReading reading, SeenBefore seen) {
    if (request instanceof OtlpRequest.Unpacked unpacked) {
      return translate(unpacked, reading);
    }
    try {
      return PackedTranslator.translate(((OtlpRequest.Packed) request).body(), reading, seen);
    } catch (InvalidProtocolBufferException e) {
      throw Refusal.noRequest();
    }
  }

  /**
   * Reads every span of a message.
   *
   * @throws Refusal if there are spans and none has an ID
   */
  static Translation translate(OtlpRequest.Unpacked request, SpanReading reading) {
    Sorted sorted = new Sorted();
    MessageTranslator messages =
        new MessageTranslator(request.flaws(), new SpanReader(reading), sorted);
    for (int r = 0; r < request.message().getResourceSpansCount(); r++) {
      messages.read(r, request.message().getResourceSpans(r));
    }
    return sorted.all();
  }
}
