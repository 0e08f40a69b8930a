package io.tracejoin.decompose;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Calls whose engine tells its own time in the same trace: its spans lie below the call; or beside
 * it, within its time, where the caller sent on the trace context that it had received itself.
 */
final class AnsweredCalls {

  private final Set<Placed> aboveEngine = new HashSet<>();
  private final List<Placed> strays = new ArrayList<>();
  private final long tolerance;

  private AnsweredCalls(long tolerance) {
    this.tolerance = tolerance;
  }

  static AnsweredCalls of(List<Placed> placed, long tolerance) {
    AnsweredCalls calls = new AnsweredCalls(tolerance);
    if (hasCall(placed)) {
      placed.stream().filter(it -> it.rule.isEngine()).forEach(calls::addEngine);
    }
    return calls;
  }

  private static boolean hasCall(List<Placed> placed) {
    for (Placed it : placed) {
      if (it.rule.call()) {
        return true;
      }
    }
    return false;
  }

  private void addEngine(Placed engine) {
    Placed root = engine.parent;
    Placed at = root;
    while (at != null && aboveEngine.add(at)) {
      at = at.parent;
    }
    if (root != null && root.parent == null && isOfAnother(engine, root)) {
      strays.add(engine);
    }
  }

  private static boolean isOfAnother(Placed one, Placed other) {
    return !one.node.span.resource().equals(other.node.span.resource());
  }

  boolean contains(Placed call) {
    if (aboveEngine.contains(call)) {
      return true;
    }
    for (Placed it : strays) {
      if (isWithin(it, call) && isOfAnother(it, call)) {
        return true;
      }
    }
    return false;
  }

  private boolean isWithin(Placed engine, Placed call) {
    return Nanos.plus(engine.start, tolerance) >= call.start
        && engine.end <= Nanos.plus(call.end, tolerance);
  }
}
