package io.tracejoin.ingest;

import java.time.Duration;
import java.util.List;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.util.unit.DataSize;

/** The shipped settings, and variations of them. */
public final class IngestSettings {

  private IngestSettings() {}

  /** What applies where nothing is set. */
  public static IngestProperties shipped() {
    return new Binder(new MapConfigurationPropertySource())
        .bindOrCreate("tracejoin.ingest", IngestProperties.class);
  }

  static IngestProperties queue(long bytes, int writers, int batchSpans, Duration answerWithin) {
    return new IngestProperties(
        DataSize.ofBytes(bytes),
        writers,
        batchSpans,
        answerWithin,
        Duration.ofSeconds(1),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        null);
  }
}
