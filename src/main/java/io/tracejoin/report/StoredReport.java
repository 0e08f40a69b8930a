package io.tracejoin.report;

import java.time.Instant;

/**
 * A stored report of a finished run.
 *
 * @param revision from 1
 * @param changeSeq the run's change number that it was made from
 * @param declaration the JSON of the declaration that it was made under
 * @param json the report
 */
public record StoredReport(
    int revision, long changeSeq, Instant computedAt, String declaration, String json) {}
