package io.tracejoin.ingest.client;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;

/** A time or a value, kept as text until its metric is known to be of interest. */
final class K6Scalar {

  /** Reads a number out of a text. */
  interface Reading {
    long of(char[] text, int length);
  }

  private final String field;
  private final char[] text;
  private int length;
  private @Nullable String fault;
  private @Nullable Reading done;
  private long result;

  K6Scalar(String field, int longest) {
    this.field = field;
    this.text = new char[longest];
  }

  void clear() {
    done = null;
    length = 0;
    fault = "missing";
  }

  /**
   * @param fits whether the parser's token is of the right type
   */
  void set(JsonParser parser, boolean fits) {
    done = null;
    length = fits ? parser.getStringLength() : 0;
    if (!fits || length > text.length) {
      fault = fits ? "too long" : "of another type";
      parser.skipChildren();
    } else if (parser.isNaN()) {
      fault = parser.getString() + " is not a finite number";
    } else {
      fault = null;
      System.arraycopy(parser.getStringCharacters(), parser.getStringOffset(), text, 0, length);
    }
  }

  /** Takes bytes of which all that can be meant are ASCII. */
  void set(byte[] bytes, int from, int to) {
    done = null;
    length = to - from;
    if (length == 0 || length > text.length) {
      fault = length == 0 ? "missing" : "too long";
      return;
    }
    fault = null;
    for (int i = 0; i < length; i++) {
      text[i] = (char) (bytes[from + i] & 0xff);
    }
  }

  /**
   * Reads it, once for as many as ask in the same way: points of one transaction share their time.
   *
   * @throws IllegalArgumentException if there is none or it cannot be read, naming the field
   */
  @SuppressWarnings("ReferenceEquality")
  long read(Reading reading) {
    if (done != reading) {
      result = readAnew(reading);
      done = reading;
    }
    return result;
  }

  private long readAnew(Reading reading) {
    if (fault != null) {
      throw new IllegalArgumentException(field + ": " + fault);
    }
    try {
      return reading.of(text, length);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(field + ": " + refused(), e);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(field + ": " + e.getMessage(), e);
    }
  }

  private String refused() {
    String shown = new String(text, 0, length);
    return shown.matches("[+-]?Inf|NaN")
        ? shown + " is not a finite number"
        : "'" + shown + "' is not a number";
  }
}
