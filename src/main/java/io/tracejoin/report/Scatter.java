package io.tracejoin.report;

import java.math.BigDecimal;
import java.util.List;
import tools.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import tools.jackson.databind.annotation.JsonNaming;

/**
 * How a measure goes with the number of output tokens.
 *
 * @param outcome whose latencies these are
 * @param n requests of the cohort that have both
 * @param bins equally wide, in ascending order; empty ones left out
 * @param sample requests to look at, the same ones each time, drawn evenly; all where they are few
 */
@JsonNaming(SnakeCaseStrategy.class)
public record Scatter(
    String runId, String measure, String outcome, long n, List<Bin> bins, List<Dot> sample) {

  /** Copies the lists. */
  public Scatter {
    bins = List.copyOf(bins);
    sample = List.copyOf(sample);
  }

  /**
   * Requests of nearly one length.
   *
   * @param fromTokens least number of output tokens in it, and toTokens the greatest
   */
  @JsonNaming(SnakeCaseStrategy.class)
  public record Bin(long fromTokens, long toTokens, long n, BigDecimal p50Ms, BigDecimal p95Ms) {}

  /** One request. */
  @JsonNaming(SnakeCaseStrategy.class)
  public record Dot(String traceId, long outputTokens, BigDecimal valueMs) {}
}
