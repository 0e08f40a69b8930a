package io.tracejoin.decompose;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The spans of a trace linked by their parent IDs. Spans whose parents form a ring are cut open at
 * the first of them, so that everything hangs below some top.
 */
final class Forest {

  /** Every span, by {@link Node#ORDER}. */
  final List<Node> nodes;

  /** Spans without a received span above them, by {@link Node#ORDER}. */
  final List<Node> tops = new ArrayList<>();

  private final Map<SpanId, Node> byId = new HashMap<>();
  private final Map<SpanId, Node> sharedById = new HashMap<>();

  private Forest(List<Node> nodes) {
    this.nodes = nodes;
  }

  /**
   * @param generatorServices services whose CLIENT spans are client records and are taken out
   */
  static Forest of(SpanSet spans, Set<String> generatorServices) {
    List<SpanSet.Entry> entries = spans.entries();
    if (!generatorServices.isEmpty()) {
      entries = new ArrayList<>(entries);
      entries.removeIf(
          it ->
              it.span().kind() == SpanKind.CLIENT
                  && generatorServices.contains(it.span().resource().service()));
    }
    Forest forest = new Forest(numbered(entries));
    forest.link();
    return forest;
  }

  private static List<Node> numbered(List<SpanSet.Entry> entries) {
    List<Node> nodes = new ArrayList<>(entries.size());
    for (SpanSet.Entry entry : entries) {
      Span span = entry.span();
      SpanId parentId = entry.shared() ? span.spanId() : span.parentSpanId();
      nodes.add(new Node(span, parentId, entry.conflicting()));
    }
    nodes.sort(Node.ORDER);
    for (int i = 0; i < nodes.size(); i++) {
      nodes.get(i).index = i;
    }
    return nodes;
  }

  private void link() {
    for (Node node : nodes) {
      boolean shared = node.span.spanId().equals(node.parentId) && isServer(node);
      (shared ? sharedById : byId).putIfAbsent(node.span.spanId(), node);
    }
    for (Node node : nodes) {
      node.parent = parentOf(node);
    }
    openRings();
    for (Node node : nodes) {
      if (node.parent == null) {
        tops.add(node);
      } else {
        node.parent.children.add(node);
      }
    }
  }

  private @Nullable Node parentOf(Node node) {
    if (node.parentId == null) {
      return null;
    }
    Node own = byId.get(node.parentId);
    Node shared = sharedById.get(node.parentId);
    if (node == own || node == shared) {
      return node == shared && own != null ? own : null;
    }
    if (own == null || shared == null) {
      return own == null ? shared : own;
    }
    return sameSender(node, own) && !sameSender(node, shared) ? own : shared;
  }

  /** A path that comes back to itself has no top: it is cut above its first span. */
  private void openRings() {
    int[] walk = new int[nodes.size()];
    for (Node start : nodes) {
      Node at = start;
      while (at != null && walk[at.index] == 0) {
        walk[at.index] = start.index + 1;
        at = at.parent;
      }
      if (at != null && walk[at.index] == start.index + 1) {
        firstOfRing(at).parent = null;
      }
    }
  }

  private static Node firstOfRing(Node member) {
    Node first = member;
    for (Node at = member.parent; at != null && at != member; at = at.parent) {
      first = at.index < first.index ? at : first;
    }
    return first;
  }

  private static boolean isServer(Node node) {
    return node.span.kind() == SpanKind.SERVER;
  }

  private static boolean sameSender(Node one, Node other) {
    return one.span.resource().fingerprint().equals(other.span.resource().fingerprint());
  }
}
