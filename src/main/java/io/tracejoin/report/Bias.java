package io.tracejoin.report;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonCreator;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import tools.jackson.databind.annotation.JsonNaming;

/**
 * The matched successes of the cohort held against the unmatched, on {@code client_total}.
 *
 * @param ks the two-sample Kolmogorov-Smirnov statistic; null where one side is empty
 * @param pValue its p-value; null as {@code ks}
 * @param matchedRank by quantile: share of the matched at or below that quantile of all
 * @param biased at p50, p95 or p99
 * @param biasedAt the quantiles, of those asked for, at which the matched are another population
 */
@JsonNaming(SnakeCaseStrategy.class)
public record Bias(
    @Nullable BigDecimal ks,
    @Nullable BigDecimal pValue,
    Map<String, BigDecimal> matchedRank,
    Side matched,
    Side unmatched,
    boolean biased,
    List<String> biasedAt) {

  /** Puts the quantiles in ascending order. */
  public Bias {
    matchedRank = Figure.ascending(matchedRank);
    biasedAt = List.copyOf(biasedAt);
  }

  /**
   * One of both samples.
   *
   * @param n values
   * @param quantiles of client_total by {@code p95_ms}; empty where one side is empty
   */
  @JsonNaming(SnakeCaseStrategy.class)
  public record Side(long n, @JsonAnyGetter Map<String, BigDecimal> quantiles) {

    /** Puts the quantiles in ascending order. */
    @JsonCreator
    public Side(long n, @JsonAnySetter Map<String, BigDecimal> quantiles) {
      this.n = n;
      this.quantiles = Figure.ascending(quantiles);
    }
  }
}
