package io.tracejoin.ingest.otlp;

import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.ArrayValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.tracejoin.ingest.AllowList;
import io.tracejoin.ingest.DroppedAttributes;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Keeps the allow-listed attributes of spans and counts the others. Not thread-safe. */
final class AttributeReader {

  /** A longer text is none of low cardinality: dropped, not cut. */
  static final int MAX_TEXT = 256;

  // Prefixes of the allow-list let a sender make up keys.
  private static final int MAX_ATTRIBUTES = 64;

  private final AllowList allowed;
  private final DroppedAttributes dropped;
  private final Map<String, Object> kept = new HashMap<>();

  AttributeReader(AllowList allowed, DroppedAttributes dropped) {
    this.allowed = allowed;
    this.dropped = dropped;
  }

  /** Values are String, Long, Double or Boolean. Of repeated keys the last wins. */
  Map<String, Object> read(List<KeyValue> attributes) {
    if (attributes.isEmpty()) {
      return Map.of();
    }
    kept.clear();
    for (int i = 0; i < attributes.size(); i++) {
      keep(attributes.get(i));
    }
    return Map.copyOf(kept);
  }

  private void keep(KeyValue attribute) {
    String key = allowed.attribute(attribute.getKey());
    Object value = key == null ? null : value(attribute.getValue());
    if (key == null || value == null || kept.size() >= MAX_ATTRIBUTES) {
      dropped.count(attribute.getKey());
    } else if (kept.put(key, value) != null) {
      dropped.count(key);
    }
  }

  private static @Nullable Object value(AnyValue value) {
    return switch (value.getValueCase()) {
      case STRING_VALUE -> text(value.getStringValue());
      case INT_VALUE -> value.getIntValue();
      case BOOL_VALUE -> value.getBoolValue();
      // jsonb knows no NaN.
      case DOUBLE_VALUE -> Double.isFinite(value.getDoubleValue()) ? value.getDoubleValue() : null;
      case ARRAY_VALUE -> onlyText(value.getArrayValue());
      default -> null;
    };
  }

  private static @Nullable String text(String text) {
    return text.length() > MAX_TEXT ? null : Texts.storable(text, MAX_TEXT);
  }

  // gen_ai.response.finish_reasons is an array, of one.
  private static @Nullable String onlyText(ArrayValue array) {
    return array.getValuesCount() == 1 && array.getValues(0).hasStringValue()
        ? text(array.getValues(0).getStringValue())
        : null;
  }
}
