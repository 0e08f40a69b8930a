package io.tracejoin.join;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.springframework.stereotype.Component;

/**
 * Wakes the joiners of this process when work was committed. Only a short cut: joiners poll too,
 * because work also comes from other processes.
 */
@Component
public final class JoinSignal {

  private final Semaphore raised = new Semaphore(0);

  /** Says that there is work. Never blocks. */
  public void raise() {
    if (raised.availablePermits() < 1) {
      raised.release();
    }
  }

  /** Waits for {@link #raise} or until the time is over. */
  void await(Duration longest) throws InterruptedException {
    if (raised.tryAcquire(longest.toNanos(), TimeUnit.NANOSECONDS)) {
      raised.drainPermits();
    }
  }
}
