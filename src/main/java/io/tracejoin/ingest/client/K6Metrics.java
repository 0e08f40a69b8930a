package io.tracejoin.ingest.client;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The metrics that are read of one upload, by their names. */
final class K6Metrics {

  private static final Map<String, K6Metric> OF_K6 = ofK6();

  /** As many as k6 has, and some of the script's own. */
  private static final int MOST_SPELLED = 32;

  private final Map<String, K6Metric> byName;
  private final List<Spelled> spelled = new ArrayList<>();
  private int expected;

  /** A name as it stands in a file. */
  private record Spelled(byte[] name, K6Metric metric) {

    boolean isAt(byte[] bytes, int from, int to) {
      return Arrays.equals(name, 0, name.length, bytes, from, to);
    }
  }

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

  /**
   * The metric with this name of printable ASCII. Metrics follow each other in an order that
   * repeats, so the one that came next the last time is looked at first.
   */
  K6Metric of(byte[] bytes, int from, int to) {
    for (int i = 0; i < spelled.size(); i++) {
      int at = (expected + i) % spelled.size();
      if (spelled.get(at).isAt(bytes, from, to)) {
        expected = at + 1;
        return spelled.get(at).metric();
      }
    }
    K6Metric metric = of(new String(bytes, from, to - from, StandardCharsets.ISO_8859_1));
    if (spelled.size() < MOST_SPELLED) {
      spelled.add(new Spelled(Arrays.copyOfRange(bytes, from, to), metric));
      expected = spelled.size();
    }
    return metric;
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
