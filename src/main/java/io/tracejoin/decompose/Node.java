package io.tracejoin.decompose;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A received span at its place in the forest of one trace; equal to itself alone. */
final class Node {

  /** Start, then span ID; a CLIENT span before the SERVER span that shares its ID. */
  static final Comparator<Node> ORDER = Node::compare;

  final Span span;

  /** The ID that the span hangs below: of a SERVER span that shares its ID, that ID. */
  final @Nullable SpanId parentId;

  /** Senders told different things of this span. */
  final boolean conflicting;

  /** By {@link #ORDER}. */
  final List<Node> children = new ArrayList<>();

  /** Place in the forest's list. */
  int index;

  /** The received span above, or null. */
  @Nullable Node parent;

  Node(Span span, @Nullable SpanId parentId, boolean conflicting) {
    this.span = span;
    this.parentId = parentId;
    this.conflicting = conflicting;
  }

  private static int compare(Node one, Node other) {
    int byStart = Long.compare(one.span.startNanos(), other.span.startNanos());
    int byId = byStart != 0 ? byStart : one.span.spanId().compareTo(other.span.spanId());
    return byId != 0 ? byId : Boolean.compare(one.isServer(), other.isServer());
  }

  boolean isServer() {
    return span.kind() == SpanKind.SERVER;
  }

  /** All spans below and this one, parents first; no recursion, so that depth does not matter. */
  List<Node> subtree() {
    List<Node> found = new ArrayList<>();
    found.add(this);
    for (int next = 0; next < found.size(); next++) {
      found.addAll(found.get(next).children);
    }
    return found;
  }
}
