package io.tracejoin.report;

import io.tracejoin.decompose.Outcome;
import io.tracejoin.statistics.SignedHistogram;
import java.util.HashMap;
import java.util.Map;

/**
 * What is kept of a finished run when its raw pairs are removed, beside its stored report.
 *
 * @param run the run's number
 * @param changeSeq the change number of the rows that it was made from
 * @param values of the successes of the cohort, by series; without those that have none
 */
public record Keepsake(int run, long changeSeq, Map<Series, SignedHistogram> values) {

  /** Copies the map. */
  public Keepsake {
    values = Map.copyOf(values);
  }

  /** Reads every value of the run's cohort once. */
  public static Keepsake of(RunData data) {
    RunFacts facts = data.facts();
    Cohort cohort = Cohort.of(data, Declaration.parse(facts.declaration()), Selector.ALL);
    Map<Series, SignedHistogram> values = new HashMap<>();
    data.values(
        cohort,
        Outcome.SUCCESS,
        (series, nanos) -> values.computeIfAbsent(series, it -> new SignedHistogram()).add(nanos));
    return new Keepsake(facts.id(), facts.changeSeq(), values);
  }
}
