package io.tracejoin.ingest.otlp;

import com.google.protobuf.ByteString;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.ArrayValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.common.v1.KeyValueList;
import java.util.Base64;
import java.util.function.Consumer;

/** Reads attributes and their values. A value that is not readable stays empty: it is not kept. */
final class JsonValues {

  private final JsonCursor json;

  JsonValues(JsonCursor json) {
    this.json = json;
  }

  void attributes(Consumer<KeyValue> attributes) {
    json.array("attributes", () -> attributes.accept(attribute()));
  }

  private KeyValue attribute() {
    KeyValue.Builder attribute = KeyValue.newBuilder();
    json.object(
        name -> {
          switch (name) {
            case "key" -> attribute.setKey(json.text());
            case "value" -> attribute.setValue(value());
            default -> json.skip();
          }
        });
    return attribute.build();
  }

  private AnyValue value() {
    AnyValue.Builder value = AnyValue.newBuilder();
    json.object(name -> read(name, value));
    return value.build();
  }

  private void read(String name, AnyValue.Builder value) {
    switch (name) {
      case "arrayValue" -> value.setArrayValue(array());
      case "kvlistValue" -> value.setKvlistValue(list());
      case "stringValue", "intValue", "doubleValue", "boolValue", "bytesValue" -> {
        String text = json.scalar();
        if (text != null) {
          readScalar(name, text, value);
        }
      }
      default -> json.skip();
    }
  }

  private static void readScalar(String name, String text, AnyValue.Builder value) {
    switch (name) {
      case "intValue" -> {
        Long number = JsonNumbers.signed(text);
        if (number != null) {
          value.setIntValue(number);
        }
      }
      case "doubleValue" -> {
        Double number = JsonNumbers.real(text);
        if (number != null) {
          value.setDoubleValue(number);
        }
      }
      case "boolValue" -> value.setBoolValue(Boolean.parseBoolean(text));
      case "bytesValue" -> readBytes(text, value);
      default -> value.setStringValue(text);
    }
  }

  private static void readBytes(String text, AnyValue.Builder value) {
    try {
      value.setBytesValue(ByteString.copyFrom(Base64.getDecoder().decode(text)));
    } catch (IllegalArgumentException e) {
      value.clearValue();
    }
  }

  private ArrayValue array() {
    ArrayValue.Builder array = ArrayValue.newBuilder();
    json.object(
        name -> {
          if (name.equals("values")) {
            json.array(name, () -> array.addValues(value()));
          } else {
            json.skip();
          }
        });
    return array.build();
  }

  private KeyValueList list() {
    KeyValueList.Builder list = KeyValueList.newBuilder();
    json.object(
        name -> {
          if (name.equals("values")) {
            json.array(name, () -> list.addValues(attribute()));
          } else {
            json.skip();
          }
        });
    return list.build();
  }
}
