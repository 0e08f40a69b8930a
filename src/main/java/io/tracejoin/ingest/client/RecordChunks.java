package io.tracejoin.ingest.client;

import io.tracejoin.decompose.ClientRecord;
import io.tracejoin.ingest.client.RecordStore.Stored;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * Commits the records and the load of one upload in chunks: when a chunk is full, or when the first
 * of it has waited long enough. The latter also while the reader waits for a live body, on the
 * alarm's thread. One chunk is committed while the next is read; a reader that is faster than the
 * database waits for it.
 */
final class RecordChunks {

  /**
   * Token times of a chunk in bytes, about: long answers must not fill the memory before their
   * number does.
   */
  private static final long MOST_BYTES = 8 << 20;

  private final RecordStore store;
  private final LoadStore loads;
  private final int run;
  private final int size;
  private final Duration patience;
  private final Alarm alarm;
  private final Commits commits;

  private List<ClientRecord> chunk = new ArrayList<>();
  private long bytes;
  private int repeats;
  private final LoadSeconds load = new LoadSeconds();
  private @Nullable Future<?> overdue;
  private @Nullable CompletableFuture<Void> underWay;

  /** Written by the commit under way, read when it has ended. */
  private volatile Stored stored = Stored.NONE;

  private volatile @Nullable RuntimeException failure;

  /**
   * How chunks are cut, and by whom they are committed.
   *
   * @param size the most records of a chunk
   * @param patience the longest time that a record waits for its chunk to fill
   */
  record Rhythm(int size, Duration patience, Alarm alarm, Commits commits) {}

  RecordChunks(RecordStore store, LoadStore loads, int run, Rhythm rhythm) {
    this.store = store;
    this.loads = loads;
    this.run = run;
    this.size = rhythm.size;
    this.patience = rhythm.patience;
    this.alarm = rhythm.alarm;
    this.commits = rhythm.commits;
  }

  /**
   * Takes a record, and waits where its chunk is full while the one before is being committed.
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
    } else {
      commitInTime();
    }
  }

  /**
   * Puts what is now known of a record in its place. One that is committed already is told once
   * more: the join fills in what the first lacks, and it is not counted as a duplicate.
   *
   * @throws UploadFailedException if a chunk could not be committed, this one or one before
   */
  synchronized void amend(ClientRecord before, ClientRecord after) {
    for (int i = chunk.size() - 1; i >= 0; i--) {
      if (isVery(chunk.get(i), before)) {
        chunk.set(i, after);
        return;
      }
    }
    repeats++;
    add(after);
  }

  /**
   * Takes load, and waits where it is much while the load before is being committed.
   *
   * @throws UploadFailedException if a chunk could not be committed, this one or one before
   */
  synchronized void load(LoadSecond second) {
    requireNoFailure();
    load.add(second);
    if (load.isFull()) {
      commit();
      requireNoFailure();
    } else {
      commitInTime();
    }
  }

  /** Names the generator whose load it is. */
  synchronized void generator(String name) {
    load.generator(name);
  }

  /**
   * Commits the rest.
   *
   * @throws UploadFailedException if a chunk could not be committed, this one or one before
   */
  synchronized void finish() {
    requireNoFailure();
    commit();
    awaitCommit();
    requireNoFailure();
  }

  /** Gives up what is not being committed yet: no alarm will commit it later. */
  synchronized void abandon() {
    take();
    load.take();
    awaitCommit();
  }

  /** What became of the chunks that are committed. */
  synchronized Stored stored() {
    awaitCommit();
    return stored;
  }

  private void commitInTime() {
    if (overdue == null) {
      List<ClientRecord> waiting = chunk;
      overdue = alarm.in(patience, () -> commitIfStill(waiting));
    }
  }

  private synchronized void commitIfStill(List<ClientRecord> waiting) {
    if (chunk == waiting) {
      commit();
    }
  }

  /** Begins a commit; the one before has ended then, so that one that fails is the last. */
  private void commit() {
    awaitCommit();
    int amended = repeats;
    List<ClientRecord> records = take();
    String generator = load.generator();
    List<LoadSecond> seconds = load.take();
    if (failure != null || (records.isEmpty() && seconds.isEmpty())) {
      return;
    }
    var done = new CompletableFuture<Void>();
    commits.begin(
        () -> {
          try {
            store(records, amended);
            store(generator, seconds);
            done.complete(null);
          } catch (RuntimeException e) {
            failure = e;
            done.complete(null);
          } catch (Error e) {
            done.completeExceptionally(e);
            throw e;
          }
        });
    underWay = done;
  }

  private void store(List<ClientRecord> records, int amended) {
    if (!records.isEmpty()) {
      stored = stored.plus(withoutRepeats(store.store(run, records), amended));
    }
  }

  private void store(@Nullable String generator, List<LoadSecond> seconds) {
    if (generator != null && !seconds.isEmpty()) {
      loads.store(run, generator, seconds);
    }
  }

  private void awaitCommit() {
    CompletableFuture<Void> awaited = underWay;
    underWay = null;
    if (awaited != null) {
      awaited.join();
    }
  }

  private static Stored withoutRepeats(Stored chunk, int amended) {
    return new Stored(
        chunk.accepted(),
        chunk.uncorrelated(),
        chunk.duplicates() - Math.min(amended, chunk.duplicates()),
        chunk.collisions());
  }

  private List<ClientRecord> take() {
    if (overdue != null) {
      overdue.cancel(false);
      overdue = null;
    }
    List<ClientRecord> taken = chunk;
    chunk = new ArrayList<>();
    bytes = 0;
    repeats = 0;
    return taken;
  }

  /** Equal records may be two requests. */
  @SuppressWarnings("ReferenceEquality")
  private static boolean isVery(ClientRecord one, ClientRecord other) {
    return one == other;
  }

  private void requireNoFailure() {
    if (failure != null) {
      throw new UploadFailedException(failure);
    }
  }
}
