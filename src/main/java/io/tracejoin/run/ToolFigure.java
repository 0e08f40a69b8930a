package io.tracejoin.run;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * A figure as a tool's file tells it.
 *
 * @param part which result of the file, from 0
 * @param step the load step that the part is; null where it is none
 * @param stat {@code mean}, {@code max}, {@code rate}, or a quantile such as {@code p99.9}
 * @param value in the metric's unit
 */
public record ToolFigure(
    ToolMetric metric, int part, @Nullable Integer step, String stat, BigDecimal value) {}
