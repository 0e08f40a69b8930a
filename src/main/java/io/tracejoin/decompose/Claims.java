package io.tracejoin.decompose;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;

/**
 * Which runs claim which root. Where several do, the one created first keeps it (semantics 2).
 * Roots are told apart as spans: each run has its own view of the trace.
 */
final class Claims {

  private final Map<Key, Set<Integer>> runs = new HashMap<>();

  /** A CLIENT and a SERVER span may share an ID; neither may twice. */
  private record Key(SpanId id, boolean server) {
    static Key of(Node root) {
      return new Key(root.span.spanId(), root.span.kind() == SpanKind.SERVER);
    }
  }

  void add(int run, Pick pick) {
    for (Node root : pick.roots()) {
      runs.computeIfAbsent(Key.of(root), key -> new HashSet<>(1)).add(run);
    }
  }

  /** A run created earlier claims one of the roots. */
  boolean lost(int run, Pick pick) {
    return isClaimed(pick, it -> it < run);
  }

  /** A run created later claims one of the roots. */
  boolean contested(int run, Pick pick) {
    return isClaimed(pick, it -> it > run);
  }

  private boolean isClaimed(Pick pick, IntPredicate by) {
    for (Node root : pick.roots()) {
      for (int run : runs.getOrDefault(Key.of(root), Set.of())) {
        if (by.test(run)) {
          return true;
        }
      }
    }
    return false;
  }
}
