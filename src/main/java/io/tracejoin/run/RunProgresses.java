package io.tracejoin.run;

import io.tracejoin.run.RunCounts.Counts;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Tells how far runs are. */
@Component
public final class RunProgresses {

  private final Runs runs;
  private final Arrivals arrivals;
  private final RunCounts counts;
  private final Declarations declarations;
  private final SettleProperties settings;

  RunProgresses(
      Runs runs,
      Arrivals arrivals,
      RunCounts counts,
      Declarations declarations,
      SettleProperties settings) {
    this.runs = runs;
    this.arrivals = arrivals;
    this.counts = counts;
    this.declarations = declarations;
    this.settings = settings;
  }

  /**
   * How far a run is now; empty if there is no such run.
   *
   * @param before what was told last: rows are counted again only if they changed; null at first
   */
  public Optional<RunProgress> of(RunId runId, @Nullable RunProgress before) {
    return runs.find(runId).map(run -> progress(run, before));
  }

  private RunProgress progress(Run run, @Nullable RunProgress before) {
    long changeSeq = counts.changeSeq(run.id());
    Counts counted =
        before != null && before.changeSeq() == changeSeq
            ? before.counts()
            : counts.count(run.id());
    Instant last = arrivals.last(run.id()).orElse(null);
    return new RunProgress(
        run.runId(),
        run.state().code(),
        changeSeq,
        counted.records(),
        counted.matched(),
        last,
        settlesAt(run, last),
        settlesBy(run));
  }

  private @Nullable Instant settlesAt(Run run, @Nullable Instant last) {
    Instant by = settlesBy(run);
    if (by == null) {
      return null;
    }
    Instant quiet = (last == null ? run.createdAt() : last).plus(settings.settle(tail(run)));
    return quiet.isBefore(by) ? quiet : by;
  }

  private @Nullable Instant settlesBy(Run run) {
    Instant since = run.settlingAt();
    return run.state() == RunState.SETTLING && since != null
        ? since.plus(settings.settleMax(tail(run)))
        : null;
  }

  private boolean tail(Run run) {
    return declarations.read(run.declaration()).tailSampled();
  }
}
