package io.tracejoin.report.verdict;

import java.util.List;

/** There is no budget, or no version of it, of that name; or several and none was named. */
public final class NoBudgetException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient List<String> names;

  private NoBudgetException(String message, List<String> names) {
    super(message);
    this.names = List.copyOf(names);
  }

  static NoBudgetException unknown(String budget) {
    return new NoBudgetException("There is no budget '" + budget + "'.", List.of());
  }

  static NoBudgetException unknown(String budget, int version) {
    return new NoBudgetException(
        "There is no version " + version + " of a budget '" + budget + "'.", List.of());
  }

  static NoBudgetException none() {
    return new NoBudgetException(
        "There is no budget. Make one with PUT /api/v1/budgets/{name}.", List.of());
  }

  static NoBudgetException several(List<String> names) {
    return new NoBudgetException(
        "budget: there are several, name one of "
            + String.join(", ", names)
            + " or declare labels.budget of the run",
        names);
  }

  /** The budgets to choose from; empty where what was named is not there. */
  public List<String> names() {
    return names;
  }
}
