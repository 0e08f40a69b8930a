package io.tracejoin.ingest.client;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * One metric of a summary, whatever the shape.
 *
 * @param contains {@code time}, {@code data}, {@code default}, or null where the shape does not say
 * @param values by k6's names, but {@code p95} for {@code p(95)}
 * @param thresholds whether each was met, by expression
 */
record K6SummaryMetric(
    String name,
    Type type,
    @Nullable String contains,
    Map<String, BigDecimal> values,
    Map<String, Boolean> thresholds) {

  /** Metrics of k6's own that are milliseconds, for the shape that does not say so. */
  private static final Set<String> TIMES =
      Set.of(
          "http_req_duration",
          "http_req_blocked",
          "http_req_connecting",
          "http_req_tls_handshaking",
          "http_req_sending",
          "http_req_waiting",
          "http_req_receiving",
          "iteration_duration",
          "group_duration",
          "grpc_req_duration",
          "ws_connecting",
          "ws_session_duration",
          "ws_ping");

  private static final int DIGITS = 6;
  private static final double MOST = 1e15;

  enum Type {
    COUNTER,
    GAUGE,
    RATE,
    TREND
  }

  /**
   * @param values the object that holds the figures
   * @param described the object that holds type, contents and thresholds, if any does
   */
  static K6SummaryMetric of(String name, JsonNode values, JsonNode described) {
    Map<String, BigDecimal> figures = figures(values);
    Map<String, Boolean> thresholds = new LinkedHashMap<>();
    described
        .path("thresholds")
        .properties()
        .forEach(it -> thresholds.put(K6SummaryText.of(it.getKey()), met(it.getValue())));
    return new K6SummaryMetric(
        K6SummaryText.of(name),
        type(described.path("type"), figures),
        contains(described.path("contains")),
        figures,
        thresholds);
  }

  /** The value with this name as a count; null where there is none. */
  @Nullable Long count(String value) {
    BigDecimal found = values.get(value);
    return found == null || found.signum() < 0 ? null : found.longValue();
  }

  /** How many samples were not zero, of a rate. */
  long hits() {
    return firstOf("passes", "matches");
  }

  /** How many samples a rate has. */
  long total() {
    return values.containsKey("total")
        ? firstOf("total", "total")
        : hits() + firstOf("fails", "fails");
  }

  private long firstOf(String one, String other) {
    Long first = count(one);
    Long second = first == null ? count(other) : first;
    return second == null ? 0 : second;
  }

  /** {@code ms} where the figures are times. */
  @Nullable String unit() {
    String base = name.contains("{") ? name.substring(0, name.indexOf('{')) : name;
    boolean time = contains == null ? TIMES.contains(base) : contains.equals("time");
    return time ? "ms" : null;
  }

  /** Trends have these too, so what makes a trend is looked for last of all. */
  private static Type type(JsonNode told, Map<String, BigDecimal> figures) {
    for (Type type : Type.values()) {
      if (type.name().equalsIgnoreCase(told.asString(""))) {
        return type;
      }
    }
    Set<String> names = figures.keySet();
    if (names.contains("passes") && names.contains("fails")) {
      return Type.RATE;
    }
    // A trend may be configured to publish its count, but never has a rate.
    if (names.contains("count") && names.contains("rate")) {
      return Type.COUNTER;
    }
    return names.equals(Set.of("value", "min", "max")) ? Type.GAUGE : Type.TREND;
  }

  /** {@code {"ok": true}} is met; a bare {@code true} says that the threshold was crossed. */
  private static boolean met(JsonNode threshold) {
    return threshold.isObject()
        ? threshold.path("ok").asBoolean(false)
        : !threshold.asBoolean(true);
  }

  private static @Nullable String contains(JsonNode node) {
    return node.isString() ? K6SummaryText.of(node.stringValue()) : null;
  }

  private static Map<String, BigDecimal> figures(JsonNode values) {
    Map<String, BigDecimal> figures = new LinkedHashMap<>();
    values
        .properties()
        .forEach(
            it -> {
              BigDecimal figure = figure(it.getValue());
              if (figure != null) {
                figures.put(stat(it.getKey()), figure);
              }
            });
    return figures;
  }

  /** k6 writes binary floating point; six decimals of a millisecond are a nanosecond. */
  static @Nullable BigDecimal figure(JsonNode node) {
    double value = node.isNumber() ? node.doubleValue() : Double.NaN;
    if (!(Math.abs(value) < MOST)) {
      return null;
    }
    BigDecimal rounded = BigDecimal.valueOf(value).setScale(DIGITS, RoundingMode.HALF_UP);
    BigDecimal stripped = rounded.stripTrailingZeros();
    return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
  }

  private static String stat(String name) {
    return K6SummaryText.of(name.replaceFirst("^p\\(([0-9.]+)\\)$", "p$1"));
  }
}
