package io.tracejoin.budget;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * The figure that a clause bounds, as it was measured.
 *
 * @param value unrounded, in the unit of the subject
 * @param interval null where the figure is counted and not estimated
 * @param n values, or requests that a ratio is of
 * @param successes those of n that succeeded: failures alone never make a sample large enough to
 *     pass
 * @param within share of the values within the fixed bound; null where the figure is no share of
 *     requests
 */
public record Sample(
    BigDecimal value,
    @Nullable Interval interval,
    long n,
    long successes,
    @Nullable BigDecimal within) {}
