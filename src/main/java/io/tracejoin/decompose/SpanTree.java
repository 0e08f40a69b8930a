package io.tracejoin.decompose;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Turns a forest into values, children before their parents, without recursion. */
final class SpanTree {

  private final Roles roles;
  private final List<Node> order;
  private final boolean engineQueue;
  private final Set<Node> aboveEngine = new HashSet<>();

  private SpanTree(Forest forest, Roles roles) {
    this.roles = roles;
    this.order = new ArrayList<>(forest.nodes.size());
    forest.tops.forEach(it -> order.addAll(it.subtree()));
    this.engineQueue = order.stream().anyMatch(it -> tellsEngineQueue(it, roles.rule(it)));
    order.stream().filter(it -> roles.rule(it).isEngine()).forEach(this::markAbove);
  }

  static List<SpanNode> of(Forest forest, Roles roles) {
    SpanTree tree = new SpanTree(forest, roles);
    SpanNode[] made = new SpanNode[tree.order.size()];
    for (int i = tree.order.size() - 1; i >= 0; i--) {
      Node node = tree.order.get(i);
      List<SpanNode> children = node.children.stream().map(it -> made[it.index]).toList();
      made[node.index] = new SpanNode(node.span, tree.phase(node), children);
    }
    return forest.tops.stream().map(it -> made[it.index]).toList();
  }

  /** Every span with its rule, parents first. */
  static List<MappedSpan> mapped(Forest forest, Roles roles) {
    SpanTree tree = new SpanTree(forest, roles);
    int[] depth = new int[tree.order.size()];
    List<MappedSpan> mapped = new ArrayList<>(tree.order.size());
    for (Node node : tree.order) {
      depth[node.index] = node.parent == null ? 0 : depth[node.parent.index] + 1;
      PhaseMapping.Taken by = roles.taken(node);
      mapped.add(
          new MappedSpan(
              node.span,
              depth[node.index],
              by.profile(),
              by.index(),
              by.rule().ignore(),
              tree.phase(node)));
    }
    return mapped;
  }

  private void markAbove(Node engine) {
    Node at = engine.parent;
    while (at != null && aboveEngine.add(at)) {
      at = at.parent;
    }
  }

  private @Nullable Phase phase(Node node) {
    MappingRule rule = roles.rule(node);
    if (rule.call() && aboveEngine.contains(node)) {
      return null;
    }
    return rule.slot() && engineQueue ? Phase.APP_QUEUE : rule.phase();
  }

  private static boolean tellsEngineQueue(Node node, MappingRule rule) {
    boolean byPart =
        rule.parts().stream()
            .anyMatch(it -> it.phase() == Phase.GPU_QUEUE && isThere(it, node.span));
    return byPart || (rule.phase() == Phase.GPU_QUEUE && !rule.slot());
  }

  private static boolean isThere(MappingRule.Part part, Span span) {
    String attribute = part.attribute();
    return attribute == null
        ? span.events().stream().anyMatch(it -> it.name().equals(part.event()))
        : span.attributes().containsKey(attribute);
  }
}
