package io.tracejoin.store;

import io.tracejoin.errand.AbandonedException;
import io.tracejoin.errand.Errand;
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
    if (!acquired()) {
      throw new TransientDataAccessResourceException("too many wait for the database");
    }
    try {
      refuseLeaver();
      return work.get();
    } finally {
      free.release();
    }
  }

  /** Whoever has left gives the place in the queue up. */
  private boolean acquired() {
    Thread waiting = Thread.currentThread();
    try (Errand.Scope ignored = Errand.running(waiting::interrupt)) {
      return free.tryAcquire(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      refuseLeaver();
      waiting.interrupt();
      throw new TransientDataAccessResourceException("interrupted while waiting", e);
    }
  }

  /** The interrupt was meant for the waiting: the thread's next work must not find it. */
  private static void refuseLeaver() {
    if (Errand.current().filter(Errand::abandoned).isPresent()) {
      Thread.interrupted();
      throw new AbandonedException();
    }
  }
}
