package io.tracejoin.retention;

import io.tracejoin.report.Keepsake;
import io.tracejoin.report.Reports;
import io.tracejoin.retention.RetentionStore.Expiry;
import io.tracejoin.run.RunId;
import java.time.Clock;
import java.time.LocalDate;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Removes raw data that is older than its retention, in one process at a time. Each step can be
 * broken off anywhere: the next round goes on.
 */
@Component
final class RetentionJob {

  private static final Logger log = LoggerFactory.getLogger(RetentionJob.class);

  private final RetentionStore store;
  private final Reports reports;
  private final RetentionProperties settings;
  private final Clock clock;

  RetentionJob(RetentionStore store, Reports reports, RetentionProperties settings, Clock clock) {
    this.store = store;
    this.reports = reports;
    this.settings = settings;
    this.clock = clock;
  }

  /** One round. */
  @Scheduled(
      initialDelayString = "${tracejoin.retention.every:1h}",
      fixedDelayString = "${tracejoin.retention.every:1h}")
  void runOnce() {
    step("look at what is to be removed", () -> store.alone(this::round));
  }

  private void round() {
    step("remove spans", this::removeSpans);
    step("remove raw pairs", this::removePairs);
    step("remove traces without a record", this::removeServerOnly);
    step("remove empty days", () -> store.removeEmptyRecordDays(clock.instant()));
  }

  /** What fails now is tried again with the next round; the other steps go on. */
  private static void step(String what, Runnable work) {
    try {
      work.run();
    } catch (RuntimeException failure) {
      log.warn("could not {}: {}", what, failure.toString());
    }
  }

  private void removeSpans() {
    if (!settings.spans().isZero()) {
      List<LocalDate> days = store.removeSpans(settings.spans(), clock.instant());
      if (!days.isEmpty()) {
        log.info("removed the spans that arrived on {}", days);
      }
    }
  }

  private void removePairs() {
    Expiry expiry = Expiry.of(settings.pairs(), settings.pairRuns());
    for (RunId run : store.expired(expiry, clock.instant())) {
      step("keep the figures of run " + run, () -> keep(run));
    }
    for (int run : store.unswept()) {
      step("remove the raw pairs of run number " + run, () -> store.sweep(run));
    }
  }

  private void keep(RunId run) {
    Keepsake keepsake = reports.beside(run, (data, report) -> Keepsake.of(data));
    reports.storeSlices(run);
    if (store.keep(keepsake, clock.instant())) {
      log.info("the report of run {} is final: its raw pairs are removed", run);
    }
  }

  private void removeServerOnly() {
    if (!settings.pairs().isZero()) {
      store.removeServerOnly(settings.pairs(), clock.instant());
    }
  }
}
