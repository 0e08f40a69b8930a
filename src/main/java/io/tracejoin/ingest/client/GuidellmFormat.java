package io.tracejoin.ingest.client;

import org.springframework.stereotype.Component;

/**
 * GuideLLM's {@code benchmarks.json}, of report versions 1 and 2: each benchmark of a sweep is a
 * step of the run. Requests are passed on as they come by.
 */
@Component
final class GuidellmFormat implements RecordFormat {

  @Override
  public String name() {
    return "guidellm";
  }

  @Override
  public void read(UploadBody body, RecordSink sink, UploadOptions options) {
    var report = new GuidellmReport(sink, options);
    new ToolDocuments(body, sink).forEach(report::read);
  }
}
