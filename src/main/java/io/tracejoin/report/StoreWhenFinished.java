package io.tracejoin.report;

import io.tracejoin.run.RunFinished;
import io.tracejoin.run.RunId;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/**
 * Stores the first revision of a run's report as soon as the run is finished, and its slices one
 * after the other behind it: whoever waits for the run does not wait for them.
 */
@Component
final class StoreWhenFinished implements DisposableBean {

  private static final Logger LOG = LoggerFactory.getLogger(StoreWhenFinished.class);

  private final Reports reports;
  private final ApplicationEventPublisher events;
  private final ExecutorService behind =
      Executors.newSingleThreadExecutor(
          task -> {
            Thread thread = new Thread(task, "store-slices");
            thread.setDaemon(true);
            return thread;
          });

  StoreWhenFinished(Reports reports, ApplicationEventPublisher events) {
    this.reports = reports;
    this.events = events;
  }

  @EventListener
  void store(RunFinished finished) {
    reports.store(finished.run());
    behind.execute(() -> afterwards(finished.run()));
  }

  private void afterwards(RunId run) {
    events.publishEvent(new ReportStored(run));
    slices(run);
  }

  /** Slices that could not be stored are computed when they are asked for. */
  private void slices(RunId run) {
    try {
      reports.storeSlices(run);
    } catch (RuntimeException e) {
      LOG.warn("The slices of run {} were not stored", run, e);
    }
  }

  @Override
  public void destroy() {
    behind.shutdownNow();
  }
}
