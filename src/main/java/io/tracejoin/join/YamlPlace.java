package io.tracejoin.join;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/** A value of a YAML document that knows where it stands, so that an error can say it. */
record YamlPlace(String path, Node node) {

  /**
   * The entries of an object.
   *
   * @param known the keys that may be there; empty: any
   * @throws IllegalArgumentException if it is no object, or a key is unknown or repeated
   */
  Map<String, YamlPlace> entries(Set<String> known) {
    if (!(node instanceof MappingNode object)) {
      throw error("expected keys and values");
    }
    Map<String, YamlPlace> entries = new LinkedHashMap<>();
    for (NodeTuple entry : object.getValue()) {
      String key = new YamlPlace(path, entry.getKeyNode()).text();
      YamlPlace value =
          new YamlPlace(path.isEmpty() ? key : path + "." + key, entry.getValueNode());
      YamlPlace place = new YamlPlace(value.path, entry.getKeyNode());
      if (!known.isEmpty() && !known.contains(key)) {
        throw place.error("unknown key");
      }
      if (entries.put(key, value) != null) {
        throw place.error("repeated key");
      }
    }
    return entries;
  }

  /**
   * The items of a list.
   *
   * @throws IllegalArgumentException if it is no list
   */
  List<YamlPlace> items() {
    if (!(node instanceof SequenceNode list)) {
      throw error("expected a list");
    }
    List<YamlPlace> items = new ArrayList<>();
    for (Node item : list.getValue()) {
      items.add(new YamlPlace(path + "[" + items.size() + "]", item));
    }
    return items;
  }

  /** Every item's text, in order. */
  List<String> texts() {
    return items().stream().map(YamlPlace::text).toList();
  }

  /**
   * A single value as it is written.
   *
   * @throws IllegalArgumentException if it is none, or empty
   */
  String text() {
    if (!(node instanceof ScalarNode scalar) || Tag.NULL.equals(node.getTag())) {
      throw error("expected a value");
    }
    if (scalar.getValue().isEmpty()) {
      throw error("must not be empty");
    }
    return scalar.getValue();
  }

  /**
   * {@code true} or {@code false}.
   *
   * @throws IllegalArgumentException if it is neither
   */
  boolean flag() {
    return switch (text()) {
      case "true" -> true;
      case "false" -> false;
      default -> throw error("expected true or false, got '" + text() + "'");
    };
  }

  /**
   * The constant with this name in lower case.
   *
   * @throws IllegalArgumentException naming all of them if there is none
   */
  <E extends Enum<E>> E constant(Class<E> type) {
    List<String> names = new ArrayList<>();
    for (E constant : type.getEnumConstants()) {
      String name = constant.name().toLowerCase(Locale.ROOT);
      if (name.equals(text())) {
        return constant;
      }
      names.add(name);
    }
    throw error("'" + text() + "' is none of " + String.join(", ", names));
  }

  /** Makes a value; what its constructor refuses is an error of this place. */
  <T> T make(Function<YamlPlace, T> maker) {
    try {
      return maker.apply(this);
    } catch (MappingException placed) {
      throw placed;
    } catch (IllegalArgumentException refused) {
      throw error(String.valueOf(refused.getMessage()));
    }
  }

  MappingException error(String what) {
    String at = path.isEmpty() ? "" : path + ": ";
    Mark start = node.getStartMark();
    int line = start == null ? 1 : start.getLine() + 1;
    int column = start == null ? 1 : start.getColumn() + 1;
    return new MappingException(line, column, at + what);
  }
}
