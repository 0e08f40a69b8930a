package io.tracejoin.report;

import io.tracejoin.decompose.Measure;
import io.tracejoin.decompose.Outcome;
import io.tracejoin.decompose.Reason;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Maps of a report in reading order: {@code jsonb} gives them back in an order of its own. */
final class InOrder {

  private static final List<String> MEASURES =
      Arrays.stream(Measure.values()).map(Measure::code).toList();
  private static final List<String> OUTCOMES =
      Arrays.stream(Outcome.values()).map(Outcome::code).toList();
  private static final List<String> REASONS =
      Arrays.stream(Reason.values()).map(Reason::code).toList();

  private InOrder() {}

  static <V> Map<String, V> ofMeasures(Map<String, V> map) {
    return sorted(map, Comparator.comparingInt(it -> MEASURES.indexOf(it.getKey())));
  }

  static <V> Map<String, V> ofOutcomes(Map<String, V> map) {
    return sorted(map, Comparator.comparingInt(it -> OUTCOMES.indexOf(it.getKey())));
  }

  static <V> Map<String, V> ofReasons(Map<String, V> map) {
    return sorted(map, Comparator.comparingInt(it -> REASONS.indexOf(it.getKey())));
  }

  static <V> Map<String, V> ofText(Map<String, V> map) {
    return sorted(map, Map.Entry.comparingByKey());
  }

  /** The greatest count first. */
  static Map<String, Long> ofCounts(Map<String, Long> map) {
    Comparator<Map.Entry<String, Long>> byCount = Map.Entry.comparingByValue();
    return sorted(map, byCount.reversed().thenComparing(Map.Entry.comparingByKey()));
  }

  private static <V> Map<String, V> sorted(
      Map<String, V> map, Comparator<? super Map.Entry<String, V>> order) {
    Map<String, V> sorted = new LinkedHashMap<>();
    map.entrySet().stream().sorted(order).forEach(it -> sorted.put(it.getKey(), it.getValue()));
    return Collections.unmodifiableMap(sorted);
  }
}
