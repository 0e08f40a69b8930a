package io.tracejoin.ingest.client;

import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonReadFeature;

/**
 * Files of benchmark tools: one object of any size, or several one after the other. They are read
 * as they come by, since an object may hold all requests of a run.
 */
final class ToolDocuments {

  /** Tools write a bare Infinity or NaN where a rate has no bound or a figure no value. */
  private static final JsonFactory JSON =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(64)
                  .maxStringLength(1 << 20)
                  .maxNumberLength(Decimal.MAX_LENGTH)
                  .maxNameLength(1 << 10)
                  .build())
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
          .build();

  private static final int LONGEST_REASON = 300;

  private final UploadBody body;
  private final RecordSink sink;

  ToolDocuments(UploadBody body, RecordSink sink) {
    this.body = body;
    this.sink = sink;
  }

  /** Takes the objects of a body as they come. */
  interface Reader {

    /**
     * Reads the object at whose start the parser stands, to its end.
     *
     * @throws IllegalArgumentException saying why nothing can be made of it
     */
    void object(JsonParser parser);
  }

  /** Reads to the end. */
  void forEach(Reader reader) {
    try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), body)) {
      read(parser, reader);
    }
    String corruption = body.corruption();
    if (corruption != null) {
      sink.reject(1, corruption + ": the rest was not read");
    }
    if (body.brokeOff()) {
      sink.truncated();
    }
  }

  private void read(JsonParser parser, Reader reader) {
    try {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        if (token == JsonToken.START_OBJECT) {
          object(parser, reader);
        } else if (token.isScalarValue()) {
          sink.reject(line(parser), "not a JSON object");
        }
      }
    } catch (JacksonException e) {
      broken(line(parser), String.valueOf(e.getOriginalMessage()));
    }
  }

  private void broken(long line, String detail) {
    // The parser has an exception of its own for this, but not between two fields.
    if (detail.startsWith("Unexpected end-of-input")) {
      sink.truncated();
      sink.reject(line, "the body ends within this object");
      return;
    }
    String reason = "not JSON: " + detail;
    sink.reject(line, reason.substring(0, Math.min(reason.length(), LONGEST_REASON)));
  }

  private void object(JsonParser parser, Reader reader) {
    long line = line(parser);
    int outside = parser.streamReadContext().getNestingDepth() - 1;
    try {
      reader.object(parser);
    } catch (IllegalArgumentException e) {
      sink.reject(line, String.valueOf(e.getMessage()));
      while (parser.streamReadContext().getNestingDepth() > outside) {
        parser.nextToken();
      }
    }
  }

  static long line(JsonParser parser) {
    return parser.currentTokenLocation().getLineNr();
  }
}
