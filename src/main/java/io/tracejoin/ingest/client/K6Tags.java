package io.tracejoin.ingest.client;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** Tags and metadata of one point, as texts. */
record K6Tags(Map<String, String> tags, Map<String, String> metadata) {

  private static final int LONGEST_LABEL = 256;

  /** Reads a line again, this time for its tags. */
  static K6Tags read(JsonParser parser) {
    var read = new K6Tags(new HashMap<>(), new HashMap<>());
    parser.nextToken();
    for (String field = parser.nextName(); field != null; field = parser.nextName()) {
      parser.nextToken();
      if (field.equals("data")) {
        read.fill(parser);
      } else {
        parser.skipChildren();
      }
    }
    return read;
  }

  private void fill(JsonParser parser) {
    for (String field = parser.nextName(); field != null; field = parser.nextName()) {
      parser.nextToken();
      switch (field) {
        case "tags" -> tags.putAll(texts(parser));
        case "metadata" -> metadata.putAll(texts(parser));
        default -> parser.skipChildren();
      }
    }
  }

  /** The object that the parser stands on, as texts; none where it is no object. */
  static Map<String, String> texts(JsonParser parser) {
    Map<String, String> texts = new HashMap<>();
    if (parser.currentToken() != JsonToken.START_OBJECT) {
      parser.skipChildren();
      return texts;
    }
    for (String key = parser.nextName(); key != null; key = parser.nextName()) {
      parser.nextToken();
      String text = parser.getValueAsString();
      if (text != null && !text.isEmpty()) {
        texts.put(key, text);
      }
      parser.skipChildren();
    }
    return texts;
  }

  /** The scenario, or an empty text outside of all. */
  String scenario() {
    String scenario = label("scenario");
    return scenario == null ? "" : scenario;
  }

  /** A label as it may be stored: cut to a length that no sensible label exceeds; null if none. */
  @Nullable String label(String key) {
    String text = value(key);
    if (text == null) {
      return null;
    }
    String printable = text.indexOf('\0') < 0 ? text : text.replace("\0", "");
    return printable.length() <= LONGEST_LABEL ? printable : printable.substring(0, LONGEST_LABEL);
  }

  /** A label that is a whole number from 0; null where it is none. */
  @Nullable Long number(String key) {
    String text = value(key);
    try {
      long number = text == null ? -1 : Long.parseLong(text);
      return number < 0 ? null : number;
    } catch (NumberFormatException e) {
      return null;
    }
  }

  /** A number that fits into an int; null where there is none. */
  @Nullable Integer count(String key) {
    Long number = number(key);
    return number == null || number > Integer.MAX_VALUE ? null : number.intValue();
  }

  /** A label that is {@code true} or {@code false}; null where it is neither. */
  @Nullable Boolean flag(String key) {
    String text = value(key);
    if ("true".equals(text)) {
      return true;
    }
    return "false".equals(text) ? false : null;
  }

  private @Nullable String value(String key) {
    String tag = tags.get(key);
    return tag != null ? tag : metadata.get(key);
  }
}
