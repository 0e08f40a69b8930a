package io.tracejoin.report;

import io.tracejoin.run.RunDeclaration.Load;
import io.tracejoin.run.RunDeclaration.Stage;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The load that was declared, of the run and of its scenarios. Reading is lenient: what cannot be
 * read is not declared.
 *
 * @param whole null where nothing was declared for the run
 */
record PromisedLoad(@Nullable Load whole, Map<String, Load> scenarios) {

  private static final JsonMapper JSON = new JsonMapper();

  /** Of the JSON of a run's declaration. */
  static PromisedLoad parse(String declaration) {
    JsonNode root = JSON.readTree(declaration);
    Map<String, Load> scenarios = new TreeMap<>();
    root.path("scenarios")
        .properties()
        .forEach(
            it -> {
              Load load = load(it.getValue().path("load"));
              if (load != null) {
                scenarios.put(it.getKey(), load);
              }
            });
    return new PromisedLoad(load(root.path("load")), scenarios);
  }

  /** The run's own rates, else those of its scenarios together. */
  RateProfile profile() {
    RateProfile own = RateProfile.of(whole);
    return own.isEmpty() ? RateProfile.together(scenarios.values()) : own;
  }

  /** Seconds from the first send until the load's planned end; null where no end was planned. */
  @Nullable Double endS() {
    if (whole != null && end(whole) != null) {
      return end(whole);
    }
    return scenarios.isEmpty() || scenarios.values().stream().anyMatch(it -> end(it) == null)
        ? null
        : Double.valueOf(
            scenarios.values().stream().mapToDouble(PromisedLoad::endOr0).max().orElse(0));
  }

  /** HTTP requests that one iteration makes. */
  double requestsPerIteration() {
    Double declared = whole == null ? null : whole.requestsPerIteration();
    return declared == null || declared == 0 ? 1 : declared;
  }

  /** Whether arrivals are random, so that their number is too. */
  boolean poisson() {
    return whole != null && "poisson".equals(whole.arrival());
  }

  /** When a load ends, in seconds since the first send. */
  static @Nullable Double end(Load load) {
    Double duration = load.plannedDurationS();
    if (duration == null && load.stages() != null && !load.stages().isEmpty()) {
      duration = load.stages().stream().mapToDouble(PromisedLoad::lasting).sum();
    }
    return duration == null
        ? null
        : Double.valueOf((load.startS() == null ? 0 : load.startS()) + duration);
  }

  private static double endOr0(Load load) {
    Double end = end(load);
    return end == null ? 0 : end;
  }

  private static double lasting(Stage stage) {
    return stage.durationS() == null ? 0 : stage.durationS();
  }

  private static @Nullable Load load(JsonNode node) {
    try {
      return node.isObject() && !node.isEmpty() ? JSON.treeToValue(node, Load.class) : null;
    } catch (JacksonException unreadable) {
      return null;
    }
  }
}
