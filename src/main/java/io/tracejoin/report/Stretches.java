package io.tracejoin.report;

import io.tracejoin.decompose.Measure;
import io.tracejoin.decompose.Outcome;
import io.tracejoin.diagnosis.NoiseFloor;
import io.tracejoin.statistics.BlockBootstrap;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * What moved within one run: from step to step of a stepped run, else from its first half to its
 * second.
 *
 * @param warnings that figures of the whole mix steps
 */
record Stretches(List<FindingAnswer> findings, List<Report.Warning> warnings) {

  private static final double MILLI = 1e6;
  private static final Set<Measure> QUEUES = EnumSet.of(Measure.APP_QUEUE, Measure.GPU_QUEUE);
  private static final Stretches NONE = new Stretches(List.of(), List.of());

  static Stretches of(RunData data, Cohort cohort, ReportQuestion question) {
    if (question.outcome() != Outcome.SUCCESS || cohort.longest() == 0) {
      return NONE;
    }
    List<StepCut> steps = StepCut.of(data, cohort);
    if (steps.size() < 2) {
      return new Stretches(halves(data, cohort, question.selector()), List.of());
    }
    return new Stretches(
        steps(data, steps, question.selector()),
        List.of(
            new Report.Warning(
                "mixed_steps",
                "the run has "
                    + steps.size()
                    + " steps: figures of the whole mix them. See GET /api/v1/runs/"
                    + data.facts().runId()
                    + "/steps")));
  }

  /** Each step against the one before. */
  static List<FindingAnswer> steps(RunData data, List<StepCut> steps, Selector selector) {
    List<FindingAnswer> findings = new ArrayList<>();
    List<Side> sides = steps.stream().map(it -> Side.of(data, it.cohort(), selector)).toList();
    for (int i = 1; i < sides.size(); i++) {
      String between = "steps " + steps.get(i - 1).index() + " and " + steps.get(i).index();
      findings.addAll(
          between(
              sides.get(i - 1),
              sides.get(i),
              queuesFloor(sides.get(i - 1)),
              new Place(data.facts().runId(), between)));
    }
    return findings;
  }

  /** A queue grows with the rate, as it should: what the knee lets pass is no movement. */
  private static Function<Series, NoiseFloor> queuesFloor(Side before) {
    Side.Spread total = before.spread(Series.CLIENT_TOTAL);
    double nanos = Math.max(Knee.LEAST_MS * MILLI, total == null ? 0 : Knee.OF_TOTAL * total.p50());
    NoiseFloor floor = new NoiseFloor(nanos, 0);
    return series -> QUEUES.contains(series.measure()) ? floor : NoiseFloor.NONE;
  }

  /** Which stretches of which run. */
  private record Place(String runId, String between) {}

  private static List<FindingAnswer> halves(RunData data, Cohort cohort, Selector selector) {
    return between(
        Side.of(data, cohort.each(it -> Optional.of(it.between(it.from(), middle(it)))), selector),
        Side.of(data, cohort.each(it -> Optional.of(it.between(middle(it), it.to()))), selector),
        series -> NoiseFloor.NONE,
        new Place(data.facts().runId(), "first and second half"));
  }

  private static long middle(Window window) {
    return window.from() + window.length() / 2;
  }

  private static List<FindingAnswer> between(
      Side before, Side after, Function<Series, NoiseFloor> floor, Place place) {
    BlockBootstrap bootstrap = BlockBootstrap.seededFrom(place.runId, place.between);
    return FindingAnswer.of(new Between(before, after, bootstrap, floor).findings(), place.between);
  }
}
