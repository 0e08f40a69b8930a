package io.tracejoin.ingest.client;

import io.tracejoin.run.RunId;

/** Ends the run that an upload belongs to. */
@FunctionalInterface
interface RunEnd {

  /** Asks for the end; of a run that ends already nothing changes. */
  void of(RunId runId);
}
