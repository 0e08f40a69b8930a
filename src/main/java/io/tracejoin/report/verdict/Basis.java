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

  private Basis() {}

  /** What is set, as JSON by field. */
  static Map<String, String> of(RunFacts run) {
    JsonNode declaration = JSON.readTree(run.declaration());
    Map<String, String> basis = new LinkedHashMap<>();
    for (String field : DECLARED) {
      JsonNode value = declaration.path(field);
      if (!value.isMissingNode() && !value.isNull() && !value.isEmpty()) {
        basis.put(field, JSON.writeValueAsString(value));
      }
    }
    basis.put("mapping", JSON.writeValueAsString(run.mapping()));
    return basis;
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
    return changes;
  }
}
