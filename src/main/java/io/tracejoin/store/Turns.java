package io.tracejoin.store;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.springframework.dao.TransientDataAccessResourceException;

/**
 * Bounds how many connections one kind of work holds at once: however many uploads, reports or
 * downloads are asked for, some are left for spans, the join and health.
 */
final class Turns {

  private final Semaphore free;
  private final Duration patience;

  Turns(int atOnce) {
    this(atOnce, Duration.ofSeconds(30));
  }

  Turns(int atOnce, Duration patience) {
    this.free = new Semaphore(atOnce, true);
    this.patience = patience;
  }

  /**
   * Does the work when it is its turn.
   *
   * @throws TransientDataAccessResourceException if that takes too long: the caller comes back
   */
  <T> T take(Supplier<T> work) {
    try {
      if (!free.tryAcquire(patience.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new TransientDataAccessResourceException("too many wait for the database");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TransientDataAccessResourceException("interrupted while waiting", e);
    }
    try {
      return work.get();
    } finally {
      free.release();
    }
  }
}
