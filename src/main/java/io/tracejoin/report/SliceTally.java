package io.tracejoin.report;

import org.jspecify.annotations.Nullable;

/**
 * A tally of records that have one value.
 *
 * @param value null where not known
 */
public record SliceTally(@Nullable String value, Tally tally) {}
