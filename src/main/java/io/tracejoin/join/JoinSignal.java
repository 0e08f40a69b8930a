package io.tracejoin.join;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.springframework.stereotype.Component;

/**
 * Wakes the joiners of this process when work was committed. Only a short cut: joiners poll too,
 * because work also comes from other processes.
 *
 * <p>It also holds them back while something is being stored that a sender waits for. They go on a
 * little later at the latest, so that a long upload delays the join and never stops it.
 */
@Component
public final class JoinSignal {

  private static final Duration STEP = Duration.ofMillis(5);

  /** So soon after a large chunk, its upload's next one is likely. */
  private static final Duration NEXT_CHUNK = Duration.ofMillis(300);

  private final Semaphore raised = new Semaphore(0);
  private final AtomicInteger ahead = new AtomicInteger();
  private volatile long lastAhead = System.nanoTime() - NEXT_CHUNK.toNanos();

  /** Says that there is work. Never blocks. */
  public void raise() {
    if (raised.availablePermits() < 1) {
      raised.release();
    }
  }

  /** Does work that joiners give way to, also for a moment after it. */
  public <T> T ahead(Supplier<T> work) {
    ahead.incrementAndGet();
    try {
      return work.get();
    } finally {
      lastAhead = System.nanoTime();
      ahead.decrementAndGet();
    }
  }

  /** Waits until no work goes {@link #ahead}, or until the time is over. */
  void giveWay(Duration longest) throws InterruptedException {
    long begin = System.nanoTime();
    while (isAhead() && System.nanoTime() - begin < longest.toNanos()) {
      Thread.sleep(STEP.toMillis());
    }
  }

  private boolean isAhead() {
    return ahead.get() > 0 || System.nanoTime() - lastAhead < NEXT_CHUNK.toNanos();
  }

  /** Waits for {@link #raise} or until the time is over. */
  void await(Duration longest) throws InterruptedException {
    if (raised.tryAcquire(longest.toNanos(), TimeUnit.NANOSECONDS)) {
      raised.drainPermits();
    }
  }
}
