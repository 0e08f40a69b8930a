package io.tracejoin.budget;

import java.math.BigDecimal;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The runs that a budget is meant for; null: any.
 *
 * @param targetRate arrivals a second, within 5 %
 * @param conditions of the run's declared conditions, as text
 */
public record RunConditions(
    @Nullable String kind,
    @Nullable BigDecimal targetRate,
    @Nullable String tokenProfile,
    Map<String, String> conditions) {

  /** Every run. */
  public static final RunConditions ANY = new RunConditions(null, null, null, Map.of());

  /** Puts the conditions in the order of their names. */
  public RunConditions {
    conditions = java.util.Collections.unmodifiableMap(new TreeMap<>(conditions));
  }
}
