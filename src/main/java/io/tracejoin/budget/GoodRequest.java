package io.tracejoin.budget;

import io.tracejoin.run.Slo;

/**
 * When a request is good (semantics 11): it succeeded and meets each bound.
 *
 * @param bounds at least one
 * @param singleTokenExempt an answer of one token need not meet the bound of its TPOT
 */
public record GoodRequest(Slo bounds, boolean singleTokenExempt) {

  /**
   * Checks that it asks for something.
   *
   * @throws IllegalArgumentException without a bound
   */
  public GoodRequest {
    if (bounds.clauses().isEmpty()) {
      throw new IllegalArgumentException("expected one of ttft_ms, tpot_ms, total_ms");
    }
  }
}
