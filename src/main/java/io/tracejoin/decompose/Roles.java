package io.tracejoin.decompose;

/** What a mapping says of each span of a forest, asked once. */
final class Roles {

  private final PhaseMapping phases;
  private final PhaseMapping.Taken[] taken;

  Roles(Forest forest, PhaseMapping phases) {
    this.phases = phases;
    taken = new PhaseMapping.Taken[forest.nodes.size()];
    for (Node node : forest.nodes) {
      taken[node.index] = phases.take(node.span, node.parent == null ? null : node.parent.span);
    }
  }

  Mapping mapping() {
    return phases.mapping();
  }

  Dimensions dimensions() {
    return phases.dimensions();
  }

  MappingRule rule(Node node) {
    return taken[node.index].rule();
  }

  /** The rule with its place in the mapping. */
  PhaseMapping.Taken taken(Node node) {
    return taken[node.index];
  }
}
