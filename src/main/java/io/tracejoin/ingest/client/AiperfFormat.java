package io.tracejoin.ingest.client;

import org.springframework.stereotype.Component;
import tools.jackson.core.JsonParser;

/** AIPerf's {@code profile_export.jsonl}: an object a request. */
@Component
final class AiperfFormat implements RecordFormat {

  private final int maxLineLength;

  AiperfFormat(ClientIngestProperties properties) {
    this.maxLineLength = properties.maxLineLength();
  }

  @Override
  public String name() {
    return "aiperf-jsonl";
  }

  @Override
  public void read(UploadBody body, RecordSink sink, UploadOptions options) {
    var figures = new AiperfFigures();
    new JsonBody(body, sink, maxLineLength).forEach(new Lines(sink, options, figures));
    figures.tell(sink);
  }

  private record Lines(RecordSink sink, UploadOptions options, AiperfFigures figures)
      implements JsonBody.Reader {

    @Override
    public void object(JsonDocuments document) {
      AiperfRecord read;
      try (JsonParser parser = JsonBody.parser(document)) {
        read = AiperfRecord.read(parser);
      }
      if (read.isWarmup()) {
        sink.ignore();
      } else {
        sink.accept(read.record(options, document.position()));
        read.tell(figures);
      }
    }

    @Override
    public boolean ignoresText() {
      return false;
    }
  }
}
