package io.tracejoin.ingest;

import io.tracejoin.decompose.Mapping;

/** The mapping in force: ingest keeps whatever its rules and dimensions read. */
@FunctionalInterface
public interface CurrentMapping {

  /**
   * The mapping that new traces are joined with. Asked every few seconds, never once a request.
   *
   * @throws RuntimeException if it cannot be read now; the last one that was read stays in force
   */
  Mapping get();
}
