package io.tracejoin.ingest.client;

import io.tracejoin.ingest.client.K6SummaryMetric.Type;
import io.tracejoin.run.K6Summary;
import io.tracejoin.run.K6Summary.Check;
import io.tracejoin.run.K6Summary.Checks;
import io.tracejoin.run.K6Summary.Failures;
import io.tracejoin.run.K6Summary.Gauge;
import io.tracejoin.run.K6Summary.Threshold;
import io.tracejoin.run.K6Summary.Trend;
import io.tracejoin.run.K6Summary.Verdict;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The one form of a summary, made from its metrics. */
final class K6SummaryForm {

  /** Scripts can have any number of sub-metrics; who has more has an accident. */
  private static final int MOST = 1000;

  private final Map<String, K6SummaryMetric> metrics = new LinkedHashMap<>();
  private final List<Check> checks;
  private final @Nullable BigDecimal durationMs;

  K6SummaryForm(
      List<K6SummaryMetric> metrics, List<Check> checks, @Nullable BigDecimal durationMs) {
    metrics.stream()
        .sorted(Comparator.comparing(K6SummaryMetric::name))
        .limit(MOST)
        .forEach(it -> this.metrics.put(it.name(), it));
    this.checks = checks;
    this.durationMs = durationMs;
  }

  K6Summary summary(
      K6Summary.Shape shape, @Nullable String version, @Nullable Instant generatedAt) {
    return new K6Summary(
        shape,
        version,
        generatedAt,
        durationMs,
        count("iterations"),
        dropped(),
        count("http_reqs"),
        failures(),
        checks(),
        gauge("vus"),
        gauge("vus_max"),
        thresholds(),
        trends());
  }

  private @Nullable Long count(String metric) {
    K6SummaryMetric found = metrics.get(metric);
    return found == null ? null : found.count("count");
  }

  /** k6 names no metric that got no sample: then nothing was dropped, if anything ran. */
  private @Nullable Long dropped() {
    Long dropped = count("dropped_iterations");
    return dropped == null && count("iterations") != null ? Long.valueOf(0) : dropped;
  }

  private @Nullable Failures failures() {
    K6SummaryMetric rate = metrics.get("http_req_failed");
    return rate == null || rate.type() != Type.RATE
        ? null
        : new Failures(rate.hits(), rate.total());
  }

  private @Nullable Checks checks() {
    K6SummaryMetric rate =
        metrics.containsKey("checks") ? metrics.get("checks") : metrics.get("checks_succeeded");
    if (rate != null && rate.type() == Type.RATE) {
      return new Checks(rate.hits(), rate.total() - rate.hits(), checks);
    }
    return checks.isEmpty()
        ? null
        : new Checks(
            checks.stream().mapToLong(Check::passed).sum(),
            checks.stream().mapToLong(Check::failed).sum(),
            checks);
  }

  private @Nullable Gauge gauge(String metric) {
    K6SummaryMetric found = metrics.get(metric);
    return found == null
        ? null
        : new Gauge(
            found.values().get("value"), found.values().get("min"), found.values().get("max"));
  }

  private List<Threshold> thresholds() {
    List<Threshold> thresholds = new ArrayList<>();
    for (K6SummaryMetric metric : metrics.values()) {
      boolean empty = isEmpty(metric);
      metric
          .thresholds()
          .forEach(
              (expression, met) ->
                  thresholds.add(new Threshold(metric.name(), expression, verdict(empty, met))));
    }
    return thresholds.subList(0, Math.min(MOST, thresholds.size()));
  }

  private static Verdict verdict(boolean empty, boolean met) {
    if (empty) {
      return Verdict.NO_DATA;
    }
    return met ? Verdict.PASSED : Verdict.FAILED;
  }

  /**
   * Whether a metric is there for its threshold alone. k6 then prints zeros, and judges by them.
   */
  private boolean isEmpty(K6SummaryMetric metric) {
    return switch (metric.type()) {
      case RATE -> metric.total() == 0;
      case COUNTER -> zero(metric.count("count")) && !isKnownZero(metric);
      case GAUGE -> metric.values().isEmpty();
      case TREND ->
          metric.values().containsKey("count")
              ? zero(metric.count("count"))
              : metric.values().values().stream().allMatch(it -> it.signum() == 0)
                  && !isTimeOfRequests(metric);
    };
  }

  /** Nothing dropped is a figure, where iterations ran. */
  private boolean isKnownZero(K6SummaryMetric metric) {
    return metric.name().equals("dropped_iterations") && !zero(count("iterations"));
  }

  /** All zeros are real where requests were made: without TLS there is no handshake. */
  private boolean isTimeOfRequests(K6SummaryMetric metric) {
    return metric.name().matches("http_req_[a-z_]+") && !zero(count("http_reqs"));
  }

  private static boolean zero(@Nullable Long count) {
    return count == null || count == 0;
  }

  private List<Trend> trends() {
    return metrics.values().stream()
        .filter(it -> it.type() == Type.TREND && !it.values().isEmpty())
        .map(K6SummaryForm::trend)
        .toList();
  }

  private static Trend trend(K6SummaryMetric metric) {
    Map<String, BigDecimal> stats = new LinkedHashMap<>(metric.values());
    stats.remove("count");
    return new Trend(metric.name(), metric.unit(), metric.count("count"), stats);
  }
}
