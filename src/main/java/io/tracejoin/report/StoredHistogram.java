package io.tracejoin.report;

import io.tracejoin.decompose.TokenTimes;
import io.tracejoin.statistics.PooledHistogram;

/**
 * The intervals of all tokens, or chunks, of a report's requests: kept with the revision, and
 * longer than the requests.
 *
 * @param requests how many they are of
 * @param values at least one
 */
public record StoredHistogram(TokenTimes.Kind kind, long requests, PooledHistogram values) {}
