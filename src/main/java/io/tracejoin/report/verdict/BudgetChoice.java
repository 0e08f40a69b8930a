package io.tracejoin.report.verdict;

import io.tracejoin.budget.Budgets;
import io.tracejoin.budget.StoredBudget;
import io.tracejoin.report.RunFacts;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** Chooses the version of a budget that judges a run (semantics 12, post hoc). */
final class BudgetChoice {

  private static final JsonMapper JSON = new JsonMapper();

  private final Budgets budgets;

  BudgetChoice(Budgets budgets) {
    this.budgets = budgets;
  }

  /**
   * The version asked for, else the newest that was there before the run's first arrival, else the
   * newest.
   *
   * @throws NoBudgetException if there is none, or none is named and several are there
   */
  StoredBudget of(RunFacts run, VerdictQuestion question, Optional<Instant> firstArrival) {
    String name = question.budget() == null ? unnamed(run) : question.budget();
    Integer version = question.version();
    if (version != null) {
      return budgets
          .find(name, version)
          .orElseThrow(() -> NoBudgetException.unknown(name, version));
    }
    List<StoredBudget> versions = budgets.versions(name);
    if (versions.isEmpty()) {
      throw NoBudgetException.unknown(name);
    }
    return versions.stream()
        .filter(it -> isBefore(it, firstArrival))
        .findFirst()
        .orElse(versions.get(0));
  }

  /** Why a version does not count; null where it does. */
  static @Nullable String postHoc(StoredBudget version, Optional<Instant> firstArrival) {
    return isBefore(version, firstArrival)
        ? null
        : "version %d of the budget was made at %s, after the run's first arrival at %s"
            .formatted(version.version(), version.createdAt(), firstArrival.orElseThrow());
  }

  private static boolean isBefore(StoredBudget version, Optional<Instant> firstArrival) {
    return firstArrival.map(version.createdAt()::isBefore).orElse(true);
  }

  private String unnamed(RunFacts run) {
    String label = JSON.readTree(run.declaration()).path("labels").path("budget").asString("");
    if (!label.isEmpty()) {
      return label;
    }
    List<String> names = budgets.all().stream().map(StoredBudget::name).toList();
    if (names.isEmpty()) {
      throw NoBudgetException.none();
    }
    if (names.size() > 1) {
      throw NoBudgetException.several(names);
    }
    return names.get(0);
  }
}
