package io.tracejoin.ingest.client;

import java.util.List;

/** Where the load of a run's seconds goes. */
@FunctionalInterface
public interface LoadStore {

  /**
   * Stores what is known of these seconds so far, in one transaction. Of what is stored already the
   * greater number stays, so the same file sent again changes nothing.
   *
   * @param run the run's number
   * @param generator whose load it is
   * @param seconds each scenario and second once
   * @throws org.springframework.dao.DataAccessException if the database is away or refuses
   */
  void store(int run, String generator, List<LoadSecond> seconds);
}
