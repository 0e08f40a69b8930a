package io.tracejoin.decompose;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Just enough OTLP/JSON to read the fixtures; the service has its own reader. */
final class OtlpJson {

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private OtlpJson() {}

  static JsonNode resource(String path) {
    return JSON.readTree(text(path));
  }

  static String text(String path) {
    try (InputStream in = OtlpJson.class.getResourceAsStream(path)) {
      if (in == null) {
        throw new IllegalArgumentException(path + " is not on the class path");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** Spans of a file with one message, or with one message a line. */
  static List<Span> file(String path) {
    String text = text(path);
    List<Span> spans = new ArrayList<>();
    if (path.endsWith(".ndjson")) {
      text.lines()
          .filter(it -> !it.isBlank())
          .forEach(it -> spans.addAll(spans(JSON.readTree(it))));
    } else {
      spans.addAll(spans(JSON.readTree(text)));
    }
    return spans;
  }

  static List<Span> spans(JsonNode message) {
    List<Span> spans = new ArrayList<>();
    for (JsonNode group : message.path("resourceSpans")) {
      Resource resource = resource(group.path("resource"));
      for (JsonNode scoped : group.path("scopeSpans")) {
        String scope = scoped.path("scope").path("name").asString("");
        for (JsonNode span : scoped.path("spans")) {
          spans.add(span(span, resource, scope));
        }
      }
    }
    return spans;
  }

  private static Resource resource(JsonNode node) {
    Map<String, Object> attributes = attributes(node.path("attributes"));
    return new Resource(
        String.valueOf(attributes.getOrDefault("service.name", "unknown_service")),
        (String) attributes.get("host.id"),
        (String) attributes.get("host.name"),
        null,
        UUID.nameUUIDFromBytes(node.toString().getBytes(StandardCharsets.UTF_8)));
  }

  private static Span span(JsonNode node, Resource resource, String scope) {
    List<SpanEvent> events = new ArrayList<>();
    for (JsonNode event : node.path("events")) {
      events.add(new SpanEvent(event.path("name").asString(), nanos(event.path("timeUnixNano"))));
    }
    return new Span(
        TraceId.parse(node.path("traceId").asString()),
        SpanId.parse("span_id", node.path("spanId").asString()),
        parent(node.path("parentSpanId").asString("")),
        node.path("name").asString(),
        SpanKind.of(node.path("kind").asInt(0)),
        node.path("flags").asInt(0),
        nanos(node.path("startTimeUnixNano")),
        nanos(node.path("endTimeUnixNano")),
        SpanStatus.of(node.path("status").path("code").asInt(0)),
        resource,
        scope,
        attributes(node.path("attributes")),
        events);
  }

  private static @Nullable SpanId parent(String text) {
    return text.isEmpty() ? null : SpanId.parse("parent_span_id", text);
  }

  private static long nanos(JsonNode node) {
    return Long.parseLong(node.asString());
  }

  private static Map<String, Object> attributes(JsonNode list) {
    Map<String, Object> attributes = new HashMap<>();
    for (JsonNode it : list) {
      JsonNode value = it.path("value");
      if (value.has("stringValue")) {
        attributes.put(it.path("key").asString(), value.path("stringValue").asString());
      } else if (value.has("intValue")) {
        attributes.put(it.path("key").asString(), nanos(value.path("intValue")));
      } else if (value.has("doubleValue")) {
        attributes.put(it.path("key").asString(), value.path("doubleValue").asDouble());
      } else if (value.has("boolValue")) {
        attributes.put(it.path("key").asString(), value.path("boolValue").asBoolean());
      }
    }
    return attributes;
  }
}
