package io.tracejoin.join;

import io.tracejoin.decompose.Dimension;
import io.tracejoin.decompose.Mapping;
import io.tracejoin.decompose.MappingRule;
import io.tracejoin.decompose.Phase;
import io.tracejoin.decompose.SpanKind;
import io.tracejoin.decompose.TtftKind;
import java.io.StringReader;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.Node;

/**
 * Reads a mapping document (docs/mapping.md). Strict: an unknown or repeated key, or a rule that
 * says nothing, is an error that names its line.
 */
public final class MappingYaml {

  private static final Set<String> DOCUMENT =
      Set.of("name", "root_self", "absent", "dimensions", "profiles");
  private static final Set<String> PROFILE = Set.of("name", "rules");
  private static final Set<String> RULE =
      Set.of("when", "ignore", "phase", "slot", "parts", "points");
  private static final Set<String> WHEN =
      Set.of("attributes", "present", "names", "kind", "services", "scopes");
  private static final Set<String> PART = Set.of("phase", "attribute", "unit");
  private static final Set<String> POINT = Set.of("kind", "attribute", "unit", "event", "at");

  private MappingYaml() {}

  /**
   * Reads one document.
   *
   * @param id number of the stored version
   * @param version which version of the name it is, from 1
   * @throws IllegalArgumentException naming line, key and what is wrong
   */
  public static Mapping read(int id, int version, String yaml) {
    Map<String, YamlPlace> document = root(yaml).entries(DOCUMENT);
    YamlPlace name = document.get("name");
    if (name == null) {
      throw new IllegalArgumentException("name: is missing");
    }
    Mapping.RootSelf rootSelf =
        orElse(
            document.get("root_self"),
            it -> it.constant(Mapping.RootSelf.class),
            Mapping.RootSelf.UNATTRIBUTED);
    return new Mapping(
        id,
        name.text(),
        version,
        list(document.get("profiles"), MappingYaml::profile),
        rootSelf,
        orElse(document.get("absent"), MappingYaml::absentZero, Set.of()),
        orElse(document.get("dimensions"), MappingYaml::dimensions, Map.of()));
  }

  private static YamlPlace root(String yaml) {
    try {
      Node node =
          new Yaml(new SafeConstructor(new LoaderOptions())).compose(new StringReader(yaml));
      if (node == null) {
        throw new IllegalArgumentException("the document is empty");
      }
      return new YamlPlace("", node);
    } catch (YAMLException malformed) {
      throw new IllegalArgumentException("no YAML: " + malformed.getMessage(), malformed);
    }
  }

  private static Set<Phase> absentZero(YamlPlace place) {
    Set<Phase> phases = EnumSet.noneOf(Phase.class);
    for (Map.Entry<String, YamlPlace> entry : place.entries(Set.of()).entrySet()) {
      if (!entry.getValue().text().equals("zero")) {
        throw entry.getValue().error("expected zero; leave the phase out where it is unknown");
      }
      phases.add(key(entry, Phase.class));
    }
    return phases;
  }

  private static Map<Dimension, List<String>> dimensions(YamlPlace place) {
    Map<Dimension, List<String>> dimensions = new EnumMap<>(Dimension.class);
    for (Map.Entry<String, YamlPlace> entry : place.entries(Set.of()).entrySet()) {
      dimensions.put(key(entry, Dimension.class), entry.getValue().texts());
    }
    return dimensions;
  }

  private static <E extends Enum<E>> E key(Map.Entry<String, YamlPlace> entry, Class<E> type) {
    for (E constant : type.getEnumConstants()) {
      if (constant.name().toLowerCase(Locale.ROOT).equals(entry.getKey())) {
        return constant;
      }
    }
    throw entry.getValue().error("unknown key");
  }

  private static Mapping.Profile profile(YamlPlace place) {
    Map<String, YamlPlace> keys = place.entries(PROFILE);
    return new Mapping.Profile(
        required(place, keys, "name").text(),
        list(required(place, keys, "rules"), it -> it.make(MappingYaml::rule)));
  }

  private static MappingRule rule(YamlPlace place) {
    Map<String, YamlPlace> keys = place.entries(RULE);
    Map<String, YamlPlace> when = required(place, keys, "when").entries(WHEN);
    if (when.isEmpty()) {
      throw place.error("when: a rule needs a condition");
    }
    if (keys.size() == 1) {
      throw place.error("the rule says nothing: expected ignore, phase, parts or points");
    }
    return new MappingRule(
        orElse(when.get("attributes"), MappingYaml::equalities, Map.of()),
        Set.copyOf(texts(when.get("present"))),
        texts(when.get("names")),
        orNull(when.get("kind"), it -> it.constant(SpanKind.class)),
        Set.copyOf(texts(when.get("services"))),
        texts(when.get("scopes")),
        orElse(keys.get("ignore"), YamlPlace::flag, false),
        orNull(keys.get("phase"), it -> it.constant(Phase.class)),
        orElse(keys.get("slot"), YamlPlace::flag, false),
        list(keys.get("parts"), it -> it.make(MappingYaml::part)),
        list(keys.get("points"), it -> it.make(MappingYaml::point)));
  }

  private static Map<String, String> equalities(YamlPlace place) {
    Map<String, String> equalities = new LinkedHashMap<>();
    place.entries(Set.of()).forEach((key, value) -> equalities.put(key, value.text()));
    return equalities;
  }

  private static MappingRule.Part part(YamlPlace place) {
    Map<String, YamlPlace> keys = place.entries(PART);
    return new MappingRule.Part(
        required(place, keys, "phase").constant(Phase.class),
        required(place, keys, "attribute").text(),
        required(place, keys, "unit").constant(MappingRule.Unit.class));
  }

  private static MappingRule.Point point(YamlPlace place) {
    Map<String, YamlPlace> keys = place.entries(POINT);
    YamlPlace at = keys.get("at");
    if (at != null && !at.text().equals("start")) {
      throw at.error("expected start");
    }
    if ((at == null) == (keys.get("attribute") == null && keys.get("event") == null)) {
      throw place.error("expected one of attribute, event and at: start");
    }
    return new MappingRule.Point(
        required(place, keys, "kind").constant(TtftKind.class),
        orNull(keys.get("attribute"), YamlPlace::text),
        orNull(keys.get("unit"), it -> it.constant(MappingRule.Unit.class)),
        orNull(keys.get("event"), YamlPlace::text));
  }

  private static YamlPlace required(YamlPlace place, Map<String, YamlPlace> keys, String key) {
    YamlPlace value = keys.get(key);
    if (value == null) {
      throw place.error(key + ": is missing");
    }
    return value;
  }

  private static List<String> texts(@Nullable YamlPlace place) {
    return place == null ? List.of() : place.texts();
  }

  private static <T> List<T> list(@Nullable YamlPlace place, Function<YamlPlace, T> item) {
    return place == null ? List.of() : place.items().stream().map(item).toList();
  }

  private static <T> T orElse(@Nullable YamlPlace place, Function<YamlPlace, T> read, T otherwise) {
    return place == null ? otherwise : read.apply(place);
  }

  private static <T> @Nullable T orNull(@Nullable YamlPlace place, Function<YamlPlace, T> read) {
    return place == null ? null : read.apply(place);
  }
}
