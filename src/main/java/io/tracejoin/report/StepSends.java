package io.tracejoin.report;

/** When one generator sent the requests of one step. */
public record StepSends(int step, SendRange range) {}
