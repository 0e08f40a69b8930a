package io.tracejoin.budget;

import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One sentence of a budget.
 *
 * @param id unique in its budget
 * @param bound null where the clause is relative alone
 * @param relative null where the clause is fixed alone
 * @param where values by dimension, those of the budget's population included
 * @param slo null but for attainment and goodput
 */
public record Clause(
    String id,
    Subject subject,
    Statistic stat,
    @Nullable Bound bound,
    @Nullable Allowance relative,
    Map<String, Set<String>> where,
    Minima minima,
    @Nullable GoodRequest slo) {

  /** Puts the dimensions in order. */
  public Clause {
    if (bound == null && relative == null) {
      throw new IllegalArgumentException("expected a bound or vs_baseline");
    }
    where = Collections.unmodifiableMap(new TreeMap<>(where));
  }
}
