package io.tracejoin.ingest.otlp;

import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.ArrayValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.tracejoin.ingest.AllowList;
import io.tracejoin.ingest.Cuts;
import io.tracejoin.ingest.DroppedAttributes;
import io.tracejoin.ingest.RequestKeys;
import io.tracejoin.ingest.SpanLimits;
import io.tracejoin.ingest.otlp.SeenBefore.Kept;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Keeps the allow-listed attributes of spans and counts the others. Not thread-safe. */
final class AttributeReader {

  private static final int MOST_SHARED = 200;

  private final AllowList allowed;
  private final DroppedAttributes dropped;
  private final RequestKeys keys;
  private final SpanLimits limits;
  private final Cuts cuts;
  private final Map<String, Object> kept = new HashMap<>();
  private final Map<Map<String, Object>, Map<String, Object>> seen = new HashMap<>();
  private final Set<UUID> requestKeys = new LinkedHashSet<>();
  private boolean keptAll;

  AttributeReader(SpanReading reading) {
    this.allowed = reading.allowed();
    this.dropped = reading.dropped();
    this.keys = reading.requestKeys();
    this.limits = reading.limits();
    this.cuts = reading.cuts();
  }

  /** Keys of the request IDs among the attributes read last. */
  List<UUID> requestKeys() {
    return requestKeys.isEmpty() ? List.of() : List.copyOf(requestKeys);
  }

  /** Values are String, Long, Double or Boolean. Of repeated keys the last wins. */
  Map<String, Object> read(List<KeyValue> attributes) {
    begin();
    for (int i = 0; i < attributes.size(); i++) {
      keep(attributes.get(i));
    }
    return end();
  }

  /** Before the attributes of a span. */
  void begin() {
    requestKeys.clear();
    kept.clear();
    keptAll = true;
  }

  /** The attributes since {@link #begin}. */
  Map<String, Object> end() {
    return kept.isEmpty() ? Map.of() : shared();
  }

  /** Whether none of them was dropped, cut, repeated or a request ID. */
  boolean keptAll() {
    return keptAll;
  }

  /** Spans of one request often have the same ones: then they have one map. */
  private Map<String, Object> shared() {
    Map<String, Object> known = seen.get(kept);
    if (known != null) {
      return known;
    }
    Map<String, Object> fresh = Map.copyOf(kept);
    if (seen.size() < MOST_SHARED) {
      seen.put(fresh, fresh);
    }
    return fresh;
  }

  /** Keeps one or counts it; what is kept is told, and null is what is not. */
  @Nullable Kept keep(KeyValue attribute) {
    AllowList.Fate fate = allowed.attribute(attribute.getKey());
    if (fate.requestId()) {
      requestId(attribute.getValue());
    }
    String key = fate.kept();
    Object value = key == null ? null : value(attribute.getValue());
    if (key == null || value == null) {
      keptAll = false;
      dropped.count(attribute.getKey());
      return null;
    }
    Kept it = new Kept(attribute.getKey(), key, value);
    put(it);
    return it;
  }

  /** Keeps one as far as there is room. */
  void put(Kept it) {
    if (kept.size() >= limits.attributes()) {
      keptAll = false;
      dropped.count(it.received());
      cuts.count(Cuts.What.ATTRIBUTE);
    } else if (kept.put(it.key(), it.value()) != null) {
      keptAll = false;
      dropped.count(it.key());
    }
  }

  /** A captured header is an array. */
  private void requestId(AnyValue value) {
    if (value.hasArrayValue()) {
      value.getArrayValue().getValuesList().forEach(this::requestId);
    } else if (value.hasStringValue() && requestKeys.size() >= limits.requestIds()) {
      cuts.count(Cuts.What.REQUEST_ID);
    } else if (value.hasStringValue()) {
      UUID key = keys.of(value.getStringValue());
      if (key != null) {
        requestKeys.add(key);
      }
    }
  }

  private @Nullable Object value(AnyValue value) {
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

  private @Nullable String text(String text) {
    if (text.length() > limits.attributeLength()) {
      cuts.count(Cuts.What.ATTRIBUTE_LENGTH);
      return null;
    }
    return Texts.storable(text, limits.attributeLength());
  }

  // gen_ai.response.finish_reasons is an array, of one.
  private @Nullable String onlyText(ArrayValue array) {
    return array.getValuesCount() == 1 && array.getValues(0).hasStringValue()
        ? text(array.getValues(0).getStringValue())
        : null;
  }
}
