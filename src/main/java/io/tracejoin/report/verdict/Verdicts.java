package io.tracejoin.report.verdict;

import io.tracejoin.budget.Budget;
import io.tracejoin.budget.Budgets;
import io.tracejoin.budget.Judge;
import io.tracejoin.budget.RunEvidence;
import io.tracejoin.budget.RunVerdict;
import io.tracejoin.budget.StoredBudget;
import io.tracejoin.report.BudgetEvidence;
import io.tracejoin.report.PairsRemovedException;
import io.tracejoin.report.Report;
import io.tracejoin.report.ReportStore;
import io.tracejoin.report.Reports;
import io.tracejoin.report.RunData;
import io.tracejoin.report.RunFacts;
import io.tracejoin.report.UnknownRunException;
import io.tracejoin.report.verdict.BaselineChoice.Baseline;
import io.tracejoin.report.verdict.VerdictStore.Key;
import io.tracejoin.run.RunId;
import io.tracejoin.statistics.BlockBootstrap;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/**
 * Judges runs. The verdict of a finished run is stored with the revision of its report and the
 * version of the budget; what was judged once is answered from there.
 */
@Component
public final class Verdicts {

  private static final JsonMapper JSON = new JsonMapper();

  private static final String NO_BASELINE = "no_baseline: ";

  private final Reports reports;
  private final ReportStore runs;
  private final VerdictStore store;
  private final Budgets budgets;
  private final BudgetChoice choice;
  private final BaselineChoice baselines;
  private final Clock clock;

  Verdicts(Reports reports, ReportStore runs, VerdictStore store, Budgets budgets, Clock clock) {
    this.reports = reports;
    this.runs = runs;
    this.store = store;
    this.budgets = budgets;
    this.choice = new BudgetChoice(budgets);
    this.baselines = new BaselineChoice(reports, store);
    this.clock = clock;
  }

  /**
   * The verdict on a run as of now.
   *
   * @throws UnknownRunException if there is no such run
   * @throws NoBudgetException if there is no such budget, or none is named and several are there
   */
  public VerdictAnswer of(RunId runId, VerdictQuestion question) {
    RunFacts run =
        runs.read(runId, RunData::facts).orElseThrow(() -> new UnknownRunException(runId));
    Optional<Instant> firstArrival = store.firstArrival(run.id());
    StoredBudget version = choice.of(run, question, firstArrival);
    if (run.pairsRemovedAt() != null) {
      return asJudged(run, version);
    }
    Budget budget = budgets.read(version);
    Case judged =
        new Case(
            version,
            budget,
            baselines.of(run, version.name(), budget, question.baseline()),
            BudgetChoice.postHoc(version, firstArrival),
            store.remember(run.id(), Basis.of(run), clock.instant()));
    Judged answer = reports.beside(runId, (data, report) -> judged(judged, data, report));
    if (answer.isNew) {
      store.add(answer.key, answer.outcome());
    }
    return answer.answer.withEarlier(earlier(run.id(), version, answer));
  }

  /** What was said while the raw pairs were there. */
  private VerdictAnswer asJudged(RunFacts run, StoredBudget version) {
    return store
        .latest(run.id(), version.name(), version.version())
        .map(it -> JSON.readValue(it, VerdictAnswer.class))
        .orElseThrow(
            () ->
                new PairsRemovedException(
                    run.runId(), Objects.requireNonNull(run.pairsRemovedAt())));
  }

  /** The newest stored verdict of each of these runs that has one, by the run's number. */
  public Map<Integer, VerdictStore.Newest> newest(Collection<Integer> runNumbers) {
    return runNumbers.isEmpty() ? Map.of() : store.newest(runNumbers);
  }

  /** What a run is judged by. */
  private record Case(
      StoredBudget version,
      Budget budget,
      Baseline baseline,
      @Nullable String lateBudget,
      Map<String, String> remembered) {

    List<String> postHoc(RunFacts run) {
      List<String> reasons = new ArrayList<>();
      if (lateBudget != null) {
        reasons.add(lateBudget);
      }
      reasons.addAll(Basis.changes(remembered, Basis.of(run)));
      return reasons;
    }

    Key key(RunFacts run, int revision, boolean postHoc) {
      return new Key(
          run.id(),
          revision,
          version.name(),
          version.version(),
          baseline.runId(),
          baseline.revision(),
          postHoc);
    }
  }

  /**
   * A verdict.
   *
   * @param isNew it must be stored
   */
  private record Judged(Key key, VerdictAnswer answer, boolean isNew) {

    VerdictStore.Outcome outcome() {
      String guilty = answer.guilty().isEmpty() ? null : answer.guilty().get(0).phase();
      return new VerdictStore.Outcome(
          answer.verdict(), guilty, answer.judgedAt(), JSON.writeValueAsString(answer));
    }
  }

  private Judged judged(Case judged, RunData data, Report report) {
    List<String> postHoc = judged.postHoc(data.facts());
    Key key = judged.key(data.facts(), report.revision(), !postHoc.isEmpty());
    boolean kept = report.revision() > 0 && report.state().equals("finished");
    Optional<VerdictAnswer> stored =
        kept
            ? store.find(key).map(it -> JSON.readValue(it, VerdictAnswer.class))
            : Optional.empty();
    return stored
        .filter(it -> saysWhy(it, judged.baseline))
        .map(it -> new Judged(key, it, false))
        .orElseGet(() -> new Judged(key, answer(judged, data, report, postHoc), kept));
  }

  /** There may be no baseline now for another reason than there was none then. */
  private static boolean saysWhy(VerdictAnswer stored, Baseline baseline) {
    return baseline.note() == null
        || baseline.isRemoved()
        || stored.notes().contains(NO_BASELINE + baseline.note());
  }

  private VerdictAnswer answer(Case judged, RunData data, Report report, List<String> postHoc) {
    BudgetEvidence evidence = new BudgetEvidence(data, report, judged.budget);
    Baseline baseline = judged.baseline;
    RunEvidence run = evidence.run(postHoc);
    RunVerdict verdict =
        new Judge(run)
            .verdict(
                evidence.cases(
                    baseline.figures(),
                    BlockBootstrap.seededFrom(baseline.runId(), data.facts().runId())),
                evidence::suspect);
    return new VerdictAnswer(
        data.facts().runId(),
        report.revision(),
        report.state(),
        new VerdictAnswer.BudgetName(
            judged.version.name(), judged.version.version(), !postHoc.isEmpty()),
        baseline.runId().isEmpty()
            ? null
            : new VerdictAnswer.BaselineName(baseline.runId(), baseline.revision()),
        verdict.verdict().code(),
        postHoc.isEmpty() && run.finished() ? null : verdict.wouldBe().code(),
        notes(run, baseline),
        verdict.guilty().stream().map(Answers::of).toList(),
        verdict.clauses().stream().map(Answers::of).toList(),
        clock.instant().truncatedTo(ChronoUnit.MILLIS),
        List.of());
  }

  private static List<String> notes(RunEvidence run, Baseline baseline) {
    List<String> notes = new ArrayList<>();
    run.postHoc().forEach(it -> notes.add("post_hoc: " + it));
    run.otherConditions().forEach(it -> notes.add("other_conditions: " + it));
    if (baseline.note() != null) {
      notes.add(NO_BASELINE + baseline.note());
    }
    return notes;
  }

  private List<VerdictStore.Earlier> earlier(int run, StoredBudget version, Judged answer) {
    return store.all(run, version.name()).stream().filter(it -> !isSame(it, answer.key)).toList();
  }

  private static boolean isSame(VerdictStore.Earlier other, Key key) {
    String baseline = other.baseline() == null ? "" : other.baseline();
    return other.revision() == key.revision()
        && other.version() == key.version()
        && other.postHoc() == key.postHoc()
        && baseline.equals(key.baseline());
  }
}
