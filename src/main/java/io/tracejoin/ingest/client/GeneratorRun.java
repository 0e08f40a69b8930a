package io.tracejoin.ingest.client;

import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A run, as far as it says which spans are client records of it.
 *
 * @param id the run's number
 * @param runId the name that clients use
 * @param services its {@code generator_services}
 * @param traceIdPrefix lower-case hex digits with which its trace IDs start, or null
 * @param open whether it still takes what only its service tells
 * @param createdAt when it was first named
 */
public record GeneratorRun(
    int id,
    String runId,
    Set<String> services,
    @Nullable String traceIdPrefix,
    boolean open,
    Instant createdAt) {

  /** Copies the set. */
  public GeneratorRun {
    services = Set.copyOf(services);
  }
}
