package io.tracejoin.run;

/** Removes a run with all that was stored for it. */
public interface RunErasure {

  /**
   * Removes the run, its client records, joined requests and reports, in one transaction. Spans
   * stay: they are the server's, and expire with their day. Traces that other records or spans
   * share are joined again. Does nothing if there is no such run.
   *
   * @param runId the run's number
   * @throws org.springframework.dao.DataAccessException if the database is away or refuses: nothing
   *     is removed
   */
  void erase(int runId);
}
