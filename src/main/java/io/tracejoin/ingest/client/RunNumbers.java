package io.tracejoin.ingest.client;

import io.tracejoin.run.RunId;

/** The number of the run that an upload belongs to. */
@FunctionalInterface
interface RunNumbers {

  /** Finds the run, or creates it with nothing declared. */
  int of(RunId runId);
}
