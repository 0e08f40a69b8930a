package io.tracejoin.report;

import io.tracejoin.decompose.Anomaly;
import io.tracejoin.decompose.Outcome;
import io.tracejoin.decompose.Reason;
import io.tracejoin.decompose.State;
import org.jspecify.annotations.Nullable;

/**
 * Which of a run's client records, in which order. Null asks for any.
 *
 * @param descending records without the sorted value come last either way
 * @param selector those that have its values
 */
public record RequestQuestion(
    @Nullable State state,
    @Nullable Outcome outcome,
    @Nullable Reason reason,
    Anomaly.@Nullable Code anomaly,
    RequestFields.Field sort,
    boolean descending,
    Selector selector) {

  /** About every record. */
  public RequestQuestion(
      @Nullable State state,
      @Nullable Outcome outcome,
      @Nullable Reason reason,
      Anomaly.@Nullable Code anomaly,
      RequestFields.Field sort,
      boolean descending) {
    this(state, outcome, reason, anomaly, sort, descending, Selector.ALL);
  }
}
