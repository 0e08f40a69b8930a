package io.tracejoin.join;

import java.io.StringReader;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.DumperOptions.FlowStyle;
import org.yaml.snakeyaml.DumperOptions.ScalarStyle;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.representer.Representer;

/**
 * A mapping document with what it refers to put in: the shipped mapping that it {@code extends},
 * and shipped profiles that it names. Nodes keep the place that they were read at.
 *
 * @param composed something was put in, so that the text read is not the whole
 */
record MappingDocument(Node root, boolean composed) {

  private static final Set<String> KEYS =
      Set.of("name", "extends", "root_self", "absent", "dimensions", "profiles");
  private static final int WIDTH = 120;

  /**
   * Reads a document.
   *
   * @throws MappingException if it is no YAML, or refers to what is not shipped
   */
  static MappingDocument of(String yaml) {
    return new MappingDocument(compose(yaml), false).resolved();
  }

  /** The keys of the document. */
  Map<String, YamlPlace> entries() {
    return place().entries(KEYS);
  }

  /** The whole as YAML, for a document that was composed. */
  String text() {
    DumperOptions options = new DumperOptions();
    options.setProcessComments(true);
    options.setWidth(WIDTH);
    options.setIndicatorIndent(2);
    options.setIndentWithIndicator(true);
    StringWriter text = new StringWriter();
    new Yaml(new SafeConstructor(new LoaderOptions()), new Representer(options), options)
        .serialize(root, text);
    return text.toString();
  }

  private YamlPlace place() {
    return new YamlPlace("", root);
  }

  private MappingDocument resolved() {
    Map<String, YamlPlace> own = entries();
    YamlPlace base = own.remove("extends");
    List<Node> profiles = new ArrayList<>();
    boolean named = addProfiles(own.get("profiles"), profiles);
    if (base == null && !named) {
      return this;
    }
    Map<String, Node> nodes = new LinkedHashMap<>();
    own.forEach((key, value) -> nodes.put(key, value.node()));
    if (base != null) {
      extend(nodes, own, of(Shipped.mapping(base)).entries(), profiles);
    }
    nodes.put("profiles", list(profiles));
    return new MappingDocument(object(nodes), true);
  }

  /** A name stands for a shipped profile. */
  private static boolean addProfiles(@Nullable YamlPlace list, List<Node> profiles) {
    boolean named = false;
    for (YamlPlace item : list == null ? List.<YamlPlace>of() : list.items()) {
      boolean isName = item.node() instanceof ScalarNode;
      profiles.add(isName ? compose(Shipped.profile(item)) : item.node());
      named |= isName;
    }
    return named;
  }

  /** What the document says goes before what it extends. */
  private static void extend(
      Map<String, Node> nodes,
      Map<String, YamlPlace> own,
      Map<String, YamlPlace> base,
      List<Node> profiles) {
    base.forEach((key, value) -> nodes.putIfAbsent(key, value.node()));
    YamlPlace absent = own.get("absent");
    if (absent != null) {
      Map<String, Node> both = nodes(absent);
      nodesOf(base.get("absent")).forEach(both::putIfAbsent);
      nodes.put("absent", object(both));
    }
    YamlPlace dimensions = own.get("dimensions");
    if (dimensions != null) {
      nodes.put("dimensions", object(dimensions(dimensions, base.get("dimensions"))));
    }
    addProfiles(base.get("profiles"), profiles);
  }

  private static Map<String, Node> dimensions(YamlPlace own, @Nullable YamlPlace base) {
    Map<String, Node> both = nodes(own);
    nodesOf(base)
        .forEach(
            (key, more) -> {
              Node first = both.get(key);
              both.put(key, first == null ? more : list(joined(first, more)));
            });
    return both;
  }

  private static List<Node> joined(Node first, Node more) {
    List<Node> items = new ArrayList<>();
    new YamlPlace("dimensions", first).items().forEach(it -> items.add(it.node()));
    new YamlPlace("dimensions", more).items().forEach(it -> items.add(it.node()));
    return items;
  }

  private static Map<String, Node> nodesOf(@Nullable YamlPlace place) {
    return place == null ? Map.of() : nodes(place);
  }

  private static Map<String, Node> nodes(YamlPlace place) {
    Map<String, Node> nodes = new LinkedHashMap<>();
    place.entries(Set.of()).forEach((key, value) -> nodes.put(key, value.node()));
    return nodes;
  }

  private static Node object(Map<String, Node> nodes) {
    List<NodeTuple> tuples = new ArrayList<>();
    nodes.forEach((key, value) -> tuples.add(new NodeTuple(scalar(key), value)));
    return new MappingNode(Tag.MAP, tuples, FlowStyle.BLOCK);
  }

  private static Node list(List<Node> items) {
    return new SequenceNode(Tag.SEQ, items, FlowStyle.BLOCK);
  }

  private static Node scalar(String text) {
    return new ScalarNode(Tag.STR, text, null, null, ScalarStyle.PLAIN);
  }

  private static Node compose(String yaml) {
    LoaderOptions options = new LoaderOptions();
    options.setProcessComments(true);
    try {
      Node root = new Yaml(new SafeConstructor(options)).compose(new StringReader(yaml));
      if (root == null) {
        throw new MappingException(1, 1, "the document is empty");
      }
      return root;
    } catch (MarkedYAMLException malformed) {
      throw malformed(malformed.getProblemMark(), malformed.getProblem());
    } catch (YAMLException malformed) {
      throw malformed(null, malformed.getMessage());
    }
  }

  private static MappingException malformed(@Nullable Mark at, @Nullable String problem) {
    int line = at == null ? 1 : at.getLine() + 1;
    int column = at == null ? 1 : at.getColumn() + 1;
    return new MappingException(line, column, "no YAML: " + problem);
  }
}
