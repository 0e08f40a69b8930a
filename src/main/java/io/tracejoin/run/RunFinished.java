package io.tracejoin.run;

/**
 * A run was finished: its report can be stored.
 *
 * @param run the run's name
 */
public record RunFinished(RunId run) {}
