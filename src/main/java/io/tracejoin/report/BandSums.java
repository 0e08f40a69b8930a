package io.tracejoin.report;

import io.tracejoin.decompose.Measure;
import java.util.Map;

/**
 * What the requests of one tail band spent.
 *
 * @param quantileNanos the quantile of client_total that the band surrounds
 * @param size requests in the band
 * @param parts sums by measure, in nanoseconds: the envelope, the phases, unattributed
 * @param unknown how many requests lack the part
 */
public record BandSums(
    long quantileNanos, long size, Map<Measure, Long> parts, Map<Measure, Long> unknown) {}
