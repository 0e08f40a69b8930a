package io.tracejoin.budget;

import java.util.List;
import java.util.stream.Collectors;

/** A budget document that cannot be read: all that is wrong with it. */
public final class BadBudgetException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  private final transient List<Problem> problems;

  BadBudgetException(List<Problem> problems) {
    super(problems.stream().map(Problem::toString).collect(Collectors.joining("; ")));
    this.problems = List.copyOf(problems);
  }

  /** In the order of the document; at least one. */
  public List<Problem> problems() {
    return problems;
  }
}
