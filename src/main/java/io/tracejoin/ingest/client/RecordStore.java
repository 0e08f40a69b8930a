package io.tracejoin.ingest.client;

import io.tracejoin.decompose.ClientRecord;
import java.util.List;

/** Where client records go. */
public interface RecordStore {

  /**
   * Stores one chunk of a run's records and the join work that it makes, in one transaction. When
   * this returns they are committed. A record whose every field is already stored for the run is
   * not stored again.
   *
   * @param run the run's number
   * @throws org.springframework.dao.DataAccessException if the database is away or refuses: nothing
   *     is stored
   */
  Stored store(int run, List<ClientRecord> chunk);

  /**
   * What became of a chunk; every record is in exactly one of accepted and duplicates.
   *
   * @param accepted stored, uncorrelated ones and collisions included
   * @param uncorrelated stored without any identifier
   * @param duplicates told before with the same outcome, status and durations
   * @param collisions told before with other facts
   */
  record Stored(int accepted, int uncorrelated, int duplicates, int collisions) {

    /** Nothing stored yet. */
    public static final Stored NONE = new Stored(0, 0, 0, 0);

    /** The counts of both. */
    public Stored plus(Stored other) {
      return new Stored(
          accepted + other.accepted,
          uncorrelated + other.uncorrelated,
          duplicates + other.duplicates,
          collisions + other.collisions);
    }
  }
}
