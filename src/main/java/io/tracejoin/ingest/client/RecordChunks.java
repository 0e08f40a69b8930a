package io.tracejoin.ingest.client;

import io.tracejoin.decompose.ClientRecord;
import io.tracejoin.ingest.client.RecordStore.Stored;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * Commits the records of one upload in chunks: when a chunk is full, or when its first record has
 * waited long enough. The latter also while the reader waits for a live body, on the alarm's
 * thread.
 */
final class RecordChunks {

  /**
   * Token times of a chunk in bytes, about: long answers must not fill the memory before their
   * number does.
   */
  private static final long MOST_BYTES = 8 << 20;

  private final RecordStore store;
  private final int run;
  private final int size;
  private final Duration patience;
  private final Alarm alarm;

  private List<ClientRecord> chunk = new ArrayList<>();
  private long bytes;
  private @Nullable Future<?> overdue;
  private Stored stored = Stored.NONE;
  private @Nullable RuntimeException failure;

  RecordChunks(RecordStore store, int run, int size, Duration patience, Alarm alarm) {
    this.store = store;
    this.run = run;
    this.size = size;
    this.patience = patience;
    this.alarm = alarm;
  }

  /**
   * Takes a record, and waits while a chunk is being committed.
   *
   * @throws UploadFailedException if a chunk could not be committed, this one or one before
   */
  synchronized void add(ClientRecord record) {
    requireNoFailure();
    chunk.add(record);
    bytes += record.times().content().bytes();
    if (chunk.size() >= size || bytes >= MOST_BYTES) {
      commit();
      requireNoFailure();
    } else if (chunk.size() == 1) {
      List<ClientRecord> waiting = chunk;
      overdue = alarm.in(patience, () -> commitIfStill(waiting));
    }
  }

  /**
   * Commits the rest.
   *
   * @throws UploadFailedException if a chunk could not be committed, this one or one before
   */
  synchronized void finish() {
    requireNoFailure();
    commit();
    requireNoFailure();
  }

  /** Gives up what is not committed yet: no alarm will commit it later. */
  synchronized void abandon() {
    take();
  }

  /** What became of the chunks that are committed. */
  synchronized Stored stored() {
    return stored;
  }

  private synchronized void commitIfStill(List<ClientRecord> waiting) {
    if (chunk == waiting) {
      commit();
    }
  }

  private void commit() {
    List<ClientRecord> taken = take();
    if (taken.isEmpty()) {
      return;
    }
    try {
      stored = stored.plus(store.store(run, taken));
    } catch (RuntimeException e) {
      failure = e;
    }
  }

  private List<ClientRecord> take() {
    if (overdue != null) {
      overdue.cancel(false);
      overdue = null;
    }
    List<ClientRecord> taken = chunk;
    chunk = new ArrayList<>();
    bytes = 0;
    return taken;
  }

  private void requireNoFailure() {
    if (failure != null) {
      throw new UploadFailedException(failure);
    }
  }
}
