package io.tracejoin.trace;

import io.tracejoin.decompose.Phase;
import io.tracejoin.decompose.Span;
import io.tracejoin.decompose.SpanNode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The spans of a trace, flat, each with its phase and with the span that its tree hangs from. */
record PhasedSpans(List<PhasedSpan> all) {

  /**
   * A span in its place.
   *
   * @param top the span without a stored parent that it hangs below; itself where it is one
   */
  record PhasedSpan(Span span, @Nullable Phase phase, Span top) {}

  private record Step(SpanNode node, Span top) {}

  /** Walks without recursion: a tree may be as deep as the trace is long. */
  static PhasedSpans of(List<SpanNode> trees) {
    List<PhasedSpan> all = new ArrayList<>();
    Deque<Step> open = new ArrayDeque<>();
    trees.forEach(it -> open.add(new Step(it, it.span())));
    while (!open.isEmpty()) {
      Step step = open.poll();
      all.add(new PhasedSpan(step.node.span(), step.node.phase(), step.top));
      step.node.children().forEach(it -> open.add(new Step(it, step.top)));
    }
    return new PhasedSpans(all);
  }

  boolean isEmpty() {
    return all.isEmpty();
  }

  Stream<Span> of(Phase first, Phase... others) {
    Set<Phase> phases = EnumSet.of(first, others);
    return all.stream()
        .filter(it -> it.phase() != null && phases.contains(it.phase()))
        .map(PhasedSpan::span);
  }

  /** The outermost stored span above a span; itself where there is none. */
  Span top(Span span) {
    return all.stream()
        .filter(it -> it.span().equals(span))
        .map(PhasedSpan::top)
        .findFirst()
        .orElse(span);
  }
}
