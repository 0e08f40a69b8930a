package io.tracejoin.report;

import io.tracejoin.statistics.BlockedValues;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * What a clause's figure was in the run that is compared with.
 *
 * @param value in the unit of the clause
 * @param values what a difference is estimated from; null where the figure is counted
 */
public record BaselineFigure(BigDecimal value, @Nullable BlockedValues values) {}
