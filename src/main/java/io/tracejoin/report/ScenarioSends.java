package io.tracejoin.report;

/** When one generator sent the requests of one scenario. */
public record ScenarioSends(String scenario, SendRange range) {}
