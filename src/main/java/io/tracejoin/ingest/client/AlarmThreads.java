package io.tracejoin.ingest.client;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;
import org.springframework.stereotype.Component;

/**
 * A few threads for all uploads. They are no bean of their own, so that they cannot be taken for
 * the service's general scheduler.
 */
@Component
final class AlarmThreads implements Alarm, AutoCloseable {

  /** A task waits for the database, so a few uploads can commit side by side. */
  private static final int THREADS = 4;

  private final ScheduledThreadPoolExecutor executor =
      new ScheduledThreadPoolExecutor(THREADS, new CustomizableThreadFactory("record-chunks-"));

  AlarmThreads() {
    executor.setRemoveOnCancelPolicy(true);
    executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
  }

  @Override
  public Future<?> in(Duration delay, Runnable task) {
    return executor.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
  }

  @Override
  public void close() {
    executor.shutdown();
  }
}
