package io.tracejoin.decompose;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * Places the spans of one root from the root down (semantics 4, steps 2 and 3). Stored stamps are
 * compared only on one clock, and never changed.
 */
final class Placement {

  private final Roles roles;
  private final long tolerance;
  private final List<Placed> placed = new ArrayList<>();

  private Placement(Roles roles, long tolerance) {
    this.roles = roles;
    this.tolerance = tolerance;
  }

  /**
   * The root first, parents before their children.
   *
   * @param gaveWay other candidates, placed as children of the root
   */
  static List<Placed> of(Node root, List<Node> gaveWay, Roles roles, long tolerance) {
    Placement placement = new Placement(roles, tolerance);
    placement.placed.add(Placed.root(root, roles.rule(root)));
    for (int next = 0; next < placement.placed.size(); next++) {
      Placed parent = placement.placed.get(next);
      placement.place(parent, placement.childrenOf(parent.node, next == 0 ? gaveWay : List.of()));
    }
    return placement.placed;
  }

  /** Ignored spans take no part: their children are their parent's. */
  private List<Node> childrenOf(Node parent, List<Node> more) {
    if (parent.children.isEmpty() && more.isEmpty()) {
      return List.of();
    }
    List<Node> children = new ArrayList<>(parent.children);
    children.addAll(more);
    for (int next = 0; next < children.size(); next++) {
      if (roles.rule(children.get(next)).ignore()) {
        children.addAll(children.get(next).children);
      }
    }
    children.removeIf(it -> roles.rule(it).ignore());
    return children;
  }

  private void place(Placed parent, List<Node> children) {
    if (children.isEmpty()) {
      return;
    }
    Set<UUID> early = earlyResources(parent, children);
    Map<String, List<Node>> foreign = new LinkedHashMap<>(0);
    for (Node child : children) {
      String clock = clock(parent, child, early);
      if (clock.equals(parent.clock)) {
        placed.add(parent.along(child, roles.rule(child)));
      } else {
        foreign.computeIfAbsent(clock, it -> new ArrayList<>(2)).add(child);
      }
    }
    foreign.forEach((clock, members) -> placeApart(parent, Hull.of(clock, members)));
  }

  private void placeApart(Placed parent, Hull hull) {
    for (Node member : hull.members()) {
      placed.add(parent.apart(member, roles.rule(member), hull));
    }
  }

  /**
   * Other resources that name the parent's clock, but one of whose children starts before the
   * parent: they cannot be on it, whatever host they name.
   */
  private Set<UUID> earlyResources(Placed parent, List<Node> children) {
    Set<UUID> early = new HashSet<>(0);
    long from = Nanos.minus(parent.node.span.startNanos(), tolerance);
    for (Node child : children) {
      if (child.span.startNanos() < from && !sameResource(parent, child)) {
        early.add(child.span.resource().fingerprint());
      }
    }
    return early;
  }

  private static String clock(Placed parent, Node child, Set<UUID> early) {
    if (sameResource(parent, child)) {
      return parent.clock;
    }
    Resource resource = child.span.resource();
    String named = resource.clock();
    boolean apart = named.equals(parent.clock) && early.contains(resource.fingerprint());
    return apart ? "apart:" + resource.fingerprint() : named;
  }

  private static boolean sameResource(Placed parent, Node child) {
    Resource one = parent.node.span.resource();
    return one.fingerprint().equals(child.span.resource().fingerprint());
  }
}
