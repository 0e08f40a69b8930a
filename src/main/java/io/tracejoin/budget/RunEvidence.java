package io.tracejoin.budget;

import java.math.BigDecimal;
import java.util.List;

/**
 * What holds for every clause.
 *
 * @param postHoc why the verdict does not count: budget or declaration came late; empty: it counts
 * @param otherConditions what differs from the conditions of the budget; empty: nothing
 * @param windowS length of the longest measuring window
 * @param longestRequestS of successes and timeouts; 0 of none
 */
public record RunEvidence(
    boolean finished,
    List<String> postHoc,
    List<String> otherConditions,
    boolean loadNotDelivered,
    BigDecimal windowS,
    BigDecimal longestRequestS) {

  /** Copies the lists. */
  public RunEvidence {
    postHoc = List.copyOf(postHoc);
    otherConditions = List.copyOf(otherConditions);
  }
}
