package io.tracejoin.ingest.client;

import io.tracejoin.run.K6Summary;
import io.tracejoin.run.K6Summary.Shape;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads the three shapes of k6's end-of-test summary, told apart by what they hold: file names say
 * nothing, and scripts add keys of their own. Only what is named here is ever looked at.
 */
final class K6SummaryReader {

  private static final int MS_DIGITS = 3;
  private static final double MOST_SECONDS = 1e12;

  private K6SummaryReader() {}

  /**
   * @throws org.springframework.web.ErrorResponseException 422 where the body has none of the
   *     shapes
   */
  static K6Summary read(ObjectNode root) {
    return switch (shape(root)) {
      case MACHINE_READABLE -> machineReadable(root);
      case HANDLE_SUMMARY ->
          new K6SummaryForm(
                  metrics(root, true),
                  K6SummaryChecks.ofGroup(root.path("root_group")),
                  K6SummaryMetric.figure(root.path("state").path("testRunDurationMs")))
              .summary(Shape.HANDLE_SUMMARY, null, null);
      case SUMMARY_EXPORT ->
          new K6SummaryForm(
                  metrics(root, false), K6SummaryChecks.ofGroup(root.path("root_group")), null)
              .summary(Shape.SUMMARY_EXPORT, null, null);
    };
  }

  private static Shape shape(ObjectNode root) {
    if (root.path("results").path("metrics").isArray()) {
      return Shape.MACHINE_READABLE;
    }
    JsonNode metrics = root.path("metrics");
    if (metrics.isObject()) {
      if (metrics.valueStream().anyMatch(it -> it.path("values").isObject())
          || root.path("state").isObject()) {
        return Shape.HANDLE_SUMMARY;
      }
      if (root.path("root_group").isObject()
          || metrics.valueStream().anyMatch(it -> it.valueStream().anyMatch(JsonNode::isNumber))) {
        return Shape.SUMMARY_EXPORT;
      }
    }
    throw K6Problems.unknownSummary();
  }

  private static List<K6SummaryMetric> metrics(ObjectNode root, boolean nested) {
    List<K6SummaryMetric> metrics = new ArrayList<>();
    root.path("metrics")
        .properties()
        .forEach(
            it -> {
              JsonNode metric = it.getValue();
              JsonNode values = nested ? metric.path("values") : metric;
              if (values.isObject()) {
                metrics.add(K6SummaryMetric.of(it.getKey(), values, metric));
              }
            });
    return metrics;
  }

  private static K6Summary machineReadable(ObjectNode root) {
    JsonNode results = root.path("results");
    List<K6SummaryMetric> metrics = new ArrayList<>();
    results.path("metrics").valueStream().forEach(it -> addNamed(metrics, it));
    results.path("checks").path("metrics").valueStream().forEach(it -> addNamed(metrics, it));
    JsonNode metadata = root.path("metadata");
    return new K6SummaryForm(
            metrics,
            K6SummaryChecks.ofList(results.path("checks").path("results")),
            milliseconds(root.path("config").path("duration")))
        .summary(
            Shape.MACHINE_READABLE,
            text(either(metadata, "k6_version", "k6Version")),
            time(either(metadata, "generated_at", "generatedAt")));
  }

  private static void addNamed(List<K6SummaryMetric> metrics, JsonNode metric) {
    if (metric.path("name").isString() && metric.path("values").isObject()) {
      metrics.add(
          K6SummaryMetric.of(metric.path("name").stringValue(), metric.path("values"), metric));
    }
  }

  /** k6's field mapper turns the published names into others, so both are met. */
  private static JsonNode either(JsonNode node, String one, String other) {
    return node.path(one).isMissingNode() ? node.path(other) : node.path(one);
  }

  private static @Nullable BigDecimal milliseconds(JsonNode seconds) {
    return seconds.isNumber() && Math.abs(seconds.doubleValue()) < MOST_SECONDS
        ? BigDecimal.valueOf(seconds.doubleValue()).movePointRight(MS_DIGITS)
        : null;
  }

  private static @Nullable String text(JsonNode node) {
    return node.isString() ? K6SummaryText.of(node.stringValue()) : null;
  }

  private static @Nullable Instant time(JsonNode node) {
    try {
      return node.isString() ? OffsetDateTime.parse(node.stringValue()).toInstant() : null;
    } catch (DateTimeException noTime) {
      return null;
    }
  }
}
