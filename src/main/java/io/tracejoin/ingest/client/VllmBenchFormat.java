package io.tracejoin.ingest.client;

import io.tracejoin.run.ToolFigure;
import org.springframework.stereotype.Component;

/**
 * What {@code vllm bench serve --save-result --save-detailed} writes: arrays with an entry a
 * request, all in one object; with {@code --append-result} several objects one after the other.
 *
 * <p>A request is known only at the end of its object, so an object's numbers are held until then:
 * about 100 bytes a request and 4 a chunk. Texts are not.
 */
@Component
final class VllmBenchFormat implements RecordFormat {

  @Override
  public String name() {
    return "vllm-bench";
  }

  @Override
  public void read(UploadBody body, RecordSink sink, UploadOptions options) {
    long[] position = {0};
    int[] part = {0};
    new ToolDocuments(body, sink)
        .forEach(
            parser -> {
              long line = ToolDocuments.line(parser);
              VllmBenchRun run = VllmBenchRun.read(parser);
              position[0] = new VllmBenchRecords(run, sink, options, line).send(position[0]);
              run.figures.forEach(
                  (name, value) -> {
                    ToolFigure figure = VllmBenchFigures.of(name, value, part[0]);
                    if (figure != null) {
                      sink.reported(figure);
                    }
                  });
              part[0]++;
            });
  }
}
