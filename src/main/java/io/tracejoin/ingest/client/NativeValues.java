package io.tracejoin.ingest.client;

import io.tracejoin.decompose.TokenTimes;
import io.tracejoin.decompose.TokenTimes.Kind;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** Reads the values of native records; each refusal names the field, the value and the reason. */
final class NativeValues {

  private static final int LONGEST_TEXT = 256;

  private NativeValues() {}

  /**
   * The value at which the parser stands, or null for JSON's null.
   *
   * @throws IllegalArgumentException if the field cannot have this value
   */
  static @Nullable Object read(JsonParser parser, NativeField field) {
    if (parser.currentToken() == JsonToken.VALUE_NULL) {
      return null;
    }
    return switch (field.form()) {
      case TEXT -> text(parser, field);
      case CODE -> isNumber(parser) ? parser.getString() : text(parser, field);
      case WHOLE -> whole(parser, field);
      case COUNT -> count(parser, field, Integer.MAX_VALUE);
      case BYTES -> count(parser, field, Long.MAX_VALUE);
      case FLAG -> flag(parser, field);
      case STAMP -> stamp(parser, field);
      case DURATION -> duration(parser, field);
      case PART -> millis(parser, field);
      case TIMES -> times(parser, field);
    };
  }

  private static @Nullable String text(JsonParser parser, NativeField field) {
    require(parser, field, JsonToken.VALUE_STRING, "a string");
    String text = parser.getString();
    if (text.length() > LONGEST_TEXT) {
      throw refusal(field, "longer than " + LONGEST_TEXT + " characters");
    }
    if (text.indexOf('\0') >= 0) {
      throw refusal(field, "contains a NUL character");
    }
    return text.isEmpty() && field != NativeField.TRACE_ID ? null : text;
  }

  private static boolean flag(JsonParser parser, NativeField field) {
    JsonToken token = parser.currentToken();
    if (token != JsonToken.VALUE_TRUE && token != JsonToken.VALUE_FALSE) {
      throw expected(field, "true or false", parser);
    }
    return token == JsonToken.VALUE_TRUE;
  }

  private static long whole(JsonParser parser, NativeField field) {
    requireNumber(parser, field);
    try {
      return Decimal.whole(parser.getString());
    } catch (IllegalArgumentException e) {
      throw refusal(field, e.getMessage());
    }
  }

  private static long count(JsonParser parser, NativeField field, long most) {
    long value = whole(parser, field);
    if (value < 0 || value > most) {
      throw refusal(field, value + (value < 0 ? " is negative" : " is out of range"));
    }
    return value;
  }

  private static long stamp(JsonParser parser, NativeField field) {
    require(parser, field, JsonToken.VALUE_STRING, "a time as a string");
    try {
      return Rfc3339.nanos(
          parser.getStringCharacters(), parser.getStringOffset(), parser.getStringLength());
    } catch (IllegalArgumentException e) {
      throw refusal(field, e.getMessage());
    }
  }

  private static long duration(JsonParser parser, NativeField field) {
    long nanos = millis(parser, field);
    if (nanos < 0) {
      throw refusal(field, parser.getString() + " is negative");
    }
    return nanos;
  }

  private static long millis(JsonParser parser, NativeField field) {
    requireNumber(parser, field);
    try {
      return Decimal.nanosOfMillis(
          parser.getStringCharacters(), parser.getStringOffset(), parser.getStringLength());
    } catch (IllegalArgumentException e) {
      throw refusal(field, e.getMessage());
    }
  }

  private static Times times(JsonParser parser, NativeField field) {
    require(parser, field, JsonToken.START_ARRAY, "an array of numbers");
    TokenTimes.Builder times =
        new TokenTimes.Builder(field == NativeField.CHUNK_TIMES_MS ? Kind.CHUNK : Kind.TOKEN);
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      long time = duration(parser, field);
      try {
        times.add(time);
      } catch (IllegalArgumentException e) {
        throw refusal(field, e.getMessage());
      }
    }
    return new Times(times.build());
  }

  private static boolean isNumber(JsonParser parser) {
    JsonToken token = parser.currentToken();
    return token == JsonToken.VALUE_NUMBER_INT || token == JsonToken.VALUE_NUMBER_FLOAT;
  }

  private static void requireNumber(JsonParser parser, NativeField field) {
    if (!isNumber(parser)) {
      throw expected(field, "a number", parser);
    }
    if (parser.isNaN()) {
      throw refusal(field, parser.getString() + " is not a finite number");
    }
    if (parser.getStringLength() > Decimal.MAX_LENGTH) {
      throw refusal(field, "a number of " + parser.getStringLength() + " digits");
    }
  }

  private static void require(JsonParser parser, NativeField field, JsonToken token, String what) {
    if (parser.currentToken() != token) {
      throw expected(field, what, parser);
    }
  }

  private static IllegalArgumentException expected(
      NativeField field, String what, JsonParser parser) {
    return refusal(field, "expected " + what + ", got " + described(parser));
  }

  private static String described(JsonParser parser) {
    return switch (parser.currentToken()) {
      case VALUE_STRING -> "a string";
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> parser.getString();
      case VALUE_TRUE, VALUE_FALSE -> parser.getString();
      case VALUE_NULL -> "null";
      case START_ARRAY -> "an array";
      default -> "an object";
    };
  }

  private static IllegalArgumentException refusal(NativeField field, @Nullable String reason) {
    return new IllegalArgumentException(field.json() + ": " + reason);
  }

  /**
   * Times of tokens or chunks.
   *
   * @param told null for an empty array
   */
  record Times(@Nullable TokenTimes told) {}
}
