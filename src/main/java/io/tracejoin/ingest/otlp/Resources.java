package io.tracejoin.ingest.otlp;

import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.tracejoin.decompose.Resource;
import io.tracejoin.ingest.Cuts;
import io.tracejoin.ingest.SpanLimits;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Reads resources, each distinct one once: every request of a process carries the same. */
@Component
final class Resources {

  private static final String UNKNOWN_SERVICE = "unknown_service";
  private static final Set<String> KEPT =
      Set.of("service.name", "host.id", "host.name", "tracejoin.run_id");
  private static final int MAX_CACHED = 1_000;
  private static final int MAX_CACHED_BYTES = 8 * 1024;
  private static final int MAX_RUN_ID = 100;

  private final Map<io.opentelemetry.proto.resource.v1.Resource, Resource> cache =
      new ConcurrentHashMap<>();
  private final SpanLimits limits;
  private final Cuts cuts;

  Resources(SpanLimits limits, Cuts cuts) {
    this.limits = limits;
    this.cuts = cuts;
  }

  Resource read(io.opentelemetry.proto.resource.v1.Resource received) {
    Resource known = cache.get(received);
    if (known != null) {
      return known;
    }
    Resource resource = resource(received);
    if (received.getSerializedSize() <= MAX_CACHED_BYTES) {
      if (cache.size() >= MAX_CACHED) {
        cache.clear();
      }
      cache.put(received, resource);
    }
    return resource;
  }

  private Resource resource(io.opentelemetry.proto.resource.v1.Resource received) {
    Map<String, String> texts = new HashMap<>();
    for (KeyValue attribute : received.getAttributesList()) {
      String text = text(attribute.getValue());
      if (text != null) {
        texts.put(attribute.getKey(), storable(attribute.getKey(), text));
      }
    }
    return new Resource(
        texts.getOrDefault("service.name", UNKNOWN_SERVICE),
        texts.get("host.id"),
        texts.get("host.name"),
        runId(texts.get("tracejoin.run_id")),
        Fingerprint.of(received.getAttributesList()));
  }

  private String storable(String key, String text) {
    if (text.length() > limits.resourceLength() && KEPT.contains(key)) {
      cuts.count(Cuts.What.RESOURCE);
    }
    return Texts.storable(text, limits.resourceLength());
  }

  private static @Nullable String text(AnyValue value) {
    return switch (value.getValueCase()) {
      case STRING_VALUE -> value.getStringValue().isEmpty() ? null : value.getStringValue();
      case INT_VALUE -> String.valueOf(value.getIntValue());
      default -> null;
    };
  }

  // Longer than any run's ID: it names none, and cut off it might name a wrong one.
  private static @Nullable String runId(@Nullable String text) {
    return text == null || text.length() > MAX_RUN_ID ? null : text;
  }
}
