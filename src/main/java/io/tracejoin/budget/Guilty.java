package io.tracejoin.budget;

import java.math.BigDecimal;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A part of the requests that a failure is put down to.
 *
 * @param owner whom to ask
 * @param overBy milliseconds over its bound; inferred: its mean in the tail above that at p50
 * @param inferred no clause on a phase failed: it is what grows most towards the tail
 */
public record Guilty(String phase, @Nullable String owner, BigDecimal overBy, boolean inferred) {

  /** The phases whose clauses failed, the farthest over first. */
  static List<Guilty> of(List<ClauseVerdict> clauses) {
    Map<String, Guilty> byPhase = new LinkedHashMap<>();
    for (ClauseVerdict it : clauses) {
      String phase = it.clause().subject().phase();
      if (it.accuses() && phase != null && it.overBy() != null) {
        Guilty guilty = new Guilty(phase, it.clause().subject().owner(), it.overBy(), false);
        byPhase.merge(phase, guilty, (a, b) -> a.overBy.compareTo(b.overBy) >= 0 ? a : b);
      }
    }
    return byPhase.values().stream()
        .sorted(Comparator.comparing(Guilty::overBy).reversed())
        .toList();
  }
}
