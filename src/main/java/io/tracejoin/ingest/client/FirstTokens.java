package io.tracejoin.ingest.client;

/**
 * What became of the points of a script's own time to first token.
 *
 * @param used how many went to their requests
 * @param unattached how many did not: no trace ID, no request with it, several, or a time of 0
 */
record FirstTokens(TtftTrend trend, long used, long unattached) {}
