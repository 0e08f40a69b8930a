package io.tracejoin.ingest.client;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;
import org.springframework.stereotype.Component;

/**
 * One thread for each upload that commits; there is never more than one commit of an upload under
 * way. Like {@link AlarmThreads} no executor that others could be given.
 */
@Component
final class CommitThreads implements Commits, AutoCloseable {

  private final ExecutorService executor =
      Executors.newCachedThreadPool(new CustomizableThreadFactory("record-commit-"));

  @Override
  public void begin(Runnable commit) {
    executor.execute(commit);
  }

  @Override
  public void close() {
    executor.shutdown();
  }
}
