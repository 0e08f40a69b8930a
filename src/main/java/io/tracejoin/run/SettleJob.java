package io.tracejoin.run;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/** Moves runs from open over settling to finished (semantics 14). */
@Component
final class SettleJob {

  private static final Logger log = LoggerFactory.getLogger(SettleJob.class);

  private final RunRepository runs;
  private final Declarations declarations;
  private final Arrivals arrivals;
  private final SettleProperties settings;
  private final ApplicationEventPublisher events;
  private final Clock clock;

  SettleJob(
      RunRepository runs,
      Declarations declarations,
      Arrivals arrivals,
      SettleProperties settings,
      ApplicationEventPublisher events,
      Clock clock) {
    this.runs = runs;
    this.declarations = declarations;
    this.arrivals = arrivals;
    this.settings = settings;
    this.events = events;
    this.clock = clock;
  }

  /**
   * Looks at every run that is not finished. A run that another replica moved meanwhile is left to
   * it.
   */
  @Scheduled(fixedDelayString = "${tracejoin.join.settle-poll:500ms}")
  void runOnce() {
    for (Run run : runs.findByStateIn(List.of(RunState.OPEN, RunState.SETTLING))) {
      try {
        move(run);
      } catch (OptimisticLockingFailureException moved) {
        log.debug("run {} was changed by someone else", run.runId());
      } catch (DataAccessResourceFailureException | TransactionException away) {
        // To wait for the database once for each run would keep the service from stopping.
        log.warn("runs do not settle for now: {}", away.toString());
        return;
      } catch (RuntimeException failure) { // one run must not keep the others open
        log.warn("run {} does not settle: {}", run.runId(), failure.toString());
      }
    }
  }

  private void move(Run run) {
    Instant now = clock.instant();
    if (run.state() == RunState.OPEN) {
      if (abandoned(run, now)) {
        settle(run, "idle", now);
      }
    } else if (settled(run, now)) {
      run.finish(now);
      runs.save(run);
      events.publishEvent(new RunFinished(new RunId(run.runId())));
    }
  }

  /** Starts settling; a run that settles already stays as it is. */
  void settle(Run run, String by, Instant now) {
    run.settle(by, now);
    runs.save(run);
  }

  /** A run that was declared but got nothing yet is not abandoned: its load has still to start. */
  private boolean abandoned(Run run, Instant now) {
    return arrivals
        .last(run.id())
        .filter(last -> Duration.between(last, now).compareTo(settings.idleFinish()) >= 0)
        .isPresent();
  }

  private boolean settled(Run run, Instant now) {
    boolean tail = declarations.read(run.declaration()).tailSampled();
    Instant since = run.settlingAt() == null ? now : run.settlingAt();
    if (Duration.between(since, now).compareTo(settings.settleMax(tail)) >= 0) {
      return true;
    }
    // What is received but not joined yet may belong to this run: its arrival is known only after
    // the join.
    Duration settle = settings.settle(tail);
    return quiet(run, now).compareTo(settle) >= 0 && arrivals.backlog().compareTo(settle) < 0;
  }

  private Duration quiet(Run run, Instant now) {
    return Duration.between(arrivals.last(run.id()).orElse(run.createdAt()), now);
  }
}
