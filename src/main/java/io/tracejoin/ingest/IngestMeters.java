package io.tracejoin.ingest;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.function.LongSupplier;

/** The meters of the span queue. */
final class IngestMeters {

  private final Counter stored;
  private final Counter overloaded;
  private final Counter failed;
  private final Counter refused;
  private final Timer commits;

  IngestMeters(MeterRegistry registry, LongSupplier queueBytes) {
    Gauge.builder("tracejoin.ingest.queue", queueBytes, LongSupplier::getAsLong)
        .description("Spans that wait for their commit")
        .baseUnit("bytes")
        .strongReference(true)
        .register(registry);
    stored = spans(registry, "stored");
    overloaded = spans(registry, "overloaded");
    failed = spans(registry, "failed");
    refused = spans(registry, "refused");
    commits =
        Timer.builder("tracejoin.ingest.commits")
            .description("Batches of spans sent to the database")
            .register(registry);
  }

  private static Counter spans(MeterRegistry registry, String result) {
    return Counter.builder("tracejoin.ingest.spans")
        .description("Spans received, by what became of them")
        .tag("result", result)
        .register(registry);
  }

  void time(Runnable commit) {
    commits.record(commit);
  }

  void stored(int spans) {
    stored.increment(spans);
  }

  void overloaded(int spans) {
    overloaded.increment(spans);
  }

  /** The database does not take what they hold. */
  void refused(int spans) {
    refused.increment(spans);
  }

  void failed(int spans) {
    failed.increment(spans);
  }
}
