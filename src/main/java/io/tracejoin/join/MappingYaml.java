package io.tracejoin.join;

import io.tracejoin.decompose.Dimension;
import io.tracejoin.decompose.Mapping;
import io.tracejoin.decompose.MappingRule;
import io.tracejoin.decompose.Phase;
import io.tracejoin.decompose.SpanKind;
import io.tracejoin.decompose.TtftKind;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads a mapping document (docs/mapping.md). Strict: an unknown or repeated key, or a rule that
 * says nothing, is an error that names its line.
 */
public final class MappingYaml {

  private static final Set<String> PROFILE = Set.of("name", "rules");
  private static final Set<String> RULE =
      Set.of("when", "ignore", "phase", "slot", "call", "carrier", "parts", "points");
  private static final Set<String> WHEN =
      Set.of("attributes", "like", "present", "names", "parents", "kind", "services", "scopes");
  private static final Set<String> PART = Set.of("phase", "attribute", "unit", "event", "to_child");
  private static final Set<String> POINT = Set.of("kind", "attribute", "unit", "event", "at");

  private MappingYaml() {}

  /**
   * Reads one document, with the shipped mapping and profiles that it refers to.
   *
   * @param id number of the stored version
   * @param version which version of the name it is, from 1
   * @throws MappingException naming line, column, key and what is wrong
   */
  public static Mapping read(int id, int version, String yaml) {
    MappingDocument whole = MappingDocument.of(yaml);
    Map<String, YamlPlace> document = whole.entries();
    YamlPlace name = document.get("name");
    if (name == null) {
      throw new YamlPlace("", whole.root()).error("name: is missing");
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

  /**
   * The document with all that it refers to written out: what a later release ships changes nothing
   * of it. A document that refers to nothing comes back as it is.
   *
   * @throws MappingException if it cannot be read
   */
  public static String selfContained(String yaml) {
    MappingDocument document = MappingDocument.of(yaml);
    return document.composed() ? document.text() : yaml;
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
        place.make(it -> conditions(when)),
        orElse(keys.get("ignore"), YamlPlace::flag, false),
        orNull(keys.get("phase"), it -> it.constant(Phase.class)),
        trait(place, keys),
        list(keys.get("parts"), it -> it.make(MappingYaml::part)),
        list(keys.get("points"), it -> it.make(MappingYaml::point)));
  }

  private static MappingRule.When conditions(Map<String, YamlPlace> when) {
    return new MappingRule.When(
        orElse(when.get("attributes"), MappingYaml::texts, Map.of()),
        orElse(when.get("like"), MappingYaml::texts, Map.of()),
        Set.copyOf(list(when.get("present"), YamlPlace::text)),
        list(when.get("names"), YamlPlace::text),
        list(when.get("parents"), YamlPlace::text),
        orNull(when.get("kind"), it -> it.constant(SpanKind.class)),
        Set.copyOf(list(when.get("services"), YamlPlace::text)),
        list(when.get("scopes"), YamlPlace::text));
  }

  private static MappingRule.@Nullable Trait trait(YamlPlace place, Map<String, YamlPlace> keys) {
    MappingRule.Trait trait = null;
    for (MappingRule.Trait it : MappingRule.Trait.values()) {
      YamlPlace flag = keys.get(it.name().toLowerCase(Locale.ROOT));
      if (flag != null && flag.flag()) {
        if (trait != null) {
          throw place.error("slot, call, carrier: expected one of them at most");
        }
        trait = it;
      }
    }
    return trait;
  }

  private static Map<String, String> texts(YamlPlace place) {
    Map<String, String> texts = new LinkedHashMap<>();
    place.entries(Set.of()).forEach((key, value) -> texts.put(key, value.text()));
    return texts;
  }

  private static MappingRule.Part part(YamlPlace place) {
    Map<String, YamlPlace> keys = place.entries(PART);
    return new MappingRule.Part(
        required(place, keys, "phase").constant(Phase.class),
        orNull(keys.get("attribute"), YamlPlace::text),
        orNull(keys.get("unit"), it -> it.constant(MappingRule.Unit.class)),
        orNull(keys.get("event"), YamlPlace::text),
        orNull(keys.get("to_child"), YamlPlace::text));
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
