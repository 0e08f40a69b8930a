package io.tracejoin.trace;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How fresh the data is.
 *
 * @param newestSpanReceived when spans were last committed; null if never
 * @param joinLag age of the oldest commit whose traces wait to be joined; zero if none waits
 */
public record Freshness(@Nullable Instant newestSpanReceived, Duration joinLag) {}
