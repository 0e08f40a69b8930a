package io.tracejoin.run;

/** Removes a run with all that came for it. */
public interface RunErasure {

  /**
   * Removes the run, its client records, joined rows and reports, in one transaction. Spans stay.
   */
  void erase(int run);
}
