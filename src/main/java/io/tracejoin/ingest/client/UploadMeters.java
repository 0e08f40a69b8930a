package io.tracejoin.ingest.client;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.stereotype.Component;

/** The meters of uploads: client records by what became of them. */
@Component
final class UploadMeters {

  private final Counter accepted;
  private final Counter uncorrelated;
  private final Counter duplicates;
  private final Counter collisions;
  private final Counter rejected;

  UploadMeters(MeterRegistry registry) {
    accepted = records(registry, "accepted");
    uncorrelated = records(registry, "uncorrelated");
    duplicates = records(registry, "duplicate");
    collisions = records(registry, "collision");
    rejected = records(registry, "rejected");
  }

  private static Counter records(MeterRegistry registry, String result) {
    return Counter.builder("tracejoin.ingest.records")
        .description(
            "Client records received, by what became of them; accepted holds the uncorrelated and"
                + " the collisions")
        .tag("result", result)
        .register(registry);
  }

  /** Counts one upload, whole or broken off. */
  void count(UploadAnswer answer) {
    accepted.increment(answer.accepted());
    uncorrelated.increment(answer.uncorrelated());
    duplicates.increment(answer.duplicates());
    collisions.increment(answer.collisions());
    rejected.increment(answer.rejected());
  }
}
