package io.tracejoin.bench;

/** One measurement with its baseline. */
interface Benchmark {

  /**
   * Starts what it needs, measures, and stops it again, also on failure.
   *
   * @param scale 1 for the default size, which ends within a minute on two cores
   */
  Result measure(double scale) throws Exception;
}
