package io.tracejoin.run;

import io.tracejoin.decompose.Mapping;

/** The stored versions of the mapping. */
public interface MappingCatalog {

  /** The version in force: what new runs and traces without a record are joined with. */
  Mapping current();

  /**
   * The version with this number.
   *
   * @throws IllegalArgumentException if there is none
   */
  Mapping find(int id);
}
