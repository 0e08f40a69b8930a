package io.tracejoin.report.verdict;

import io.tracejoin.report.RunFacts;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What decides which requests a verdict is made of and how they are told apart: changed after the
 * first verdict, it could be chosen to fit.
 */
final class Basis {

  private static final JsonMapper JSON = new JsonMapper();
  private static final List<String> DECLARED = List.of("window", "load", "services");
  private static final String SCENARIOS = "scenarios.";
  private static final String OWN_WINDOW = ".window";

  private Basis() {}

  /** What is set, as JSON by field. */
  static Map<String, String> of(RunFacts run) {
    JsonNode declaration = JSON.readTree(run.declaration());
    Map<String, String> basis = new LinkedHashMap<>();
    DECLARED.forEach(it -> put(basis, it, declaration.path(it)));
    for (Map.Entry<String, JsonNode> it : declaration.path("scenarios").properties()) {
      String scenario = SCENARIOS + it.getKey();
      put(basis, scenario + OWN_WINDOW, it.getValue().path("window"));
      put(basis, scenario + ".load", it.getValue().path("load"));
    }
    basis.put("mapping", JSON.writeValueAsString(run.mapping()));
    return basis;
  }

  private static void put(Map<String, String> basis, String field, JsonNode value) {
    if (!value.isMissingNode() && !value.isNull() && !value.isEmpty()) {
      basis.put(field, JSON.writeValueAsString(value));
    }
  }

  /**
   * Sentences on what is other now than at the first verdict.
   *
   * @param remembered of the first verdict
   */
  static List<String> changes(Map<String, String> remembered, Map<String, String> now) {
    List<String> changes = new ArrayList<>();
    remembered.forEach(
        (field, before) -> {
          String current = now.get(field);
          if (current == null || !JSON.readTree(before).equals(JSON.readTree(current))) {
            changes.add(
                "%s was changed after the first verdict: from %s to %s"
                    .formatted(field, before, current == null ? "nothing" : current));
          }
        });
    now.forEach(
        (field, value) -> {
          if (replacesWindow(field, remembered)) {
            changes.add(
                "%s was set after the first verdict, in place of the run's window: %s"
                    .formatted(field, value));
          }
        });
    return changes;
  }

  /** A scenario without a window of its own had the run's. */
  private static boolean replacesWindow(String field, Map<String, String> remembered) {
    return field.startsWith(SCENARIOS)
        && field.endsWith(OWN_WINDOW)
        && !remembered.containsKey(field)
        && remembered.containsKey("window");
  }
}
