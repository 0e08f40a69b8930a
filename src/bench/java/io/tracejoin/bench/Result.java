package io.tracejoin.bench;

import java.util.Locale;
import java.util.OptionalLong;

/**
 * What one benchmark found.
 *
 * @param value the service's figure, in {@code unit}
 * @param baseline the bare figure of the same run, in {@code unit}
 * @param n what was counted in one round, such as records
 * @param peakRssBytes the service's JVM alone, without PostgreSQL; empty where there is no /proc
 * @param peakHeapBytes the highest sample, garbage included
 */
record Result(
    double value,
    double baseline,
    String unit,
    long n,
    OptionalLong peakRssBytes,
    OptionalLong peakHeapBytes) {

  /** Above 1 the service beats its baseline; meant for units of which more is better. */
  double ratio() {
    return value / baseline;
  }

  String json(String bench) {
    return String.format(
        Locale.ROOT,
        "{\"bench\":\"%s\",\"ratio\":%.3f,\"value\":%.3f,\"baseline\":%.3f,\"unit\":\"%s\",\"n\":%d,"
            + "\"peak_rss_bytes\":%s,\"peak_heap_bytes\":%s}",
        bench,
        ratio(),
        value,
        baseline,
        unit,
        n,
        orNull(peakRssBytes),
        orNull(peakHeapBytes));
  }

  private static String orNull(OptionalLong bytes) {
    return bytes.isPresent() ? Long.toString(bytes.getAsLong()) : "null";
  }
}
