package io.tracejoin.budget;

import java.util.Locale;

/** Why a clause, or a run, has no verdict (semantics 12). */
public enum Reason {
  NO_DATA("nothing was measured"),
  TOO_FEW_SAMPLES("fewer samples than the minimum"),
  COVERAGE_BELOW_MINIMUM("fewer of the successes have a value than the minimum asks"),
  WINDOW_TOO_SHORT("the window is shorter than the minimum, or than 5 of the longest requests"),
  BIASED_JOIN("the requests with a trace are faster or slower than those without"),
  MIXED_ROOTS("roots come from several services: declare the run's services"),
  CENSORED_TAIL("more attempts were cut off than may lie above the quantile"),
  LOAD_NOT_DELIVERED("the promised load was not delivered: the figures are those of a lighter one"),
  NO_BASELINE("there is no complete, passed run to compare with"),
  OTHER_CONDITIONS("the run was made under other conditions than the budget is meant for"),
  NOT_FINISHED("the run is not finished"),
  INTERVAL_STRADDLES_BOUND("the bound lies inside the confidence interval"),
  POST_HOC("the budget, or what it is held against, was made after the run had begun");

  private final String meaning;

  Reason(String meaning) {
    this.meaning = meaning;
  }

  /** The name in JSON and docs. */
  public String code() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** For people: half a sentence. */
  public String meaning() {
    return meaning;
  }

  /**
   * Whether the doubt is one-sided: it can only have made the figure too good, so that a failure
   * stands while a pass does not.
   */
  boolean flattersOnly() {
    return this == CENSORED_TAIL || this == LOAD_NOT_DELIVERED;
  }
}
