package io.tracejoin.report;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What warnings are raised from.
 *
 * @param p95OfTotal of client_total in nanoseconds, 0 where there is none
 */
record Evidence(
    RunData data,
    Declaration declared,
    List<SendRange> sends,
    Cohort cohort,
    Populations populations,
    RunData.ServerSide server,
    Bias bias,
    long p95OfTotal,
    List<Figure> figures,
    Map<String, Long> anomalies,
    LoadEvidence load,
    Map<SliceDimension, Map<String, Long>> mix,
    @Nullable K6Report k6) {}
