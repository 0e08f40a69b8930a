package io.tracejoin.ingest.client;

import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonReadFeature;

/** A body of JSON objects: hands them out one by one and rejects what is none. */
final class JsonBody {

  /** NaN and Infinity are let through the parser so that the refusal can name their field. */
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
  private final int max;
  private final JsonDocuments documents;
  private long objects;
  private long refusedTextLine;

  JsonBody(UploadBody body, RecordSink sink, int max) {
    this(body, sink, max, new JsonDocuments(body, max));
  }

  JsonBody(UploadBody body, RecordSink sink, int max, JsonDocuments.Sight sight) {
    this(body, sink, max, new JsonDocuments(body, max, sight));
  }

  private JsonBody(UploadBody body, RecordSink sink, int max, JsonDocuments documents) {
    this.body = body;
    this.sink = sink;
    this.max = max;
    this.documents = documents;
  }

  /** Takes the objects of a body as they come. */
  interface Reader {

    /**
     * Reads the current document.
     *
     * @throws IllegalArgumentException saying what is wrong with it
     * @throws JacksonException if it is not JSON
     */
    void object(JsonDocuments document);

    /** Whether text between the objects is passed over, not rejected. */
    boolean ignoresText();
  }

  /** Starts to parse the current document. */
  static JsonParser parser(JsonDocuments document) {
    return parser(document.bytes(), document.offset(), document.length());
  }

  /** Starts to parse these bytes. */
  static JsonParser parser(byte[] bytes, int offset, int length) {
    return JSON.createParser(ObjectReadContext.empty(), bytes, offset, length);
  }

  /** Reads to the end. */
  void forEach(Reader reader) {
    JsonDocuments.Kind kind = documents.next();
    while (kind != JsonDocuments.Kind.END) {
      take(kind, reader);
      kind = documents.next();
    }
    finish();
  }

  private void take(JsonDocuments.Kind kind, Reader reader) {
    switch (kind) {
      case OBJECT -> object(reader);
      case TEXT -> text(reader);
      case TOO_LONG -> reject("longer than " + max + " bytes");
      case BROKEN -> reject("not JSON: the object is not closed, or a quote is missing");
      case UNCLOSED ->
          reject("longer than " + max + " bytes and never closed: the rest was not read");
      case CUT -> cut();
      case END -> throw new IllegalStateException("nothing to take");
    }
  }

  private void object(Reader reader) {
    objects++;
    try {
      reader.object(documents);
    } catch (JacksonException e) {
      reject(notJson(e.getOriginalMessage()));
    } catch (IllegalArgumentException e) {
      reject(String.valueOf(e.getMessage()));
    }
  }

  private static String notJson(String detail) {
    String text = "not JSON: " + detail;
    return text.length() > LONGEST_REASON ? text.substring(0, LONGEST_REASON) : text;
  }

  private void text(Reader reader) {
    if (!reader.ignoresText()) {
      reject("not a JSON object");
      return;
    }
    sink.consoleLine();
    if (refusedTextLine == 0) {
      refusedTextLine = documents.line();
    }
  }

  private void cut() {
    sink.truncated();
    if (objects == 0) {
      objects++;
      reject("the body ends within this object");
    }
  }

  private void reject(String reason) {
    long element = documents.element();
    String place = element > 0 ? "element " + element + ": " : "";
    sink.reject(documents.line(), place + reason);
  }

  private void finish() {
    if (documents.insideArray() || body.brokeOff()) {
      sink.truncated();
    }
    String corruption = body.corruption();
    if (corruption != null) {
      sink.reject(documents.line(), corruption + ": the rest was not read");
    }
    if (objects == 0 && refusedTextLine > 0) {
      sink.reject(refusedTextLine, "not JSON: there is no JSON object in this body");
    }
  }
}
