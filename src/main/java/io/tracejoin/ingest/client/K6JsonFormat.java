package io.tracejoin.ingest.client;

import java.nio.charset.StandardCharsets;
import org.springframework.stereotype.Component;
import tools.jackson.core.JacksonException;

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
  public boolean takesTtft() {
    return true;
  }

  @Override
  public void read(UploadBody body, RecordSink sink, UploadOptions options) {
    var points = new K6Points(sink, options);
    var point = new K6JsonPoint(points.metrics());
    new JsonBody(body, sink, maxLineLength, point).forEach(new Lines(sink, points, point));
    points.finish();
  }

  private record Lines(RecordSink sink, K6Points points, K6JsonPoint point)
      implements JsonBody.Reader {

    @Override
    public void object(JsonDocuments document) {
      try {
        if (point.read(document)) {
          points.take(point);
        } else {
          sink.ignore();
        }
      } catch (IllegalArgumentException e) {
        points.damage();
        throw e;
      } catch (JacksonException e) {
        if (isConsoleText(document)) {
          sink.consoleLine();
          return;
        }
        points.damage();
        throw isInfinite(document) ? new IllegalArgumentException(INFINITE, e) : e;
      }
    }

    /** The end-of-test summary has lines such as {@code { expected_response:true }...: avg=1ms}. */
    private static boolean isConsoleText(JsonDocuments document) {
      byte[] bytes = document.bytes();
      int at = document.offset() + 1;
      int end = document.offset() + document.length();
      while (at < end && bytes[at] <= ' ' && bytes[at] >= 0) {
        at++;
      }
      return at < end && bytes[at] != '"' && bytes[at] != '}';
    }

    private static boolean isInfinite(JsonDocuments document) {
      String text =
          new String(
              document.bytes(), document.offset(), document.length(), StandardCharsets.ISO_8859_1);
      return text.contains(":+Inf") || text.contains(":-Inf");
    }

    /** k6 prints to the same place where its output goes to the console. */
    @Override
    public boolean ignoresText() {
      return true;
    }
  }
}
