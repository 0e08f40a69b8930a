package io.tracejoin.ingest.client;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;

/** The points that {@code k6 run --out json} writes, in every layout since 2020. */
@Component
final class K6JsonFormat implements RecordFormat {

  /** k6 0.38 to 1.x writes an infinite value as no JSON allows it. */
  private static final String INFINITE = "value: Inf is not a finite number";

  private final int maxLineLength;

  K6JsonFormat(ClientIngestProperties properties) {
    this.maxLineLength = properties.maxLineLength();
  }

  @Override
  public String name() {
    return "k6-json";
  }

  @Override
  public void read(UploadBody body, RecordSink sink, @Nullable String generator) {
    var groups = new K6Groups(sink, generator);
    new JsonBody(body, sink, maxLineLength).forEach(new Points(sink, groups, new K6Point()));
    groups.finish();
  }

  private record Points(RecordSink sink, K6Groups groups, K6Point point)
      implements JsonBody.Reader {

    @Override
    public void object(JsonDocuments document) {
      try {
        K6Point.Kind kind = read(document);
        if (kind == K6Point.Kind.TRANSACTION) {
          groups.add(point, document);
        } else {
          sink.ignore();
        }
        if (kind == K6Point.Kind.OTHER) {
          groups.close();
        }
      } catch (IllegalArgumentException e) {
        groups.damage();
        throw e;
      } catch (JacksonException e) {
        groups.damage();
        throw infinite(document) ? new IllegalArgumentException(INFINITE, e) : e;
      }
    }

    private static boolean infinite(JsonDocuments document) {
      String text =
          new String(
              document.bytes(), document.offset(), document.length(), StandardCharsets.ISO_8859_1);
      return text.contains(":+Inf") || text.contains(":-Inf");
    }

    private K6Point.Kind read(JsonDocuments document) {
      try (JsonParser parser = JsonBody.parser(document)) {
        return point.read(parser);
      }
    }

    /** k6 prints to the same place where its output goes to the console. */
    @Override
    public boolean ignoresText() {
      return true;
    }
  }
}
