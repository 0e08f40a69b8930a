package io.tracejoin.ingest.otlp;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.TokenStreamLocation;

/**
 * Walks through JSON by protobuf's rules: null is absent, unknown fields are skipped, and names may
 * be written in snake_case.
 */
final class JsonCursor {

  private final JsonParser parser;
  private final Weight weight = new Weight();

  JsonCursor(JsonParser parser) {
    this.parser = parser;
  }

  /**
   * Reads the object at hand.
   *
   * @param field gets each field's name in camelCase, and must consume its value
   */
  void object(Consumer<String> field) {
    if (!isNullAnd(JsonToken.START_OBJECT, "an object")) {
      weight.value();
      while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
        String name = camelCase(parser.currentName());
        parser.nextToken();
        field.accept(name);
      }
    }
  }

  /** A span begins: it weighs more than other values. */
  void span() {
    weight.span();
  }

  /** Reads the array at hand; each element must be consumed. */
  void array(String name, Runnable element) {
    if (!isNullAnd(JsonToken.START_ARRAY, name + ": an array")) {
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        element.run();
      }
    }
  }

  private boolean isNullAnd(JsonToken start, String expected) {
    if (parser.currentToken() == JsonToken.VALUE_NULL) {
      return true;
    }
    if (parser.currentToken() != start) {
      throw refuse("expected " + expected);
    }
    return false;
  }

  Refusal refuse(String message) {
    TokenStreamLocation at = parser.currentTokenLocation();
    return Refusal.malformed(
        "line %d, column %d: %s".formatted(at.getLineNr(), at.getColumnNr(), message));
  }

  void skip() {
    parser.skipChildren();
  }

  /** The scalar at hand as it is written, a text without its quotes; null for null or no scalar. */
  @Nullable String scalar() {
    JsonToken token = parser.currentToken();
    if (token == JsonToken.VALUE_NULL || !token.isScalarValue()) {
      parser.skipChildren();
      return null;
    }
    return parser.getString();
  }

  /** As {@link #scalar()}, with "" for null. */
  String text() {
    String scalar = scalar();
    return scalar == null ? "" : scalar;
  }

  private static String camelCase(String name) {
    int underscore = name.indexOf('_');
    if (underscore < 0) {
      return name;
    }
    StringBuilder camel = new StringBuilder(name.length()).append(name, 0, underscore);
    for (int i = underscore; i < name.length(); i++) {
      boolean hump = name.charAt(i) == '_' && i + 1 < name.length();
      camel.append(hump ? Character.toUpperCase(name.charAt(++i)) : name.charAt(i));
    }
    return camel.toString();
  }
}
