package io.tracejoin.report;

import io.tracejoin.decompose.Outcome;
import io.tracejoin.statistics.Quantile;
import java.util.List;

/**
 * What a report is asked for.
 *
 * @param quantiles beside the standard ones
 * @param outcome whose latencies
 * @param selector which requests
 */
public record ReportQuestion(List<Quantile> quantiles, Outcome outcome, Selector selector) {

  /** The standard report, which is what revisions store. */
  public static final ReportQuestion STANDARD =
      new ReportQuestion(Quantile.STANDARD, Outcome.SUCCESS);

  /** Copies the list; the standard quantiles are always published. */
  public ReportQuestion {
    quantiles = List.copyOf(quantiles);
  }

  /** About every request of an outcome. */
  public ReportQuestion(List<Quantile> quantiles, Outcome outcome) {
    this(quantiles, outcome, Selector.ALL);
  }

  boolean standard() {
    return selector.all() && outcome == Outcome.SUCCESS && Quantile.STANDARD.containsAll(quantiles);
  }
}
