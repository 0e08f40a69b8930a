package io.tracejoin.decompose;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;

/** Which spans are below some of a forest's spans. */
final class Marks {

  private final Set<Node> below = new HashSet<>();

  private Marks() {}

  /** Visits each span below the given ones once, however they are nested. */
  static Marks of(Collection<Node> tops) {
    Marks marks = new Marks();
    Deque<Node> open = new ArrayDeque<>(tops);
    while (!open.isEmpty()) {
      for (Node child : open.pop().children) {
        if (marks.below.add(child)) {
          open.push(child);
        }
      }
    }
    return marks;
  }

  /** One of the given spans is above this one. */
  boolean above(Node node) {
    return below.contains(node);
  }
}
