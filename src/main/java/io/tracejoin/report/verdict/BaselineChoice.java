package io.tracejoin.report.verdict;

import io.tracejoin.budget.Budget;
import io.tracejoin.report.BaselineFigure;
import io.tracejoin.report.BudgetEvidence;
import io.tracejoin.report.PairsRemovedException;
import io.tracejoin.report.Report;
import io.tracejoin.report.Reports;
import io.tracejoin.report.RunFacts;
import io.tracejoin.report.UnknownRunException;
import io.tracejoin.run.RunId;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** Finds the run to compare with. A partial or failed run is none (semantics 12). */
final class BaselineChoice {

  private static final JsonMapper JSON = new JsonMapper();
  private static final BigDecimal COMPLETE = new BigDecimal("0.99");

  /** Warnings of a report that make the run a part of what was promised. */
  private static final Set<String> PARTIAL =
      Set.of("load_not_delivered", "other_run", "empty_window");

  private final Reports reports;
  private final VerdictStore store;

  BaselineChoice(Reports reports, VerdictStore store) {
    this.reports = reports;
    this.store = store;
  }

  /**
   * The run to compare with, or why there is none.
   *
   * @param runId empty where there is none
   * @param revision of its report; 0 where there is none
   * @param figures by clause
   * @param note null where nothing is to be said
   */
  record Baseline(
      String runId, int revision, Map<String, BaselineFigure> figures, @Nullable String note) {

    private static final String NOT_ASKED = "";
    private static final String REMOVED = "its raw pairs are removed";

    /** Named, so that a verdict that was given while they were there is found. */
    static Baseline removed(String runId, int revision) {
      return new Baseline(runId, revision, Map.of(), "baseline '" + runId + "': " + REMOVED);
    }

    boolean isRemoved() {
      return note != null && note.endsWith(REMOVED);
    }

    static Baseline none(@Nullable String note) {
      return new Baseline(NOT_ASKED, 0, Map.of(), note);
    }
  }

  /**
   * Finds it.
   *
   * @param asked a run that is asked for; null: the budget's
   */
  Baseline of(RunFacts run, String name, Budget budget, @Nullable String asked) {
    String wanted = asked == null ? budget.baseline() : asked;
    if (!budget.comparesWithBaseline()) {
      return Baseline.none(null);
    }
    if (wanted == null) {
      return Baseline.none("no baseline is named: neither by the budget nor by ?baseline=RUN");
    }
    return wanted.equals(Budget.LATEST_PASSED)
        ? latestPassed(run, name, budget)
        : named(wanted, run, name, budget);
  }

  private Baseline latestPassed(RunFacts run, String name, Budget budget) {
    String group = JSON.readTree(run.declaration()).path("labels").path("group").asString("");
    List<String> passed = store.passed(name, group.isEmpty() ? null : group, run.id());
    for (String candidate : passed) {
      Baseline found = found(candidate, budget);
      if (found.note == null) {
        return found;
      }
    }
    return Baseline.none(
        "no earlier complete run%s passed the budget"
            .formatted(group.isEmpty() ? "" : " of group '" + group + "'"));
  }

  private Baseline named(String wanted, RunFacts run, String name, Budget budget) {
    if (wanted.equals(run.runId())) {
      return Baseline.none("a run is not compared with itself");
    }
    if (store.failed(wanted, name)) {
      return Baseline.none("baseline '" + wanted + "' failed the budget");
    }
    return found(wanted, budget);
  }

  private Baseline found(String runId, Budget budget) {
    try {
      return reports.beside(
          new RunId(runId),
          (data, report) -> {
            String partial = partial(report);
            return partial == null
                ? new Baseline(
                    runId,
                    report.revision(),
                    new BudgetEvidence(data, report, budget).asBaseline(),
                    null)
                : Baseline.none("baseline '" + runId + "' is partial: " + partial);
          });
    } catch (PairsRemovedException removed) {
      return Baseline.removed(runId, reports.current(new RunId(runId)).revision());
    } catch (UnknownRunException unknown) {
      return Baseline.none("there is no run '" + runId + "' to compare with");
    }
  }

  private static @Nullable String partial(Report report) {
    if (!report.state().equals("finished")) {
      return "it is not finished";
    }
    BigDecimal completeness = report.join().recordCompleteness();
    if (completeness != null && completeness.compareTo(COMPLETE) < 0) {
      return "record_completeness is " + completeness.toPlainString();
    }
    return report.warnings().stream()
        .map(Report.Warning::code)
        .filter(PARTIAL::contains)
        .findFirst()
        .orElse(null);
  }
}
