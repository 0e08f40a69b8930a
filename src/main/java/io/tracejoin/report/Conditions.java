package io.tracejoin.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What differs between two runs by their own account (semantics 13). */
final class Conditions {

  private static final JsonMapper JSON = new JsonMapper();

  /** They tell runs apart or judge them; what the requests met does not depend on them. */
  private static final Set<String> NO_FACTORS =
      Set.of("name", "labels", "trace_id_prefix", "slo", "single_token_tpot");

  /** How long a load is kept up is no part of what it is. */
  private static final Set<String> LENGTHS =
      Set.of("load.planned_duration_s", "load.max_duration_s", "load.iterations");

  private Conditions() {}

  /** Every declared field whose value differs, by name; arrays are one value. */
  static List<Comparison.Condition> changed(RunFacts baseline, RunFacts run) {
    Map<String, JsonNode> before = fields(baseline);
    Map<String, JsonNode> after = fields(run);
    Set<String> names = new TreeSet<>(before.keySet());
    names.addAll(after.keySet());
    List<Comparison.Condition> changed = new ArrayList<>();
    for (String name : names) {
      if (!Objects.equals(before.get(name), after.get(name))) {
        changed.add(new Comparison.Condition(name, value(before, name), value(after, name)));
      }
    }
    return changed;
  }

  /** Whether more than one factor changed: each condition is one, the load as a whole is one. */
  static boolean confounded(List<Comparison.Condition> changed) {
    return changed.stream()
            .map(Comparison.Condition::field)
            .filter(it -> !LENGTHS.contains(it) && !NO_FACTORS.contains(top(it)))
            .map(it -> top(it).equals("conditions") ? it : top(it))
            .distinct()
            .count()
        > 1;
  }

  private static String top(String field) {
    int dot = field.indexOf('.');
    return dot < 0 ? field : field.substring(0, dot);
  }

  private static @Nullable JsonNode value(Map<String, JsonNode> fields, String name) {
    return fields.get(name);
  }

  private static Map<String, JsonNode> fields(RunFacts facts) {
    Map<String, JsonNode> fields = new TreeMap<>();
    add(fields, "", JSON.readTree(facts.declaration()));
    fields.put(
        "mapping", JSON.valueToTree(facts.mapping().name() + " v" + facts.mapping().version()));
    return fields;
  }

  private static void add(Map<String, JsonNode> fields, String path, JsonNode node) {
    if (!node.isObject()) {
      fields.put(path, comparable(node));
      return;
    }
    node.properties()
        .forEach(
            it ->
                add(
                    fields,
                    path.isEmpty() ? it.getKey() : path + "." + it.getKey(),
                    it.getValue()));
  }

  /** 8 and 8.0 are one rate. */
  private static JsonNode comparable(JsonNode node) {
    return node.isNumber() ? JSON.valueToTree(node.decimalValue().stripTrailingZeros()) : node;
  }
}
