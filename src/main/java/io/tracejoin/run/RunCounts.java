package io.tracejoin.run;

/** How much has come in for a run. */
public interface RunCounts {

  /** Grows whenever a joined row of the run is written or removed; 0 for a run without any. */
  long changeSeq(int run);

  /** Counts the run's joined rows: asks for as long as there are many of them. */
  Counts count(int run);

  /**
   * Requests of a run.
   *
   * @param records client records that were joined or looked at
   * @param matched those of them with a usable trace
   */
  record Counts(long records, long matched) {}
}
