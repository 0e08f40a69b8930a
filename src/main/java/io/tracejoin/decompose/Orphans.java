package io.tracejoin.decompose;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Spans below no candidate root (semantics 4, step 1); those above one are the caller's. */
final class Orphans {

  private Orphans() {}

  /**
   * How many there are.
   *
   * @param parents span IDs that the trace's records sent
   */
  static int count(Forest forest, Roles roles, Collection<SpanId> parents) {
    if (forest.tops.size() == 1 && forest.tops.get(0).isServer()) {
      return 0; // Everything hangs below it, and it is a candidate.
    }
    Candidates anyService = new Candidates(forest, Set.of(), Reach.UNBOUNDED);
    List<Node> candidates = new ArrayList<>(anyService.any().nodes());
    parents.forEach(it -> candidates.addAll(anyService.below(it).nodes()));
    Marks below = Marks.of(candidates);
    Set<Node> covered = new HashSet<>();
    for (Node candidate : candidates) {
      Node at = candidate;
      while (at != null && covered.add(at)) {
        at = at.parent;
      }
    }
    int orphans = 0;
    for (Node node : forest.nodes) {
      boolean reached = covered.contains(node) || below.above(node) || roles.rule(node).ignore();
      orphans += reached ? 0 : 1;
    }
    return orphans;
  }
}
