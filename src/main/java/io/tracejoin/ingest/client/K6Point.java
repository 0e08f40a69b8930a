package io.tracejoin.ingest.client;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * One line of k6's JSON output, read into the same object again and again. Tags and metadata are
 * reduced to digests that do not depend on their order, because only their equality counts for most
 * lines; number and time stay text until they are asked for.
 */
final class K6Point {

  /** What a line is. */
  enum Kind {
    /** A point of an HTTP transaction. */
    TRANSACTION,
    /** A point of another metric. */
    OTHER,
    /** The description of a metric, which may stand anywhere. */
    METRIC
  }

  private static final int LONGEST_TIME = 40;

  private final Text time = new Text("time", LONGEST_TIME);
  private final Text value = new Text("value", Decimal.MAX_LENGTH);
  private @Nullable String type;
  private @Nullable String name;
  private @Nullable K6Metric metric;
  private long tags;
  private long metadata;

  /**
   * Reads a line, no further than needed to know that it is of no interest.
   *
   * @throws IllegalArgumentException if it is no line of k6's
   */
  Kind read(JsonParser parser) {
    clear();
    parser.nextToken();
    for (String field = parser.nextName(); field != null; field = parser.nextName()) {
      parser.nextToken();
      switch (field) {
        case "type" -> type = parser.getValueAsString();
        case "metric" -> name(parser.getValueAsString());
        case "data" -> data(parser);
        default -> parser.skipChildren();
      }
      if (type != null && name != null && kind() != Kind.TRANSACTION) {
        return kind();
      }
    }
    requireComplete(parser);
    return kind();
  }

  /** The metric of a {@link Kind#TRANSACTION} point. */
  K6Metric metric() {
    if (metric == null) {
      throw new IllegalStateException("a point of another metric");
    }
    return metric;
  }

  /** The time, tags and metadata: equal for all points of one transaction. */
  Identity identity() {
    return new Identity(
        time.read((text, length) -> Rfc3339.nanos(text, 0, length)), tags, metadata);
  }

  /** The value, from milliseconds to nanoseconds. */
  long nanos() {
    return value.read((text, length) -> Decimal.nanosOfMillis(text, 0, length));
  }

  /**
   * What the points of one transaction share.
   *
   * @param time nanoseconds since 1970: the transaction's end
   * @param tags digest of all tags, whatever their order
   * @param metadata digest of all metadata, whatever their order
   */
  record Identity(long time, long tags, long metadata) {}

  private void clear() {
    type = null;
    name = null;
    metric = null;
    tags = 0;
    metadata = 0;
    time.clear();
    value.clear();
  }

  private void name(@Nullable String text) {
    name = text;
    metric = text == null ? null : K6Metric.of(text);
  }

  private Kind kind() {
    if ("Metric".equals(type)) {
      return Kind.METRIC;
    }
    return metric == null ? Kind.OTHER : Kind.TRANSACTION;
  }

  private void requireComplete(JsonParser parser) {
    if (parser.currentToken() != JsonToken.END_OBJECT) {
      throw new IllegalArgumentException("not JSON: expected a field name");
    }
    if (type == null || name == null) {
      throw new IllegalArgumentException(
          "no point of k6 run --out json: it has no "
              + (type == null ? "type" : "metric")
              + "; native records go with format=native, a summary to k6-summary");
    }
  }

  private void data(JsonParser parser) {
    if (parser.currentToken() != JsonToken.START_OBJECT) {
      throw new IllegalArgumentException("data: expected an object");
    }
    for (String field = parser.nextName(); field != null; field = parser.nextName()) {
      JsonToken token = parser.nextToken();
      switch (field) {
        case "time" -> time.set(parser, token == JsonToken.VALUE_STRING);
        case "value" -> value.set(parser, token.isNumeric());
        case "tags" -> tags = digest(parser);
        case "metadata" -> metadata = digest(parser);
        default -> parser.skipChildren();
      }
    }
  }

  private static long digest(JsonParser parser) {
    if (parser.currentToken() != JsonToken.START_OBJECT) {
      parser.skipChildren();
      return 0;
    }
    long sum = 0;
    for (String key = parser.nextName(); key != null; key = parser.nextName()) {
      parser.nextToken();
      sum += mixed(key.hashCode(), parser);
      parser.skipChildren();
    }
    return sum;
  }

  private static long mixed(long keyHash, JsonParser parser) {
    long hash = keyHash * 0x9e3779b97f4a7c15L;
    char[] text = parser.getStringCharacters();
    int end = parser.getStringOffset() + parser.getStringLength();
    for (int i = parser.getStringOffset(); i < end; i++) {
      hash = (hash ^ text[i]) * 0x100000001b3L;
    }
    hash = (hash ^ hash >>> 32) * 0xd6e8feb86659fd93L;
    return hash ^ hash >>> 29;
  }

  /** A scalar kept as text until its metric is known to be of interest. */
  private static final class Text {

    private final String field;
    private final char[] text;
    private int length;
    private @Nullable String fault;

    Text(String field, int longest) {
      this.field = field;
      this.text = new char[longest];
    }

    void clear() {
      length = 0;
      fault = "missing";
    }

    void set(JsonParser parser, boolean fits) {
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

    long read(Reading reading) {
      if (fault != null) {
        throw new IllegalArgumentException(field + ": " + fault);
      }
      try {
        return reading.of(text, length);
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(field + ": " + e.getMessage(), e);
      }
    }
  }

  private interface Reading {
    long of(char[] text, int length);
  }
}
