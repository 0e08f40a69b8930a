package io.tracejoin.ingest.otlp;

import com.google.protobuf.CodedInputStream;
import io.opentelemetry.proto.common.v1.KeyValue;
import java.io.IOException;
import java.util.Map;

/** Reads the attributes of spans off the bytes of a request; what was seen before is not read. */
final class PackedAttributes {

  private final byte[] body;
  private final AttributeReader reader;
  private final SeenBefore seen;

  PackedAttributes(byte[] body, AttributeReader reader, SeenBefore seen) {
    this.body = body;
    this.reader = reader;
    this.seen = seen;
  }

  /** Of a span that has none. */
  Map<String, Object> none() {
    reader.begin();
    return Map.of();
  }

  /**
   * The attributes of a span, as {@link AttributeReader#read}.
   *
   * @param from where the tag of the first begins
   * @param to where the last one ends; nothing else stands between
   * @throws com.google.protobuf.InvalidProtocolBufferException if one of them is none
   */
  Map<String, Object> read(int from, int to) throws IOException {
    reader.begin();
    Map<String, Object> known = seen.attributes().get(body, from, to);
    if (known != null) {
      return known;
    }
    CodedInputStream in = CodedInputStream.newInstance(body, from, to - from);
    while (in.readTag() != 0) {
      int length = in.readRawVarint32();
      int at = from + in.getTotalBytesRead();
      in.skipRawBytes(length);
      one(at, length);
    }
    Map<String, Object> all = reader.end();
    if (reader.keptAll()) {
      seen.attributes().put(body, from, to, all);
    }
    return all;
  }

  private void one(int from, int length) throws IOException {
    SeenBefore.Kept known = seen.single().get(body, from, from + length);
    if (known == null) {
      known = reader.keep(KeyValue.parser().parseFrom(body, from, length));
      if (known != null) {
        seen.single().put(body, from, from + length, known);
      }
    } else {
      reader.put(known);
    }
  }
}
