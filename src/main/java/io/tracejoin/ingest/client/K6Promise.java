package io.tracejoin.ingest.client;

import io.tracejoin.run.RunDeclaration.Load;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The load that k6's options promise.
 *
 * @param whole of the run: that of the only scenario, else what can be said of all together
 * @param scenarios by name
 */
record K6Promise(Load whole, Map<String, Load> scenarios) {

  private static final JsonMapper JSON = new JsonMapper();

  /** Every field of a declared load. */
  private static final Set<String> FIELDS =
      Set.of(
          "model",
          "executor",
          "arrival",
          "target_rate",
          "requests_per_iteration",
          "max_concurrency",
          "planned_duration_s",
          "stages",
          "start_s",
          "start_rate",
          "time_unit_s",
          "vus",
          "max_vus",
          "iterations",
          "max_duration_s");

  /** What k6's options cannot know stays as it was declared. */
  private static final Set<String> NOT_ASKED = Set.of("requests_per_iteration");

  /** Keys under which scripts and archives carry their options. */
  private static final Set<String> WRAPPERS = Set.of("options", "scriptOptions");

  private static final Set<String> SHORTCUTS = Set.of("stages", "duration", "iterations", "vus");

  /**
   * Reads the JSON of {@code k6 inspect}, or a script's options.
   *
   * @throws org.springframework.web.ErrorResponseException 422 where it promises no load, or one
   *     that cannot be understood
   */
  static K6Promise read(ObjectNode body) {
    JsonNode options = unwrapped(body);
    try {
      Map<String, Load> scenarios = scenarios(options);
      return new K6Promise(whole(scenarios, options), scenarios);
    } catch (IllegalArgumentException wrong) {
      throw K6Problems.badLoad(String.valueOf(wrong.getMessage()));
    }
  }

  /**
   * The merge patch that declares it. What an earlier script promised and this one does not is
   * taken back.
   *
   * @param before names of the scenarios that are declared
   */
  ObjectNode patch(Set<String> before) {
    ObjectNode patch = JsonNodeFactory.instance.objectNode();
    patch.set("load", fields(whole));
    ObjectNode byName = patch.putObject("scenarios");
    before.forEach(it -> byName.putObject(it).putNull("load"));
    scenarios.forEach((name, load) -> byName.putObject(name).set("load", fields(load)));
    return patch;
  }

  private static ObjectNode fields(Load load) {
    ObjectNode told = JSON.valueToTree(load);
    ObjectNode fields = JsonNodeFactory.instance.objectNode();
    for (String name : FIELDS) {
      JsonNode value = told.get(name);
      if (value != null) {
        fields.set(name, value);
      } else if (!NOT_ASKED.contains(name)) {
        fields.putNull(name);
      }
    }
    return fields;
  }

  private static JsonNode unwrapped(ObjectNode body) {
    if (promises(body)) {
      return body;
    }
    return WRAPPERS.stream()
        .map(body::path)
        .filter(K6Promise::promises)
        .findFirst()
        .orElseThrow(K6Problems::unknownLoad);
  }

  private static boolean promises(JsonNode options) {
    return (options.path("scenarios").isObject() && !options.path("scenarios").isEmpty())
        || SHORTCUTS.stream().anyMatch(options::hasNonNull);
  }

  private static Map<String, Load> scenarios(JsonNode options) {
    Map<String, Load> loads = new LinkedHashMap<>();
    JsonNode scenarios = options.path("scenarios");
    scenarios
        .properties()
        .forEach(it -> loads.put(it.getKey(), K6Scenario.load(it.getKey(), it.getValue())));
    if (loads.isEmpty()) {
      loads.put("default", K6Scenario.load("default", shortcut(options)));
    }
    return loads;
  }

  /** The shortcuts stand for a scenario named {@code default}. */
  private static ObjectNode shortcut(JsonNode options) {
    ObjectNode scenario = JsonNodeFactory.instance.objectNode();
    scenario.put("executor", shortExecutor(options));
    for (String key : new String[] {"vus", "iterations", "duration", "stages"}) {
      scenario.set(key, options.path(key).isMissingNode() ? null : options.get(key));
    }
    scenario.set("startVUs", scenario.get("vus"));
    if (options.hasNonNull("iterations")) {
      scenario.set("maxDuration", scenario.get("duration"));
    }
    return scenario;
  }

  private static String shortExecutor(JsonNode options) {
    if (options.hasNonNull("iterations")) {
      return "shared-iterations";
    }
    if (options.hasNonNull("stages")) {
      return "ramping-vus";
    }
    return options.hasNonNull("duration") ? "constant-vus" : "shared-iterations";
  }

  private static Load whole(Map<String, Load> scenarios, JsonNode options) {
    if (scenarios.size() == 1) {
      return scenarios.values().iterator().next();
    }
    return new Load(
        same(scenarios, Load::model),
        same(scenarios, Load::executor),
        same(scenarios, Load::arrival),
        rate(scenarios),
        null,
        most(scenarios, options),
        duration(scenarios),
        null,
        null,
        null,
        null,
        null,
        most(scenarios, options),
        null,
        null);
  }

  /** The rates add up where all run at once and for the same time. */
  private static @Nullable Double rate(Map<String, Load> scenarios) {
    boolean together =
        same(scenarios, it -> it.startS() == null ? 0 : it.startS()) != null
            && same(scenarios, Load::plannedDurationS) != null
            && scenarios.values().stream().allMatch(it -> it.targetRate() != null);
    return together
        ? Double.valueOf(
            scenarios.values().stream()
                .mapToDouble(it -> Objects.requireNonNull(it.targetRate()))
                .sum())
        : null;
  }

  /** k6 knows how many virtual users the plan needs at once; without that, all together. */
  private static int most(Map<String, Load> scenarios, JsonNode options) {
    return options.path("maxVUs").isNumber()
        ? options.path("maxVUs").asInt(0)
        : scenarios.values().stream()
            .mapToInt(it -> it.maxConcurrency() == null ? 0 : it.maxConcurrency())
            .sum();
  }

  /** Until the last one ends, where each says when; the graceful stop is not planned load. */
  private static @Nullable Double duration(Map<String, Load> scenarios) {
    double end = 0;
    for (Load load : scenarios.values()) {
      if (load.plannedDurationS() == null) {
        return null;
      }
      end = Math.max(end, (load.startS() == null ? 0 : load.startS()) + load.plannedDurationS());
    }
    return end;
  }

  private static <V> @Nullable V same(Map<String, Load> scenarios, Function<Load, V> field) {
    Set<V> values =
        scenarios.values().stream().map(field).filter(Objects::nonNull).collect(Collectors.toSet());
    boolean all = scenarios.values().stream().allMatch(it -> field.apply(it) != null);
    return all && values.size() == 1 ? values.iterator().next() : null;
  }
}
