package io.tracejoin.decompose;

import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the rules of semantics 3 make of the candidates.
 *
 * @param root the server root, or null
 * @param gaveWay candidates that become children of the root, with what is below them
 * @param ambiguous why several candidates stay: {@link Anomaly.Code#MULTIPLE_ROOTS} or {@link
 *     Anomaly.Code#RETRIED_UPSTREAM}; null where there is a root or no candidate
 * @param candidates how many there were
 */
record RootChoice(
    @Nullable Node root, List<Node> gaveWay, Anomaly.@Nullable Code ambiguous, int candidates) {

  static final RootChoice NONE = new RootChoice(null, List.of(), null, 0);

  static RootChoice only(Node root) {
    return new RootChoice(root, List.of(), null, 1);
  }

  /** Rules 4 to 6. */
  static RootChoice among(Collection<Node> candidates, Roles roles) {
    List<Node> several = outermost(candidates);
    if (several.isEmpty()) {
      return NONE;
    }
    if (several.size() == 1) {
      return only(several.get(0));
    }
    Node root = containing(several);
    if (root == null) {
      root = onlyUnmapped(several, roles);
    }
    if (root == null || hasTwin(root, several)) {
      return new RootChoice(null, List.of(), ambiguity(several), several.size());
    }
    Node chosen = root;
    List<Node> others = several.stream().filter(it -> it != chosen).toList();
    return new RootChoice(chosen, others, null, several.size());
  }

  /** Says why there is no root. */
  void note(Findings findings) {
    if (ambiguous != null) {
      findings.add(ambiguous, candidates + " roots, and nothing that tells which is the one.");
    } else if (root == null) {
      findings.add(Anomaly.Code.ROOT_MISSING, "Spans are there, but none that can be a root.");
    }
  }

  /** A candidate below another one is in that one's tree already: it gives no second root. */
  private static List<Node> outermost(Collection<Node> candidates) {
    if (candidates.size() < 2) {
      return List.copyOf(candidates);
    }
    Marks marked = Marks.of(candidates);
    return candidates.stream().filter(it -> !marked.above(it)).sorted(Node.ORDER).toList();
  }

  /** The one whose interval contains all the others, on the same clock. */
  private static @Nullable Node containing(List<Node> several) {
    Node longest = several.get(0);
    for (Node it : several) {
      longest = it.span.durationNanos() > longest.span.durationNanos() ? it : longest;
    }
    for (Node it : several) {
      if (!sameClock(it, longest)
          || it.span.startNanos() < longest.span.startNanos()
          || it.span.endNanos() > longest.span.endNanos()) {
        return null;
      }
    }
    return longest;
  }

  /** The only one that no phase rule maps, if none is longer. */
  private static @Nullable Node onlyUnmapped(List<Node> several, Roles roles) {
    List<Node> unmapped = several.stream().filter(it -> !roles.rule(it).maps()).toList();
    if (unmapped.size() != 1) {
      return null;
    }
    Node only = unmapped.get(0);
    long length = only.span.durationNanos();
    boolean outlived = several.stream().anyMatch(it -> it.span.durationNanos() > length);
    return outlived ? null : only;
  }

  private static boolean hasTwin(Node root, List<Node> several) {
    return several.stream()
        .anyMatch(
            it ->
                it != root
                    && sameClock(it, root)
                    && it.span.startNanos() == root.span.startNanos()
                    && it.span.endNanos() == root.span.endNanos());
  }

  /** Roots of one service and parent, one after the other: a proxy retried. */
  private static Anomaly.Code ambiguity(List<Node> byStart) {
    Node first = byStart.get(0);
    long free = Long.MIN_VALUE;
    for (Node it : byStart) {
      boolean follows = sameClock(it, first) && it.span.startNanos() >= free;
      boolean alike = it.parentId != null && it.parentId.equals(first.parentId);
      if (!follows || !alike || !service(it).equals(service(first))) {
        return Anomaly.Code.MULTIPLE_ROOTS;
      }
      free = it.span.endNanos();
    }
    return Anomaly.Code.RETRIED_UPSTREAM;
  }

  private static String service(Node node) {
    return node.span.resource().service();
  }

  private static boolean sameClock(Node one, Node other) {
    return one.span.resource().clock().equals(other.span.resource().clock());
  }
}
