package io.tracejoin.report;

/**
 * Requests of one value of a slice, by what was asked of them.
 *
 * @param slice which of them, in the order of {@link SliceCut}
 * @param matched whether they are matched: what is not, and lacks the value, may be of any slice
 */
public record SlicedCounts(int slice, boolean matched, SloCounts counts) {}
