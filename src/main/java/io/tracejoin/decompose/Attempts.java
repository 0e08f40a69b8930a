package io.tracejoin.decompose;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The outermost spans of generation and provider_request. Those that follow each other are
 * attempts; those that run side by side are branches of one attempt.
 */
final class Attempts {

  private static final Comparator<Placed> BY_START =
      Comparator.<Placed>comparingLong(it -> it.start)
          .thenComparingLong(it -> it.end)
          .thenComparing(it -> it.node.span.spanId());

  private final List<List<Placed>> inOrder = new ArrayList<>();
  private final Map<Placed, Placed> outermost = new HashMap<>();
  private final Set<Placed> inLast = new HashSet<>();
  private List<Placed> last = List.of();

  private Attempts() {}

  static Attempts of(List<Placed> placed, long tolerance) {
    Attempts attempts = new Attempts();
    List<Placed> found = new ArrayList<>();
    for (Placed it : placed) {
      Placed inside = it.parent == null ? null : attempts.outermost.get(it.parent);
      if (inside != null) {
        attempts.outermost.put(it, inside);
      } else if (it.phase == Phase.GENERATION || it.phase == Phase.PROVIDER_REQUEST) {
        attempts.outermost.put(it, it);
        found.add(it);
      }
    }
    found.sort(BY_START);
    attempts.split(found, tolerance);
    attempts.endWithTheLast();
    return attempts;
  }

  private void split(List<Placed> byStart, long tolerance) {
    long free = Long.MIN_VALUE;
    for (Placed it : byStart) {
      if (inOrder.isEmpty() || it.start >= free) {
        inOrder.add(new ArrayList<>(1));
        free = Long.MIN_VALUE;
      }
      inOrder.get(inOrder.size() - 1).add(it);
      // Coarse stamps let neighbours overlap, but never by more than half of what is there.
      long slack = Math.min(tolerance, it.length() / 2);
      free = Math.max(free, Nanos.minus(it.end, slack));
    }
  }

  int count() {
    return inOrder.size();
  }

  private void endWithTheLast() {
    if (!inOrder.isEmpty()) {
      last = new ArrayList<>(inOrder.get(inOrder.size() - 1));
      last.sort(BY_START.reversed());
      inLast.addAll(last);
    }
  }

  /** Branches of the last attempt, the last to start first. */
  List<Placed> last() {
    return last;
  }

  /** It belongs to an attempt that was given up. */
  boolean isGivenUp(Placed it) {
    if (inOrder.size() < 2) {
      return false;
    }
    Placed attempt = outermost.get(it);
    return attempt != null && !inLast.contains(attempt);
  }

  /** Branches side by side that carry different values of the dimension. */
  boolean mixes(Dimension dimension, Dimensions dimensions) {
    for (List<Placed> branches : inOrder) {
      if (branches.size() < 2) {
        continue;
      }
      Set<String> values = new HashSet<>(0);
      for (Placed branch : branches) {
        @Nullable String value = dimensions.of(branch, dimension);
        if (value != null) {
          values.add(value);
        }
      }
      if (values.size() > 1) {
        return true;
      }
    }
    return false;
  }
}
