package io.tracejoin.store;

import io.tracejoin.decompose.ClientRecord;
import io.tracejoin.decompose.Repeat;
import io.tracejoin.ingest.client.RecordStore.Stored;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiFunction;

/**
 * Sorts a chunk against what its run already told of the same traces: what is new, repeated or
 * contradictory.
 */
final class KnownRecords {

  /**
   * Rows of one trace that a record is compared with: a trace ID used for everything stays cheap.
   */
  static final int COMPARED = 16;

  /** Where a record was stored: its trace and its content. */
  record Fingerprint(UUID key, long hash) {}

  /** A record to store. */
  record Fresh(ClientRecord record, long hash) {}

  private final BiFunction<ClientRecord, ClientRecord, Repeat> relate;
  private final Set<Fingerprint> fingerprints;
  private final Map<UUID, List<ClientRecord>> told = new HashMap<>();
  private final List<Fresh> fresh = new ArrayList<>();
  private int uncorrelated;
  private int repeated;
  private int collisions;
  private int duplicates;

  /**
   * @param stored up to {@link #COMPARED} stored records of each trace
   * @param fingerprints which of the chunk's fingerprints are stored
   */
  KnownRecords(
      BiFunction<ClientRecord, ClientRecord, Repeat> relate,
      List<ClientRecord> stored,
      Set<Fingerprint> fingerprints) {
    this.relate = relate;
    this.fingerprints = new HashSet<>(fingerprints);
    stored.forEach(this::remember);
  }

  /** Takes the next record of the chunk. */
  void add(ClientRecord record, long hash) {
    if (!fingerprints.add(new Fingerprint(record.key(), hash))) {
      duplicates++;
      return;
    }
    // A repeat with more facts is stored: the join fills in what the first one lacks.
    fresh.add(new Fresh(record, hash));
    count(record);
    remember(record);
  }

  /** What is to be stored, in the order of the chunk. */
  List<Fresh> fresh() {
    return fresh;
  }

  /** What became of the records so far. */
  Stored counts() {
    return new Stored(fresh.size() - repeated, uncorrelated, duplicates + repeated, collisions);
  }

  private void count(ClientRecord record) {
    if (!record.correlated()) {
      uncorrelated++;
      return;
    }
    boolean conflict = false;
    for (ClientRecord other : told.getOrDefault(record.key(), List.of())) {
      Repeat repeat = relate.apply(record, other);
      if (repeat == Repeat.SAME) {
        repeated++;
        return;
      }
      conflict |= repeat == Repeat.CONFLICT;
    }
    collisions += conflict ? 1 : 0;
  }

  private void remember(ClientRecord record) {
    List<ClientRecord> others = told.computeIfAbsent(record.key(), key -> new ArrayList<>(2));
    if (others.size() < COMPARED) {
      others.add(record);
    }
  }
}
