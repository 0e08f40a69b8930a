package io.tracejoin.report;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Names the stored report that answers for a run, without its content. As long as the name is the
 * same, so is what {@link Reports#read} makes of it.
 *
 * @param id of the stored revision, unique among all runs and never given twice
 * @param pairsRemovedAt when retention removed the run's raw pairs; null while they are there
 */
public record StandingReport(long id, @Nullable Instant pairsRemovedAt) {}
