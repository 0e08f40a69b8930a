package io.tracejoin.report;

import io.tracejoin.decompose.Outcome;
import io.tracejoin.statistics.Quantile;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One step of a run, with the windows that its figures are of.
 *
 * @param index the records' step, else the number of the stage that holds, from 1
 * @param targetRate promised arrivals a second; null where none are
 * @param targetVus promised virtual users; null where none are
 * @param cohort windows that start p95(client_total) after the step does
 */
record StepCut(int index, @Nullable Double targetRate, @Nullable Integer targetVus, Cohort cohort) {

  private static final double SECOND = 1e9;
  private static final Quantile P95 = Quantile.of("0.95");

  /**
   * The steps of a run: those that its records tell, else those of its declared stages; empty where
   * nothing tells of any.
   *
   * @param whole the run's window; what lies outside belongs to no step
   */
  static List<StepCut> of(RunData data, Cohort whole) {
    List<StepSends> told = data.stepSends();
    List<StepCut> cuts = told.isEmpty() ? planned(data, whole) : told(told, data, whole);
    return cuts.stream().map(it -> it.settled(data, whole)).toList();
  }

  /** Where its windows start, in seconds since their generator's first send. */
  double fromS() {
    return cohort.windows().stream()
        .mapToDouble(it -> (it.from() - it.firstSend()) / SECOND)
        .min()
        .orElse(0);
  }

  double toS() {
    return cohort.windows().stream()
        .mapToDouble(it -> (it.to() - it.firstSend()) / SECOND)
        .max()
        .orElse(0);
  }

  private static List<StepCut> planned(RunData data, Cohort whole) {
    List<StepCut> cuts = new ArrayList<>();
    for (StepPlan.Planned step : StepPlan.of(PromisedLoad.parse(data.facts().declaration()))) {
      long from = Math.round(step.fromS() * SECOND);
      long to = Math.round(step.toS() * SECOND);
      cuts.add(
          new StepCut(
              cuts.size() + 1,
              step.targetRate(),
              step.targetVus(),
              whole.each(
                  it -> Optional.of(it.between(it.firstSend() + from, it.firstSend() + to)))));
    }
    return cuts;
  }

  /** When a generator sent a step's requests. */
  private record Stretch(long from, long to) {}

  private static List<StepCut> told(List<StepSends> sends, RunData data, Cohort whole) {
    Map<Integer, Map<String, Stretch>> stretches = new TreeMap<>();
    List<StepSends> inOrder =
        sends.stream().sorted(Comparator.comparingLong(it -> it.range().firstSend())).toList();
    for (int i = 0; i < inOrder.size(); i++) {
      SendRange range = inOrder.get(i).range();
      long end = Math.min(range.lastSend() + range.meanGap(), next(inOrder, i));
      stretches
          .computeIfAbsent(inOrder.get(i).step(), it -> new HashMap<>())
          .put(range.generator(), new Stretch(range.firstSend(), end));
    }
    RateProfile profile = PromisedLoad.parse(data.facts().declaration()).profile();
    List<StepCut> cuts = new ArrayList<>();
    stretches.forEach(
        (step, of) -> cuts.add(new StepCut(step, null, null, cohort(whole, of)).promised(profile)));
    return cuts;
  }

  private static Cohort cohort(Cohort whole, Map<String, Stretch> ofGenerators) {
    return whole.each(
        window ->
            Optional.ofNullable(ofGenerators.get(window.generator()))
                .map(it -> window.between(it.from, it.to)));
  }

  /** Where the generator's next step starts. */
  private static long next(List<StepSends> inOrder, int i) {
    String generator = inOrder.get(i).range().generator();
    return inOrder.subList(i + 1, inOrder.size()).stream()
        .filter(it -> it.range().generator().equals(generator))
        .mapToLong(it -> it.range().firstSend())
        .findFirst()
        .orElse(Long.MAX_VALUE);
  }

  private StepCut promised(RateProfile profile) {
    double seconds = toS() - fromS();
    return profile.isEmpty() || seconds <= 0
        ? this
        : new StepCut(index, profile.arrivals(fromS(), toS()) / seconds, targetVus, cohort);
  }

  /** What was sent before is not yet answered when a step starts. */
  private StepCut settled(RunData data, Cohort whole) {
    long settling = p95OfTotal(data.series(cohort, Outcome.SUCCESS, Selector.ALL));
    Cohort cut = cohort.each(it -> Optional.of(settled(it, settling, whole)));
    return new StepCut(index, targetRate, targetVus, cut);
  }

  private static Window settled(Window step, long settling, Cohort whole) {
    long from = step.from() + settling;
    long to = step.to();
    for (Window window : whole.windows()) {
      if (window.generator().equals(step.generator())
          && window.scenario().equals(step.scenario())) {
        from = Math.max(from, window.from());
        to = Math.min(to, window.to());
      }
    }
    return step.between(from, Math.max(from, to));
  }

  private static long p95OfTotal(SeriesStore store) {
    SeriesStore.Total total = store.totals().series().get(Series.CLIENT_TOTAL);
    if (total == null) {
      return 0;
    }
    long rank = P95.rank(total.n());
    return store
        .valuesAt(Map.of(Series.CLIENT_TOTAL, new SeriesStore.Ranks(total.n(), List.of(rank))))
        .getOrDefault(Series.CLIENT_TOTAL, Map.of())
        .getOrDefault(rank, 0L);
  }
}
