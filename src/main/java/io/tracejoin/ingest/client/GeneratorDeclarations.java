package io.tracejoin.ingest.client;

import io.tracejoin.run.RunId;

/** Declares a configured generator to the run that its spans name. */
@FunctionalInterface
public interface GeneratorDeclarations {

  /**
   * Adds the service to the run's {@code generator_services}; the run is made if it is new.
   *
   * @return the run's number
   */
  int declare(RunId runId, String service);
}
