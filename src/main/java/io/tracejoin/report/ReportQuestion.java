package io.tracejoin.report;

import io.tracejoin.decompose.Outcome;
import io.tracejoin.statistics.Quantile;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a report is asked for.
 *
 * @param quantiles beside the standard ones
 * @param outcome whose latencies
 * @param selector which requests
 * @param slice what the report is cut by; null for uncut
 */
public record ReportQuestion(
    List<Quantile> quantiles, Outcome outcome, Selector selector, @Nullable SliceBy slice) {

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

  /** About some requests of an outcome. */
  public ReportQuestion(List<Quantile> quantiles, Outcome outcome, Selector selector) {
    this(quantiles, outcome, selector, null);
  }

  /** The same, cut. */
  public ReportQuestion cut(@Nullable SliceBy by) {
    return new ReportQuestion(quantiles, outcome, selector, by);
  }

  /** Whether it asks about the requests that revisions are made of, with whatever quantiles. */
  boolean ofStoredCohort() {
    return selector.all() && outcome == Outcome.SUCCESS;
  }

  /** Whether, but for the slices, it asks for what revisions store. */
  boolean standard() {
    return ofStoredCohort() && Quantile.STANDARD.containsAll(quantiles);
  }
}
