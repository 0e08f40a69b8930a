package io.tracejoin.decompose;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Turns a forest into values, children before their parents, without recursion. */
final class SpanTree {

  private SpanTree() {}

  static List<SpanNode> of(Forest forest, Roles roles) {
    List<Node> order = new ArrayList<>(forest.nodes.size());
    forest.tops.forEach(it -> order.addAll(it.subtree()));
    boolean engineQueue = order.stream().anyMatch(it -> tellsEngineQueue(it, roles.rule(it)));
    SpanNode[] made = new SpanNode[order.size()];
    for (int i = order.size() - 1; i >= 0; i--) {
      Node node = order.get(i);
      List<SpanNode> children = node.children.stream().map(it -> made[it.index]).toList();
      made[node.index] = new SpanNode(node.span, phase(roles.rule(node), engineQueue), children);
    }
    return forest.tops.stream().map(it -> made[it.index]).toList();
  }

  private static @Nullable Phase phase(MappingRule rule, boolean engineQueue) {
    return rule.slot() && engineQueue ? Phase.APP_QUEUE : rule.phase();
  }

  private static boolean tellsEngineQueue(Node node, MappingRule rule) {
    boolean byPart =
        rule.parts().stream()
            .anyMatch(
                it ->
                    it.phase() == Phase.GPU_QUEUE
                        && node.span.attributes().containsKey(it.attribute()));
    return byPart || (rule.phase() == Phase.GPU_QUEUE && !rule.slot());
  }
}
