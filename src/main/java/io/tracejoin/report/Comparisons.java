package io.tracejoin.report;

import io.tracejoin.run.RunId;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Answers what differs between two runs, always as of now. */
@Component
public final class Comparisons {

  private final ReportStore store;
  private final Clock clock;

  Comparisons(ReportStore store, Clock clock) {
    this.store = store;
    this.clock = clock;
  }

  /**
   * A run against a baseline, both of one snapshot.
   *
   * @param selector which requests
   * @param dimension by which they are told apart as well; null: not at all
   * @throws UnknownRunException if there is no such run or baseline
   */
  public Comparison of(
      RunId run, RunId baseline, Selector selector, @Nullable SliceDimension dimension) {
    return store.snapshot(
        snapshot -> {
          RunData after = snapshot.run(run).orElseThrow(() -> new UnknownRunException(run));
          RunData before =
              snapshot.run(baseline).orElseThrow(() -> new UnknownRunException(baseline));
          return new Comparing(before, after, selector)
              .comparison(snapshot, dimension, clock.instant().truncatedTo(ChronoUnit.MILLIS));
        });
  }
}
