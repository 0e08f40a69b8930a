package io.tracejoin.report;

import io.tracejoin.statistics.BlockTotals;

/** A measure in the first and in the last third of the window. */
public record Thirds(BlockTotals first, BlockTotals last) {}
