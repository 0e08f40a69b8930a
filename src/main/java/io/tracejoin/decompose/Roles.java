package io.tracejoin.decompose;

/** What a mapping says of each span of a forest, asked once. */
final class Roles {

  private final Mapping mapping;
  private final MappingRule[] rules;

  Roles(Forest forest, PhaseMapping phases) {
    mapping = phases.mapping();
    rules = new MappingRule[forest.nodes.size()];
    for (Node node : forest.nodes) {
      rules[node.index] = phases.rule(node.span);
    }
  }

  Mapping mapping() {
    return mapping;
  }

  MappingRule rule(Node node) {
    return rules[node.index];
  }
}
