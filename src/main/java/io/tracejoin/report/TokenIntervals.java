package io.tracejoin.report;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonCreator;
import java.math.BigDecimal;
import java.util.Map;
import tools.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import tools.jackson.databind.annotation.JsonNaming;

/**
 * Times between neighbouring tokens, or chunks, pooled over all of a cohort's requests: a long
 * answer counts more than a short one, unlike in {@code tpot}. Neighbours are not independent, so
 * there is no confidence interval.
 *
 * @param measure {@code itl} or {@code chunk_interval}
 * @param requests with at least one interval
 * @param n intervals
 * @param quantiles by name, as {@code p95_ms}
 * @param source {@code histogram}
 */
@JsonNaming(SnakeCaseStrategy.class)
public record TokenIntervals(
    String measure,
    long requests,
    long n,
    @JsonAnyGetter Map<String, BigDecimal> quantiles,
    BigDecimal maxMs,
    BigDecimal meanMs,
    String source) {

  /** Puts the quantiles in ascending order. */
  @JsonCreator
  public TokenIntervals(
      String measure,
      long requests,
      long n,
      @JsonAnySetter Map<String, BigDecimal> quantiles,
      BigDecimal maxMs,
      BigDecimal meanMs,
      String source) {
    this.measure = measure;
    this.requests = requests;
    this.n = n;
    this.quantiles = Figure.ascending(quantiles);
    this.maxMs = maxMs;
    this.meanMs = meanMs;
    this.source = source;
  }
}
