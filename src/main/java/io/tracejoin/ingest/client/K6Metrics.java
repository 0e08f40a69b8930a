package io.tracejoin.ingest.client;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The metrics that are read of one upload, by their names. */
final class K6Metrics {

  private static final Map<String, K6Metric> OF_K6 = ofK6();

  private final Map<String, K6Metric> byName;

  /**
   * @param firstToken the name of the script's own time to first token, or null
   */
  K6Metrics(@Nullable String firstToken) {
    byName = new HashMap<>(OF_K6);
    if (firstToken != null) {
      byName.putIfAbsent(firstToken, K6Metric.FIRST_TOKEN);
    }
  }

  K6Metric of(String name) {
    return byName.getOrDefault(name, K6Metric.OTHER);
  }

  /** Whether k6 itself gives this name a meaning. */
  static boolean isOfK6(String name) {
    return OF_K6.containsKey(name);
  }

  private static Map<String, K6Metric> ofK6() {
    Map<String, K6Metric> metrics = new HashMap<>();
    for (K6Metric metric : K6Metric.values()) {
      if (metric.metricName() != null) {
        metrics.put(metric.metricName(), metric);
      }
    }
    return metrics;
  }
}
