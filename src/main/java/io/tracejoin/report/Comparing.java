package io.tracejoin.report;

import io.tracejoin.diagnosis.NoiseFloor;
import io.tracejoin.diagnosis.Shift;
import io.tracejoin.run.RunState;
import io.tracejoin.statistics.BlockBootstrap;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Compares two runs of one snapshot. */
final class Comparing {

  /** Values of a dimension that are compared, those with most records in the run. */
  private static final int SLICES = 20;

  private static final BigDecimal LOW = new BigDecimal("0.98");
  private static final BigDecimal ATTAINMENT = new BigDecimal("0.95");

  private final RunData baseline;
  private final RunData run;
  private final Selector selector;
  private final BlockBootstrap bootstrap;

  Comparing(RunData baseline, RunData run, Selector selector) {
    this.baseline = baseline;
    this.run = run;
    this.selector = selector;
    this.bootstrap = BlockBootstrap.seededFrom(baseline.facts().runId(), run.facts().runId());
  }

  /**
   * @param dimension by which the requests are told apart; null: not at all
   */
  Comparison comparison(
      ReportStore.Snapshot snapshot, @Nullable SliceDimension dimension, Instant now) {
    GroupRepeats repeats = GroupRepeats.of(snapshot, baseline, run, selector);
    Side before = side(baseline, selector);
    Side after = side(run, selector);
    Between between = new Between(before, after, bootstrap, repeats::floor);
    Map<Series, Shift> shifts = between.shifts();
    List<Comparison.Condition> changed = Conditions.changed(baseline.facts(), run.facts());
    return new Comparison(
        run.facts().runId(),
        baseline.facts().runId(),
        now,
        selector.toString(),
        changed,
        Conditions.confounded(changed),
        notes(before, after),
        new Comparison.Rates(perSecond(before), perSecond(after)),
        new Comparison.Rates(before.coverage(), after.coverage()),
        new Comparison.Rates(before.cached().share(), after.cached().share()),
        new PhaseShifts(before, after, bootstrap, repeats::floor).all(shifts),
        TailShifts.of(
            Tails.of(before.store(), before.totals()), Tails.of(after.store(), after.totals())),
        dimension == null ? List.of() : slices(dimension, repeats::floor),
        repeats.answer(),
        capacities(now),
        FindingAnswer.of(between.findings(shifts), null));
  }

  private static Side side(RunData data, Selector selector) {
    return Side.of(data, cohort(data, selector), selector);
  }

  private static Cohort cohort(RunData data, Selector selector) {
    return Cohort.of(data, Declaration.parse(data.facts().declaration()), selector);
  }

  private static @Nullable BigDecimal perSecond(Side side) {
    return side.rate().perSecond() == 0 ? null : Decimals.rounded(side.rate().perSecond(), 6);
  }

  private List<Report.Warning> notes(Side before, Side after) {
    List<Report.Warning> notes = new ArrayList<>();
    for (RunFacts facts : List.of(baseline.facts(), run.facts())) {
      if (facts.state() != RunState.FINISHED) {
        notes.add(
            new Report.Warning(
                "not_finished", facts.runId() + " is not finished: its figures may change"));
      }
    }
    if (isLow(before.coverage()) || isLow(after.coverage())) {
      notes.add(
          new Report.Warning(
              "low_coverage",
              "less than 98 % of the records of a run have a usable trace: phases speak for these"
                  + " alone"));
    }
    if (before.shortBlocks() || after.shortBlocks()) {
      notes.add(
          new Report.Warning(
              "short_blocks",
              "a window is too short for blocks of twice the p95 of client_total: intervals may be"
                  + " too narrow"));
    }
    return notes;
  }

  private static boolean isLow(@Nullable BigDecimal coverage) {
    return coverage != null && coverage.compareTo(LOW) < 0;
  }

  /** A slice's repeats lie at least as far apart as those of the whole. */
  private List<Comparison.Slice> slices(
      SliceDimension dimension, Function<Series, NoiseFloor> floor) {
    List<Comparison.Slice> slices = new ArrayList<>();
    for (String value : run.values(dimension, cohort(run, Selector.ALL), SLICES)) {
      Selector narrowed = selector.and(Selector.of(dimension, value));
      Side before = side(baseline, narrowed);
      Side after = side(run, narrowed);
      Map<Series, Shift> shifts = new Between(before, after, bootstrap, floor).shifts();
      slices.add(
          new Comparison.Slice(
              dimension.code(),
              value,
              new PhaseShifts(before, after, bootstrap, floor).all(shifts)));
    }
    return slices;
  }

  private Comparison.@Nullable Capacities capacities(Instant now) {
    if (isSteady(baseline) || isSteady(run)) {
      return null;
    }
    Capacity before = new Stepping(baseline, selector).steps(now, ATTAINMENT).capacity();
    Capacity after = new Stepping(run, selector).steps(now, ATTAINMENT).capacity();
    BigDecimal then = before.lastPass();
    BigDecimal reached = after.lastPass();
    return new Comparison.Capacities(
        before, after, then == null || reached == null ? null : reached.subtract(then));
  }

  private static boolean isSteady(RunData data) {
    return StepCut.of(data, cohort(data, Selector.ALL)).size() < 2;
  }
}
