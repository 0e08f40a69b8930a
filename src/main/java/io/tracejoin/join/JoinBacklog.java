package io.tracejoin.join;

import java.time.Duration;

/** What waits to be joined. */
public interface JoinBacklog {

  /**
   * @throws org.springframework.dao.DataAccessException if the database is away
   */
  Backlog read();

  /**
   * What waits.
   *
   * @param rows ingest commits not yet joined
   * @param lag age of the oldest; zero if there is none
   * @param setAside traces that wait for nothing but the next start: their rows could not be stored
   */
  record Backlog(long rows, Duration lag, long setAside) {}
}
