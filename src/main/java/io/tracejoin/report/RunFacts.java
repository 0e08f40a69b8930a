package io.tracejoin.report;

import io.tracejoin.run.RunState;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The run that a report is of, as it stood in the snapshot.
 *
 * @param id internal number
 * @param declaration JSON, as stored, without what says nothing of the run itself
 * @param changeSeq grows with every change of the run's rows
 * @param pairsRemovedAt when its raw pairs were removed; null while they are kept
 */
public record RunFacts(
    int id,
    String runId,
    RunState state,
    String declaration,
    long changeSeq,
    MappingUse.Name mapping,
    @Nullable Instant pairsRemovedAt) {}
