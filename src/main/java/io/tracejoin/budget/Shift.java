package io.tracejoin.budget;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * The figure against the baseline's.
 *
 * @param baseline the baseline's value
 * @param difference value less baseline's
 * @param interval of the difference; null where the figure is counted and not estimated
 */
public record Shift(BigDecimal baseline, BigDecimal difference, @Nullable Interval interval) {}
