package io.tracejoin.ingest.otlp;

import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;

/**
 * Digest of a resource's attributes: equal for equal attributes in any order and encoding (protobuf
 * or JSON), different where a key, a type or a value differs. Stored, so its form must not change.
 */
final class Fingerprint {

  private Fingerprint() {}

  /** The first 16 bytes of the SHA-256 of the attributes, sorted by key, with their types. */
  static UUID of(List<KeyValue> attributes) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      write(new DataOutputStream(bytes), attributes);
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes.toByteArray());
      ByteBuffer buffer = ByteBuffer.wrap(digest);
      return new UUID(buffer.getLong(), buffer.getLong());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  // The sort is stable: repeated keys stay in the order of sending, where the last one wins.
  private static void write(DataOutputStream out, List<KeyValue> attributes) throws IOException {
    List<KeyValue> sorted =
        attributes.stream().sorted(Comparator.comparing(KeyValue::getKey)).toList();
    out.writeInt(sorted.size());
    for (KeyValue attribute : sorted) {
      write(out, attribute.getKey().getBytes(StandardCharsets.UTF_8));
      write(out, attribute.getValue());
    }
  }

  private static void write(DataOutputStream out, AnyValue value) throws IOException {
    out.writeByte(value.getValueCase().getNumber());
    switch (value.getValueCase()) {
      case STRING_VALUE -> write(out, value.getStringValue().getBytes(StandardCharsets.UTF_8));
      case BOOL_VALUE -> out.writeBoolean(value.getBoolValue());
      case INT_VALUE -> out.writeLong(value.getIntValue());
      case DOUBLE_VALUE -> out.writeLong(Double.doubleToLongBits(value.getDoubleValue()));
      case BYTES_VALUE -> write(out, value.getBytesValue().toByteArray());
      case KVLIST_VALUE -> write(out, value.getKvlistValue().getValuesList());
      case ARRAY_VALUE -> {
        out.writeInt(value.getArrayValue().getValuesCount());
        for (AnyValue element : value.getArrayValue().getValuesList()) {
          write(out, element);
        }
      }
      default -> {}
    }
  }

  private static void write(DataOutputStream out, byte[] bytes) throws IOException {
    out.writeInt(bytes.length);
    out.write(bytes);
  }
}
