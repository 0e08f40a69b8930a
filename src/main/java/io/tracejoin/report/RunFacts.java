package io.tracejoin.report;

import io.tracejoin.run.RunState;

/**
 * The run that a report is of, as it stood in the snapshot.
 *
 * @param id internal number
 * @param declaration JSON, as stored
 * @param changeSeq grows with every change of the run's rows
 */
public record RunFacts(
    int id,
    String runId,
    RunState state,
    String declaration,
    long changeSeq,
    MappingUse.Name mapping) {}
