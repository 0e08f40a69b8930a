package io.tracejoin.report;

import io.tracejoin.decompose.TraceId;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What of a run's declaration a report needs. Reading is lenient: what is absent, null or of
 * another type is not declared.
 *
 * @param warmupNanos 0 where not declared
 * @param cooldownNanos 0 where not declared
 * @param plannedNanos planned duration, or null
 * @param services services whose spans alone may be roots; empty: any
 * @param traceIdPrefix lower-case hex digits, or null
 * @param scenarioWindows windows of scenarios that declare one of their own, by name
 * @param kind {@code steady}, {@code stepped}, {@code cold_start}, or null
 * @param generatorServices load generators whose own spans are the client records
 */
record Declaration(
    long warmupNanos,
    long cooldownNanos,
    @Nullable Long plannedNanos,
    Set<String> services,
    @Nullable String traceIdPrefix,
    Sampling sampling,
    Map<String, ScenarioWindow> scenarioWindows,
    @Nullable String kind,
    Set<String> generatorServices) {

  private static final JsonMapper JSON = new JsonMapper();
  private static final int NANO_DIGITS = 9;

  /** A hundred years: added to a stamp it still fits into a long. */
  private static final BigDecimal MOST_SECONDS = BigDecimal.valueOf(3_000_000_000L);

  static Declaration parse(String json) {
    JsonNode root = JSON.readTree(json);
    JsonNode window = root.path("window");
    return new Declaration(
        nanos(window.path("warmup_s"), 0),
        nanos(window.path("cooldown_s"), 0),
        planned(root),
        texts(root.path("services")),
        prefix(root.path("trace_id_prefix")),
        sampling(root.path("sampling")),
        scenarioWindows(root.path("scenarios"), window),
        root.path("kind").isString() ? root.path("kind").stringValue() : null,
        texts(root.path("generator_services")));
  }

  /** Whether warm-up or cool-down take requests out. */
  boolean trims() {
    return warmupNanos > 0
        || cooldownNanos > 0
        || scenarioWindows.values().stream().anyMatch(ScenarioWindow::trims);
  }

  /** Where a generator's run ends, before the cool-down is taken off. */
  long end(SendRange sends) {
    return plannedNanos == null
        ? sends.lastDue() + sends.meanGap()
        : sends.firstSend() + plannedNanos;
  }

  /**
   * What one scenario declares of its window; what it leaves open is the run's.
   *
   * @param plannedNanos its own planned duration, or null
   */
  record ScenarioWindow(long warmupNanos, long cooldownNanos, @Nullable Long plannedNanos) {

    private boolean trims() {
      return warmupNanos > 0 || cooldownNanos > 0;
    }
  }

  private static Map<String, ScenarioWindow> scenarioWindows(JsonNode scenarios, JsonNode whole) {
    Map<String, ScenarioWindow> windows = new TreeMap<>();
    scenarios
        .propertyStream()
        .filter(it -> !it.getKey().isEmpty() && !it.getValue().path("window").isEmpty())
        .forEach(it -> windows.put(it.getKey(), scenarioWindow(it.getValue(), whole)));
    return windows;
  }

  private static ScenarioWindow scenarioWindow(JsonNode scenario, JsonNode whole) {
    JsonNode window = scenario.path("window");
    return new ScenarioWindow(
        nanos(window.path("warmup_s"), nanos(whole.path("warmup_s"), 0)),
        nanos(window.path("cooldown_s"), nanos(whole.path("cooldown_s"), 0)),
        planned(scenario));
  }

  /** Of a run or a scenario. */
  private static @Nullable Long planned(JsonNode of) {
    JsonNode seconds = of.path("load").path("planned_duration_s");
    return seconds.isNumber() ? (Long) nanos(seconds, 0) : null;
  }

  /** Lowest and highest trace ID with the declared prefix; empty without one. */
  List<UUID> traceIdRange() {
    if (traceIdPrefix == null) {
      return List.of();
    }
    return List.of(padded(traceIdPrefix, "0"), padded(traceIdPrefix, "f"));
  }

  private static UUID padded(String prefix, String digit) {
    String hex = prefix + digit.repeat(32 - prefix.length());
    return hex.chars().allMatch(c -> c == '0') ? new UUID(0, 0) : TraceId.parse(hex).uuid();
  }

  private static long nanos(JsonNode seconds, long otherwise) {
    return seconds.isNumber()
        ? seconds.decimalValue().min(MOST_SECONDS).movePointRight(NANO_DIGITS).longValue()
        : otherwise;
  }

  private static Set<String> texts(JsonNode array) {
    Set<String> texts = new TreeSet<>();
    array.valueStream().filter(JsonNode::isString).forEach(it -> texts.add(it.stringValue()));
    return texts;
  }

  private static @Nullable String prefix(JsonNode node) {
    String text = node.isString() ? node.stringValue().toLowerCase(Locale.ROOT) : "";
    return text.matches("[0-9a-f]{1,32}") ? text : null;
  }

  private static Sampling sampling(JsonNode node) {
    JsonNode policy = node.path("policy");
    BigDecimal ratio = node.path("ratio").isNumber() ? node.path("ratio").decimalValue() : null;
    return new Sampling(policy.isString() ? policy.stringValue() : Sampling.UNDECLARED, ratio);
  }
}
