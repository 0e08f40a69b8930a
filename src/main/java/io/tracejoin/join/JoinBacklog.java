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
   * @param setAside traces whose rows could not be stored: tried again now and then
   */
  record Backlog(long rows, Duration lag, long setAside) {}
}
