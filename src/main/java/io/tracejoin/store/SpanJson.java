package io.tracejoin.store;

import io.tracejoin.decompose.SpanEvent;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * The {@code jsonb} columns of a span. Written by hand, because it is on the path of every received
 * span; whole and decimal numbers stay apart.
 */
final class SpanJson {

  private static final JsonFactory JSON = new JsonFactory();
  private static final String HEX = "0123456789abcdef";

  private SpanJson() {}

  /** An object of texts, numbers and booleans; null for none. */
  static @Nullable String ofAttributes(Map<String, Object> attributes) {
    if (attributes.isEmpty()) {
      return null;
    }
    StringBuilder json = new StringBuilder(32 * attributes.size()).append('{');
    attributes.forEach(
        (key, value) -> {
          separate(json, '{');
          quote(json, key);
          json.append(':');
          value(json, value);
        });
    return json.append('}').toString();
  }

  /** {@code [["name", time_ns], ...]}; null for none. */
  static @Nullable String ofEvents(List<SpanEvent> events) {
    if (events.isEmpty()) {
      return null;
    }
    StringBuilder json = new StringBuilder(48 * events.size()).append('[');
    for (SpanEvent event : events) {
      separate(json, '[');
      json.append('[');
      quote(json, event.name());
      json.append(',').append(event.timeNanos()).append(']');
    }
    return json.append(']').toString();
  }

  static Map<String, Object> attributes(@Nullable String json) {
    if (json == null) {
      return Map.of();
    }
    Map<String, Object> attributes = new HashMap<>();
    try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), json)) {
      parser.nextToken();
      while (parser.nextToken() != JsonToken.END_OBJECT) {
        String key = parser.currentName();
        attributes.put(key, value(parser, parser.nextToken()));
      }
    }
    return attributes;
  }

  static List<SpanEvent> events(@Nullable String json) {
    if (json == null) {
      return List.of();
    }
    List<SpanEvent> events = new ArrayList<>();
    try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), json)) {
      parser.nextToken();
      while (parser.nextToken() == JsonToken.START_ARRAY) {
        parser.nextToken();
        String name = parser.getString();
        parser.nextToken();
        events.add(new SpanEvent(name, parser.getLongValue()));
        parser.nextToken();
      }
    }
    return events;
  }

  private static Object value(JsonParser parser, JsonToken token) {
    return switch (token) {
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NUMBER_INT -> whole(parser.getString());
      case VALUE_NUMBER_FLOAT -> parser.getDoubleValue();
      default -> parser.getString();
    };
  }

  private static Object whole(String digits) {
    try {
      return Long.parseLong(digits);
    } catch (NumberFormatException beyondLong) {
      return Double.parseDouble(digits);
    }
  }

  private static void value(StringBuilder json, Object value) {
    if (value instanceof Double number) {
      decimal(json, number);
    } else if (value instanceof Long || value instanceof Integer || value instanceof Boolean) {
      json.append(value);
    } else {
      quote(json, value.toString());
    }
  }

  /** JSON has no NaN: it stays as a text. The decimal point keeps 1.0 from coming back as 1. */
  private static void decimal(StringBuilder json, double number) {
    if (!Double.isFinite(number)) {
      quote(json, Double.toString(number));
      return;
    }
    String plain = BigDecimal.valueOf(number).toPlainString();
    json.append(plain);
    if (plain.indexOf('.') < 0) {
      json.append(".0");
    }
  }

  private static void separate(StringBuilder json, char opening) {
    if (json.length() > 1 || json.charAt(json.length() - 1) != opening) {
      json.append(',');
    }
  }

  private static void quote(StringBuilder json, String text) {
    json.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        json.append('\\').append(c);
      } else if (c == 0) {
        json.append('\uFFFD'); // jsonb cannot hold NUL
      } else if (c < ' ') {
        json.append("\\u00").append(HEX.charAt(c >> 4)).append(HEX.charAt(c & 15));
      } else {
        json.append(c);
      }
    }
    json.append('"');
  }
}
