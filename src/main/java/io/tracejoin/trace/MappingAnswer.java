package io.tracejoin.trace;

import io.tracejoin.decompose.Mapping;
import io.tracejoin.decompose.MappingRule;
import io.tracejoin.decompose.Phase;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import tools.jackson.databind.annotation.JsonNaming;

/**
 * A mapping as JSON, by the keys of its YAML.
 *
 * @param absent phases that are 0, not unknown, where no span tells them
 * @param dimensions attributes of each slice dimension, the first that is there counts
 */
@JsonNaming(SnakeCaseStrategy.class)
public record MappingAnswer(
    String name,
    int version,
    String rootSelf,
    List<String> absent,
    Map<String, List<String>> dimensions,
    List<Profile> profiles) {

  /** A named group of rules. */
  public record Profile(String name, List<Map<String, Object>> rules) {}

  /** Rules carry their {@code index} in the profile, by which a trial names them. */
  public static MappingAnswer of(Mapping mapping) {
    Map<String, List<String>> dimensions = new TreeMap<>();
    mapping.dimensions().forEach((key, value) -> dimensions.put(key.code(), value));
    return new MappingAnswer(
        mapping.name(),
        mapping.version(),
        lower(mapping.rootSelf()),
        mapping.absentZero().stream().map(Phase::code).sorted().toList(),
        dimensions,
        mapping.profiles().stream().map(MappingAnswer::profile).toList());
  }

  private static Profile profile(Mapping.Profile profile) {
    List<Map<String, Object>> rules = new ArrayList<>();
    for (MappingRule rule : profile.rules()) {
      rules.add(rule(rules.size(), rule));
    }
    return new Profile(profile.name(), rules);
  }

  private static Map<String, Object> rule(int index, MappingRule rule) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("index", index);
    fields.put("when", when(rule.when()));
    put(fields, "ignore", rule.ignore() ? true : null);
    put(fields, "phase", rule.phase() == null ? null : rule.phase().code());
    if (rule.trait() != null) {
      fields.put(lower(rule.trait()), true);
    }
    put(fields, "parts", rule.parts().stream().map(MappingAnswer::part).toList());
    put(fields, "points", rule.points().stream().map(MappingAnswer::point).toList());
    return fields;
  }

  private static Map<String, Object> when(MappingRule.When when) {
    Map<String, Object> fields = new LinkedHashMap<>();
    put(fields, "attributes", when.attributes().isEmpty() ? null : when.attributes());
    put(fields, "like", when.like().isEmpty() ? null : when.like());
    put(fields, "present", when.present().stream().sorted().toList());
    put(fields, "names", when.names());
    put(fields, "parents", when.parents());
    put(fields, "kind", when.kind() == null ? null : lower(when.kind()));
    put(fields, "services", when.services().stream().sorted().toList());
    put(fields, "scopes", when.scopes());
    return fields;
  }

  private static Map<String, Object> part(MappingRule.Part part) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("phase", part.phase().code());
    source(fields, part.attribute(), part.unit(), part.event());
    put(fields, "to_child", part.child());
    return fields;
  }

  private static Map<String, Object> point(MappingRule.Point point) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("kind", point.kind().code());
    source(fields, point.attribute(), point.unit(), point.event());
    put(fields, "at", point.attribute() == null && point.event() == null ? "start" : null);
    return fields;
  }

  private static void source(
      Map<String, Object> fields,
      @Nullable String attribute,
      MappingRule.@Nullable Unit unit,
      @Nullable String event) {
    put(fields, "attribute", attribute);
    put(fields, "unit", unit == null ? null : lower(unit));
    put(fields, "event", event);
  }

  private static void put(Map<String, Object> fields, String name, @Nullable Object value) {
    boolean empty = value instanceof Collection<?> items && items.isEmpty();
    if (value != null && !empty) {
      fields.put(name, value);
    }
  }

  private static String lower(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
