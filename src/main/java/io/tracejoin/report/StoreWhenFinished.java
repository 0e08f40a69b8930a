package io.tracejoin.report;

import io.tracejoin.run.RunFinished;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/** Stores the first revision of a run's report as soon as the run is finished. */
@Component
final class StoreWhenFinished {

  private final Reports reports;

  StoreWhenFinished(Reports reports) {
    this.reports = reports;
  }

  @EventListener
  void store(RunFinished finished) {
    reports.store(finished.run());
  }
}
