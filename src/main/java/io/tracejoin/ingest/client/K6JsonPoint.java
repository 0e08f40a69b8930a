package io.tracejoin.ingest.client;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** A line of k6's JSON output. */
final class K6JsonPoint extends K6Point implements JsonDocuments.Sight {

  private final K6Metrics metrics;
  private final K6LineFrame frame = new K6LineFrame();
  private final K6LineShape shape = new K6LineShape();

  /** How the line of the frame was read: by its shape, and its tags with it. */
  private boolean shaped;

  private int seenFrom;
  private int seenTo;
  private @Nullable JsonDocuments document;
  private @Nullable String type;
  private @Nullable K6Metric metric;
  private long tags;
  private long metadata;
  private boolean wholeLine;

  K6JsonPoint(K6Metrics metrics) {
    super("time", "value");
    this.metrics = metrics;
  }

  /** Reads the line that starts here if its form is known; {@link #read} then need not. */
  @Override
  public int end(byte[] bytes, int from, int limit) {
    int end = framed(bytes, from, limit);
    if (end == from) {
      // What the shape keeps is of one line alone, so the frame of another goes with it.
      frame.forget();
      shaped = false;
      end = shaped(bytes, from, limit);
    }
    seenFrom = from;
    seenTo = end;
    return end;
  }

  /**
   * Reads a line, no further than needed to know that it is of no interest.
   *
   * @return false if it describes a metric, which it may anywhere
   * @throws IllegalArgumentException if it is no line of k6's
   * @throws tools.jackson.core.JacksonException if it is not JSON
   */
  boolean read(JsonDocuments line) {
    document = line;
    int from = line.offset();
    int to = from + line.length();
    if ((seenFrom == from && seenTo == to) || end(line.bytes(), from, to) == to) {
      seenTo = seenFrom;
      return true;
    }
    clear();
    try (JsonParser parser = JsonBody.parser(line)) {
      boolean point = read(parser);
      if (point) {
        shape.learn(line.bytes(), from, to, wholeLine ? tags : null);
      }
      if (point && wholeLine) {
        frame.learn(line.bytes(), from, to);
      }
      return point;
    }
  }

  /** Type, time, tags and metadata are those of the line before. */
  private int framed(byte[] bytes, int from, int limit) {
    int end = frame.end(bytes, from, limit);
    if (end == from) {
      return from;
    }
    K6Metric named = metrics.of(bytes, from + K6LineHead.START.length, frame.nameEnd());
    if (!mayStandIn(named)) {
      return from;
    }
    metric = named;
    value.set(bytes, frame.valueStart(), frame.valueEnd());
    return end;
  }

  private int shaped(byte[] bytes, int from, int limit) {
    int end = shape.end(bytes, from, limit);
    if (end == from) {
      return from;
    }
    K6LineHead head = shape.head();
    metric = metrics.of(bytes, from + K6LineHead.START.length, head.nameEnd());
    shaped = true;
    if (!mayStandIn(metric)) {
      shaped = false;
      return from;
    }
    type = "Point";
    wholeLine = true;
    tags = shape.tags().digest();
    metadata = shape.metadataDigest();
    time.set(bytes, head.timeStart(), head.timeEnd());
    value.set(bytes, head.valueStart(), head.valueEnd());
    frame.learn(bytes, head, end);
    return end;
  }

  /** Tags that nobody has read may stand in a line that nobody reads. */
  private boolean mayStandIn(K6Metric named) {
    return !shaped || named.role() == K6Metric.Role.NONE || shape.tags().isRead();
  }

  private boolean read(JsonParser parser) {
    parser.nextToken();
    for (String field = parser.nextName(); field != null; field = parser.nextName()) {
      parser.nextToken();
      switch (field) {
        case "type" -> type = parser.getValueAsString();
        case "metric" -> name(parser.getValueAsString());
        case "data" -> data(parser);
        default -> parser.skipChildren();
      }
      if (type != null && metric != null && !isOfInterest()) {
        return isPoint();
      }
    }
    requireComplete(parser);
    wholeLine = true;
    return isPoint();
  }

  @Override
  K6Metric metric() {
    return metric == null ? K6Metric.OTHER : metric;
  }

  @Override
  long tagsDigest() {
    return tags;
  }

  @Override
  long metadataDigest() {
    return metadata;
  }

  @Override
  K6Tags tags() {
    if (shaped) {
      JsonDocuments line = document();
      int end = line.offset() + line.length();
      return new K6Tags(shape.tags().tags(), shape.metadata(line.bytes(), end));
    }
    try (JsonParser parser = JsonBody.parser(document())) {
      return K6Tags.read(parser);
    }
  }

  @Override
  long line() {
    return document().line();
  }

  @Override
  long position() {
    return document().position();
  }

  private JsonDocuments document() {
    if (document == null) {
      throw new IllegalStateException("nothing read");
    }
    return document;
  }

  private void clear() {
    frame.forget();
    shaped = false;
    wholeLine = false;
    type = null;
    metric = null;
    tags = 0;
    metadata = 0;
    time.clear();
    value.clear();
  }

  private void name(@Nullable String text) {
    metric = text == null ? null : metrics.of(text);
  }

  private boolean isPoint() {
    return !"Metric".equals(type);
  }

  private boolean isOfInterest() {
    return isPoint() && metric().role() != K6Metric.Role.NONE;
  }

  private void requireComplete(JsonParser parser) {
    if (parser.currentToken() != JsonToken.END_OBJECT) {
      throw new IllegalArgumentException("not JSON: expected a field name");
    }
    if (type == null || metric == null) {
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
    long hash = K6Digest.begin(keyHash);
    char[] text = parser.getStringCharacters();
    int end = parser.getStringOffset() + parser.getStringLength();
    for (int i = parser.getStringOffset(); i < end; i++) {
      hash = K6Digest.step(hash, text[i]);
    }
    return K6Digest.end(hash);
  }
}
