package io.tracejoin.ingest.client;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Durations as k6 options write them: {@code "1m30s"}, {@code "1d2h"}, or milliseconds. */
final class K6Duration {

  private static final Pattern PART = Pattern.compile("(\\d{1,18}(?:\\.\\d{1,18})?)([a-zµμ]{1,2})");
  private static final Pattern NUMBER = Pattern.compile("\\d{1,18}(?:\\.\\d{1,18})?");
  private static final int NANO_DIGITS = 9;
  private static final double MOST_MILLIS = 1e15;

  private static final Map<String, BigDecimal> SECONDS =
      Map.of(
          "ns", new BigDecimal("0.000000001"),
          "us", new BigDecimal("0.000001"),
          "µs", new BigDecimal("0.000001"),
          "μs", new BigDecimal("0.000001"),
          "ms", new BigDecimal("0.001"),
          "s", BigDecimal.ONE,
          "m", BigDecimal.valueOf(60),
          "h", BigDecimal.valueOf(3_600),
          "d", BigDecimal.valueOf(86_400));

  private K6Duration() {}

  /**
   * Seconds; null where nothing is given.
   *
   * @throws IllegalArgumentException naming the field, where it is no duration
   */
  static @Nullable Double seconds(String field, JsonNode node) {
    if (node.isMissingNode() || node.isNull()) {
      return null;
    }
    BigDecimal seconds = node.isNumber() ? millis(node.doubleValue()) : parsed(node);
    if (seconds == null || seconds.signum() < 0) {
      throw new IllegalArgumentException(
          field + ": expected a duration such as \"1m30s\", or milliseconds");
    }
    return seconds.setScale(NANO_DIGITS, RoundingMode.HALF_UP).doubleValue();
  }

  private static @Nullable BigDecimal millis(double millis) {
    return Math.abs(millis) < MOST_MILLIS ? BigDecimal.valueOf(millis).movePointLeft(3) : null;
  }

  private static @Nullable BigDecimal parsed(JsonNode node) {
    String text = node.isString() ? node.stringValue().strip() : "";
    if (NUMBER.matcher(text).matches()) {
      return new BigDecimal(text).movePointLeft(3);
    }
    BigDecimal sum = BigDecimal.ZERO;
    Matcher part = PART.matcher(text);
    int end = 0;
    while (part.lookingAt()) {
      BigDecimal unit = SECONDS.get(part.group(2));
      if (unit == null) {
        return null;
      }
      sum = sum.add(new BigDecimal(part.group(1)).multiply(unit));
      end = part.end();
      part.region(end, text.length());
    }
    return end > 0 && end == text.length() ? sum : null;
  }
}
