package io.tracejoin.web;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.tracejoin.budget.Budget;
import io.tracejoin.budget.StoredBudget;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import tools.jackson.databind.annotation.JsonNaming;
import tools.jackson.databind.json.JsonMapper;

/**
 * One version of a budget.
 *
 * @param created whether a PUT made it; left out elsewhere
 * @param document in one form: population and evidence stand in each clause
 * @param text as it was given
 * @param warnings what is odd about it
 * @param versions all there are, the newest first
 */
@JsonNaming(SnakeCaseStrategy.class)
record BudgetAnswer(
    String name,
    int version,
    Instant createdAt,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Boolean created,
    JsonNode document,
    String text,
    List<String> warnings,
    List<Version> versions) {

  private static final JsonMapper JSON = new JsonMapper();

  static BudgetAnswer of(
      StoredBudget stored,
      @Nullable Boolean created,
      List<String> warnings,
      List<StoredBudget> versions) {
    return new BudgetAnswer(
        stored.name(),
        stored.version(),
        stored.createdAt(),
        created,
        JSON.readTree(stored.document()),
        stored.text(),
        warnings,
        versions.stream().map(it -> new Version(it.version(), it.createdAt())).toList());
  }

  /** A version and when it was made. */
  @JsonNaming(SnakeCaseStrategy.class)
  record Version(int version, Instant createdAt) {}

  /** A budget in short: its newest version. */
  @JsonNaming(SnakeCaseStrategy.class)
  record Short(
      String name, int version, Instant createdAt, @Nullable String description, int clauses) {

    static Short of(StoredBudget stored, Budget budget) {
      return new Short(
          stored.name(),
          stored.version(),
          stored.createdAt(),
          budget.description(),
          budget.clauses().size());
    }
  }

  /** All budgets, by name. */
  record ListOfBudgets(List<Short> budgets) {}

  /** A document that can be read. */
  record Valid(boolean valid, List<String> warnings, List<String> problems, Object document) {}
}
