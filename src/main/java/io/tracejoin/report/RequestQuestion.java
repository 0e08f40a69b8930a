package io.tracejoin.report;

import io.tracejoin.decompose.Anomaly;
import io.tracejoin.decompose.Outcome;
import io.tracejoin.decompose.Reason;
import io.tracejoin.decompose.State;
import org.jspecify.annotations.Nullable;

/**
 * Which of a run's client records, in which order. Null asks for any.
 *
 * @param selector values of dimensions
 * @param least nanoseconds that the sorted measure has at least, and most at most
 * @param cohort only requests that the run's figures are made of; null for all of the run
 * @param descending records without the sorted value come last either way
 */
public record RequestQuestion(
    @Nullable State state,
    @Nullable Outcome outcome,
    @Nullable Reason reason,
    Anomaly.@Nullable Code anomaly,
    Selector selector,
    @Nullable Long least,
    @Nullable Long most,
    @Nullable Cohort cohort,
    RequestFields.Field sort,
    boolean descending) {}
