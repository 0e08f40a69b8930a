package io.tracejoin.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import tools.jackson.databind.annotation.JsonNaming;

/**
 * The distribution of one measure, as points of its quantile function.
 *
 * @param outcome whose latencies these are
 * @param series one, or of a time to first token one a kind; without those that have no values
 */
@JsonNaming(SnakeCaseStrategy.class)
public record Distribution(String runId, String measure, String outcome, List<Curve> series) {

  /** Copies the list. */
  public Distribution {
    series = List.copyOf(series);
  }

  /**
   * One series.
   *
   * @param kind null but for times to first token
   * @param n values
   * @param points in ascending order; the first is the least value, the last the greatest
   */
  @JsonNaming(SnakeCaseStrategy.class)
  public record Curve(
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String kind,
      long n,
      List<Point> points) {

    /** Copies the list. */
    public Curve {
      points = List.copyOf(points);
    }
  }

  /**
   * A value that was measured.
   *
   * @param share of the values that are not above it, by rank
   */
  @JsonNaming(SnakeCaseStrategy.class)
  public record Point(BigDecimal share, BigDecimal valueMs) {}
}
