package io.tracejoin.ingest.client;

import io.tracejoin.run.K6Summary;

/** Where summaries go. */
public interface K6SummaryStore {

  /**
   * Keeps the summary of a run in place of an earlier one, and lets reports know that the run has
   * changed. The same summary again changes nothing.
   *
   * @param run the run's number
   * @throws org.springframework.dao.DataAccessException if the database is away or refuses: nothing
   *     is stored
   */
  void keep(int run, K6Summary summary);
}
