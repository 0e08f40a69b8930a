package io.tracejoin.report;

/**
 * How many rows of a run were joined with a mapping version.
 *
 * @param rows at least 1
 */
public record MappingUse(Name mapping, long rows) {

  /** A mapping version. */
  public record Name(String name, int version) {}
}
