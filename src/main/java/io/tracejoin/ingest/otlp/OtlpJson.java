package io.tracejoin.ingest.otlp;

import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.ScopeSpans;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads OTLP/JSON, as it comes, into the protobuf messages. Protobuf's own JSON reader is of no
 * use: it takes the hex digits of an ID for base64, and gives wrong bytes without an error. What
 * the service does not use (links, trace state, schema URLs) is skipped.
 */
final class OtlpJson {

  // A span's attribute value lies 10 deep, each list in a list adds 3.
  private static final int MAX_DEPTH = 200;
  private static final int MAX_QUOTED = 200;

  private static final JsonFactory JSON =
      JsonFactory.builder()
          .streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(MAX_DEPTH).build())
          .build();

  private final JsonCursor json;
  private final JsonValues values;
  private final Map<Place, String> flaws = new HashMap<>();
  private final ExportTraceServiceRequest.Builder request = ExportTraceServiceRequest.newBuilder();

  private OtlpJson(JsonParser parser) {
    this.json = new JsonCursor(parser);
    this.values = new JsonValues(json);
  }

  /**
   * Reads a body: one message, or several one after the other (a Collector's file).
   *
   * @throws Refusal with line and column if it is no JSON, or none of this shape
   * @throws IOException if the body breaks off
   */
  static OtlpRequest.Unpacked read(CappedStream body) throws IOException {
    try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), body)) {
      OtlpJson reader = new OtlpJson(parser);
      while (parser.nextToken() != null) {
        reader.readMessage();
      }
      return new OtlpRequest.Unpacked(reader.request.build(), reader.flaws, body.count());
    } catch (JacksonIOException e) {
      throw e.getCause();
    } catch (JacksonException e) {
      throw malformed(e);
    }
  }

  private static Refusal malformed(JacksonException e) {
    TokenStreamLocation at = e.getLocation();
    String message = e.getOriginalMessage();
    return Refusal.malformed(
        "malformed JSON at line %d, column %d: %s"
            .formatted(
                at == null ? 0 : at.getLineNr(),
                at == null ? 0 : at.getColumnNr(),
                message.substring(0, Math.min(MAX_QUOTED, message.length()))));
  }

  private void readMessage() {
    json.object(
        name -> {
          switch (name) {
            case "resourceSpans" -> json.array(name, this::readResourceSpans);
            case "resourceLogs", "resourceMetrics", "resourceProfiles" ->
                throw json.refuse(name + ": this path takes traces (resourceSpans)");
            default -> json.skip();
          }
        });
  }

  private void readResourceSpans() {
    ResourceSpans.Builder resourceSpans = request.addResourceSpansBuilder();
    json.object(
        name -> {
          switch (name) {
            case "resource" -> readResource(resourceSpans);
            case "scopeSpans" -> json.array(name, () -> readScopeSpans(resourceSpans));
            default -> json.skip();
          }
        });
  }

  private void readResource(ResourceSpans.Builder resourceSpans) {
    json.object(
        name -> {
          if (name.equals("attributes")) {
            values.attributes(resourceSpans.getResourceBuilder()::addAttributes);
          } else {
            json.skip();
          }
        });
  }

  private void readScopeSpans(ResourceSpans.Builder resourceSpans) {
    ScopeSpans.Builder scopeSpans = resourceSpans.addScopeSpansBuilder();
    json.object(
        name -> {
          switch (name) {
            case "scope" -> readScope(scopeSpans);
            case "spans" -> json.array(name, () -> readSpan(resourceSpans, scopeSpans));
            default -> json.skip();
          }
        });
  }

  private void readScope(ScopeSpans.Builder scopeSpans) {
    json.object(
        name -> {
          if (name.equals("name")) {
            scopeSpans.getScopeBuilder().setName(json.text());
          } else {
            json.skip();
          }
        });
  }

  private void readSpan(ResourceSpans.Builder resourceSpans, ScopeSpans.Builder scopeSpans) {
    json.span();
    SpanJson reader = new SpanJson(json, values);
    Span span = reader.read();
    if (reader.flaw() != null) {
      flaws.put(
          new Place(
              request.getResourceSpansCount() - 1,
              resourceSpans.getScopeSpansCount() - 1,
              scopeSpans.getSpansCount()),
          reader.flaw());
    }
    scopeSpans.addSpans(span);
  }
}
