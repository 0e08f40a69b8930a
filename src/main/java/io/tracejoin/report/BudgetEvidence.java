package io.tracejoin.report;

import io.tracejoin.budget.Budget;
import io.tracejoin.budget.Clause;
import io.tracejoin.budget.ClauseEvidence;
import io.tracejoin.budget.Guilty;
import io.tracejoin.budget.Judge;
import io.tracejoin.budget.RunEvidence;
import io.tracejoin.budget.Subject;
import io.tracejoin.decompose.Measure;
import io.tracejoin.run.RunState;
import io.tracejoin.statistics.BlockBootstrap;
import io.tracejoin.statistics.Quantile;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** Measures what a budget asks about one run, in one snapshot. */
public final class BudgetEvidence {

  private final RunData data;
  private final Report report;
  private final Budget budget;
  private final Declaration declared;
  private final Cohort cohort;
  private final boolean mixedRoots;
  private final Map<Selector, SelectedRequests> selected = new HashMap<>();

  /**
   * @param report of the same snapshot
   */
  public BudgetEvidence(RunData data, Report report, Budget budget) {
    this.data = data;
    this.report = report;
    this.budget = budget;
    this.declared = Declaration.parse(data.facts().declaration());
    this.cohort = Cohort.of(data, declared, Selector.ALL);
    this.mixedRoots = declared.services().isEmpty() && data.rootServices().size() > 1;
  }

  /**
   * What holds for every clause.
   *
   * @param postHoc why the verdict does not count; empty: it counts
   */
  public RunEvidence run(List<String> postHoc) {
    return new RunEvidence(
        data.facts().state() == RunState.FINISHED,
        postHoc,
        new OtherConditions(data.facts().declaration(), report).than(budget.run()),
        hasWarning("load_not_delivered"),
        Decimals.seconds(cohort.longest()),
        Decimals.seconds(data.clauses(cohort, Selector.ALL).longestRequest()));
  }

  /**
   * The clauses with what is known for each.
   *
   * @param baseline figures by clause; empty where there is no baseline
   * @param seed for the intervals that are drawn
   */
  public List<Judge.Case> cases(Map<String, BaselineFigure> baseline, BlockBootstrap seed) {
    List<Judge.Case> cases = new ArrayList<>();
    for (Clause clause : budget.clauses()) {
      cases.add(new Judge.Case(clause, evidence(clause, baseline, seed)));
    }
    return cases;
  }

  /** Figures of the clauses that compare with a baseline, by clause: this run is the baseline. */
  public Map<String, BaselineFigure> asBaseline() {
    Map<String, BaselineFigure> figures = new LinkedHashMap<>();
    for (Clause clause : budget.clauses()) {
      if (clause.relative() != null) {
        asBaseline(clause).ifPresent(it -> figures.put(clause.id(), it));
      }
    }
    return figures;
  }

  /** What grows most from the p50 band to the p95 band of client_total: the suspect. */
  public Optional<Guilty> suspect() {
    Report.Tail middle = report.tail().get("p50");
    Report.Tail tail = report.tail().get("p95");
    if (middle == null || tail == null) {
      return Optional.empty();
    }
    Map<Measure, BigDecimal> growth = new EnumMap<>(Measure.class);
    tail.meanMs()
        .forEach(
            (name, mean) ->
                measure(name)
                    .ifPresent(
                        it ->
                            growth.put(
                                it,
                                mean.subtract(
                                    middle.meanMs().getOrDefault(name, BigDecimal.ZERO)))));
    return growth.entrySet().stream()
        .filter(it -> it.getValue().signum() > 0)
        .max(Map.Entry.comparingByValue())
        .map(it -> new Guilty(it.getKey().code(), it.getKey().owner(), it.getValue(), true));
  }

  private static Optional<Measure> measure(String code) {
    return List.of(Measure.values()).stream().filter(it -> it.code().equals(code)).findFirst();
  }

  private ClauseEvidence evidence(
      Clause clause, Map<String, BaselineFigure> baseline, BlockBootstrap seed) {
    BaselineFigure before = baseline.get(clause.id());
    SelectedRequests requests = requests(clause);
    if (clause.subject() instanceof Subject.Latency latency) {
      return new ClauseMeasurement(requests, clause, latency)
          .evidence(report.join().interrupted(), mixedRoots, before, seed);
    }
    return counted(requests, clause).evidence(before, seed);
  }

  private Optional<BaselineFigure> asBaseline(Clause clause) {
    SelectedRequests requests = requests(clause);
    return clause.subject() instanceof Subject.Latency latency
        ? new ClauseMeasurement(requests, clause, latency).asBaseline()
        : counted(requests, clause).asBaseline();
  }

  private CountMeasurement counted(SelectedRequests requests, Clause clause) {
    return new CountMeasurement(
        requests, report, clause, (Subject.Counted) clause.subject(), openLoad());
  }

  /** An open load has a schedule that users come on: a late send is no excuse. */
  private boolean openLoad() {
    LoadReport load = report.load();
    return load != null && load.promised() != null && "open".equals(load.promised().model());
  }

  private boolean hasWarning(String code) {
    return report.warnings().stream().anyMatch(it -> it.code().equals(code));
  }

  private SelectedRequests requests(Clause clause) {
    return selected.computeIfAbsent(
        selector(clause), it -> new SelectedRequests(data, cohort.timedFor(it), it, quantiles(it)));
  }

  private List<Quantile> quantiles(Selector selector) {
    return budget.clauses().stream()
        .filter(it -> selector(it).equals(selector))
        .map(it -> it.stat().quantile())
        .filter(Objects::nonNull)
        .distinct()
        .toList();
  }

  private static Selector selector(Clause clause) {
    Map<SliceDimension, Set<String>> where = new EnumMap<>(SliceDimension.class);
    clause
        .where()
        .forEach((name, values) -> where.put(SliceDimension.parse(name).orElseThrow(), values));
    return new Selector(where);
  }
}
