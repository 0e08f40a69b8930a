package io.tracejoin.budget;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/** A value of a document and where it stands, so that what is wrong with it can be said. */
record Place(String path, Node node) {

  private static final Pattern NUMBER =
      Pattern.compile("\\d{1,15}(\\.\\d{1,12})?([eE][+-]?\\d{1,2})?");

  /** What is wrong at one place. */
  static final class Wrong extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient Problem problem;

    Wrong(Problem problem) {
      super(problem.toString());
      this.problem = problem;
    }

    Problem problem() {
      return problem;
    }
  }

  /**
   * The entries of an object; a null one is as good as absent.
   *
   * @param known the keys that may be there; empty: any
   * @param problems takes unknown and repeated keys
   * @throws Wrong if it is no object
   */
  Map<String, Place> entries(Set<String> known, List<Problem> problems) {
    if (!(node instanceof MappingNode object)) {
      throw wrong("expected keys and values, got " + got());
    }
    Map<String, Place> entries = new LinkedHashMap<>();
    for (NodeTuple entry : object.getValue()) {
      String key = new Place(path, entry.getKeyNode()).text();
      Place value = new Place(path.isEmpty() ? key : path + "." + key, entry.getValueNode());
      Place place = new Place(value.path, entry.getKeyNode());
      if (!known.isEmpty() && !known.contains(key)) {
        problems.add(place.problem("unknown key; known are " + String.join(", ", sorted(known))));
      } else if (entries.put(key, value) != null) {
        problems.add(place.problem("repeated key"));
      }
    }
    entries.values().removeIf(it -> Tag.NULL.equals(it.node.getTag()));
    return entries;
  }

  List<Place> items() {
    if (!(node instanceof SequenceNode list)) {
      throw wrong("expected a list, got " + got());
    }
    List<Node> nodes = list.getValue();
    return IntStream.range(0, nodes.size())
        .mapToObj(i -> new Place(path + "[" + i + "]", nodes.get(i)))
        .toList();
  }

  boolean isList() {
    return node instanceof SequenceNode;
  }

  /** A single value as it is written; not empty. */
  String text() {
    if (!(node instanceof ScalarNode scalar)
        || Tag.NULL.equals(node.getTag())
        || scalar.getValue().isBlank()) {
      throw wrong("expected a text, got " + got());
    }
    return scalar.getValue();
  }

  /** A decimal number of at least 0, written as such: no text that looks like one. */
  BigDecimal number() {
    if (node instanceof ScalarNode scalar && scalar.isPlain()) {
      if (NUMBER.matcher(scalar.getValue()).matches()) {
        return new BigDecimal(scalar.getValue());
      }
      if (scalar.getValue().startsWith("-")) {
        throw wrong("expected a number of at least 0, got " + got());
      }
    }
    throw wrong("expected a number, got " + got());
  }

  /** A share. */
  BigDecimal share() {
    BigDecimal share = number();
    if (share.compareTo(BigDecimal.ONE) > 0) {
      throw wrong("expected 0 to 1, got " + got());
    }
    return share;
  }

  long count() {
    try {
      return number().longValueExact();
    } catch (ArithmeticException broken) {
      throw wrong("expected a whole number, got " + got());
    }
  }

  String oneOf(Set<String> known) {
    String text = text();
    if (!known.contains(text)) {
      throw wrong("'" + text + "' is none of " + String.join(", ", sorted(known)));
    }
    return text;
  }

  Problem problem(String what) {
    int line = node.getStartMark() == null ? 1 : node.getStartMark().getLine() + 1;
    return new Problem(line, path, what);
  }

  Wrong wrong(String what) {
    return new Wrong(problem(what));
  }

  private String got() {
    if (node instanceof MappingNode) {
      return "keys and values";
    }
    if (node instanceof SequenceNode) {
      return "a list";
    }
    return Tag.NULL.equals(node.getTag()) ? "nothing" : "'" + ((ScalarNode) node).getValue() + "'";
  }

  private static List<String> sorted(Set<String> names) {
    return names.stream().sorted().toList();
  }
}
