package io.tracejoin.ingest.client;

import io.tracejoin.run.Runs;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;

/** Wires the receiver of client records to runs and time. */
@Configuration(proxyBeanMethods = false)
class ClientIngestConfiguration {

  /** Commits wait for the database, so a few uploads can commit side by side. */
  private static final int COMMIT_THREADS = 4;

  @Bean
  RunNumbers runNumbers(Runs runs) {
    return runId -> runs.findOrCreate(runId).id();
  }

  /** Not a candidate for injection by type: it must not become the service's general executor. */
  @Bean(defaultCandidate = false, destroyMethod = "shutdown")
  ScheduledThreadPoolExecutor chunkCommits() {
    ThreadFactory threads = new CustomizableThreadFactory("record-chunks-");
    var executor = new ScheduledThreadPoolExecutor(COMMIT_THREADS, threads);
    executor.setRemoveOnCancelPolicy(true);
    executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    return executor;
  }

  @Bean
  Alarm chunkAlarm(@Qualifier("chunkCommits") ScheduledThreadPoolExecutor executor) {
    return (delay, task) -> executor.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
  }
}
