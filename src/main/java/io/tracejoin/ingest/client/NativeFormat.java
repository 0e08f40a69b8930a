package io.tracejoin.ingest.client;

import org.springframework.stereotype.Component;
import tools.jackson.core.JsonParser;

/** Tracejoin's own records: a JSON object each. */
@Component
final class NativeFormat implements RecordFormat {

  private final int maxLineLength;

  NativeFormat(ClientIngestProperties properties) {
    this.maxLineLength = properties.maxLineLength();
  }

  @Override
  public String name() {
    return "native";
  }

  @Override
  public void read(UploadBody body, RecordSink sink, UploadOptions options) {
    new JsonBody(body, sink, maxLineLength).forEach(new Records(sink, options));
  }

  private record Records(RecordSink sink, UploadOptions options) implements JsonBody.Reader {

    @Override
    public void object(JsonDocuments document) {
      try (JsonParser parser = JsonBody.parser(document)) {
        sink.accept(NativeRecord.read(parser, options, document.position()));
      }
    }

    @Override
    public boolean ignoresText() {
      return false;
    }
  }
}
