package io.tracejoin.decompose;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The spans that may be server roots for the records of one run (semantics 3, rules 1 and 2), those
 * out of the run's reach set apart.
 */
final class Candidates {

  private final Map<SpanId, List<Node>> serversByParent = new HashMap<>();
  private final Map<SpanId, List<Node>> othersByParent = new HashMap<>();
  private final List<Node> servers = new ArrayList<>();
  private final List<Node> others = new ArrayList<>();
  private final Set<String> services;
  private final Reach reach;

  /**
   * @param services services whose spans alone are candidates; empty: any
   */
  Candidates(Forest forest, Set<String> services, Reach reach) {
    this.services = services;
    this.reach = reach;
    forest.nodes.forEach(this::sort);
  }

  /**
   * Candidates of rule 3: those that hang below the span that the record sent.
   *
   * @return none where the record sent none, or no candidate has it
   */
  Found below(@Nullable SpanId parent) {
    if (parent == null) {
      return Found.NOTHING;
    }
    List<Node> exact = serversByParent.getOrDefault(parent, List.of());
    if (exact.isEmpty() && servers.isEmpty()) {
      exact = othersByParent.getOrDefault(parent, List.of());
    }
    return reachable(exact);
  }

  /** Candidates whatever the record sent. */
  Found any() {
    return reachable(servers.isEmpty() ? others : servers);
  }

  private void sort(Node node) {
    if (!services.isEmpty() && !services.contains(node.span.resource().service())) {
      return;
    }
    boolean server = node.isServer();
    if (node.parentId != null) {
      (server ? serversByParent : othersByParent)
          .computeIfAbsent(node.parentId, id -> new ArrayList<>(1))
          .add(node);
    }
    if (server && onlyCallersAbove(node)) {
      servers.add(node);
    } else if (!server && (node.parentId == null || node.span.parentIsRemote())) {
      others.add(node);
    }
  }

  /**
   * Nothing received above, or none but CLIENT and PRODUCER spans of other resources whose topmost
   * has no parent ID: the caller's own.
   */
  static boolean onlyCallersAbove(Node node) {
    Node top = node;
    for (Node above = node.parent; above != null; above = above.parent) {
      boolean calls =
          above.span.kind() == SpanKind.CLIENT || above.span.kind() == SpanKind.PRODUCER;
      if (!calls || above.span.resource().equals(node.span.resource())) {
        return false;
      }
      top = above;
    }
    return top == node || top.parentId == null;
  }

  private Found reachable(List<Node> nodes) {
    for (Node node : nodes) {
      if (!reach.allows(node.span)) {
        return new Found(nodes.stream().filter(it -> reach.allows(it.span)).toList(), true);
      }
    }
    return new Found(nodes, false);
  }

  /**
   * Candidates found.
   *
   * @param outOfReach reach took at least one away
   */
  record Found(Collection<Node> nodes, boolean outOfReach) {
    static final Found NOTHING = new Found(List.of(), false);
  }
}
