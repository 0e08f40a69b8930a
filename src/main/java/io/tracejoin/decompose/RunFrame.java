package io.tracejoin.decompose;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the join must know of a run.
 *
 * @param id internal number; a run created later has a greater one
 * @param runId the name that clients use
 * @param services services whose spans alone may be roots; empty: any
 * @param generatorServices services whose CLIENT spans are client records, not server spans
 * @param firstSendNanos earliest send of the run's records so far, or null where none carries one
 * @param lastSendNanos latest send of the run's records so far, or null
 * @param mapping the mapping version that the run keeps
 */
public record RunFrame(
    int id,
    String runId,
    Set<String> services,
    Set<String> generatorServices,
    @Nullable Long firstSendNanos,
    @Nullable Long lastSendNanos,
    Mapping mapping) {

  /** Copies the sets. */
  public RunFrame {
    services = Set.copyOf(services);
    generatorServices = Set.copyOf(generatorServices);
  }

  /** The same run, joined with another mapping. */
  RunFrame with(Mapping other) {
    return new RunFrame(
        id, runId, services, generatorServices, firstSendNanos, lastSendNanos, other);
  }
}
