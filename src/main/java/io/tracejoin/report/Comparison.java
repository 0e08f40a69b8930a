package io.tracejoin.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import tools.jackson.databind.annotation.JsonNaming;

/**
 * A run against a baseline; the record is the JSON. Of successes.
 *
 * @param conditionsChanged declared fields that differ, and the mapping
 * @param confounded whether more than one factor changed, so that no shift has one cause
 * @param notes codes of what a reader must know
 * @param throughput successes a second that ended in the window; null where it has no length
 * @param coverage share of the client records with a usable trace; null without records
 * @param cachedShare share of the prompt tokens that came from the server's cache; null where
 *     nobody tells
 * @param phases every series that one of them has, in reading order
 * @param tail by quantile of client_total; without the quantiles that one of them lacks
 * @param slices by value of the dimension that was asked for
 * @param repeats null where neither has a repeat
 * @param capacity null unless both runs have steps
 */
@JsonNaming(SnakeCaseStrategy.class)
public record Comparison(
    String runId,
    String baselineRunId,
    Instant computedAt,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) String where,
    List<Condition> conditionsChanged,
    boolean confounded,
    List<Report.Warning> notes,
    Rates throughput,
    Rates coverage,
    Rates cachedShare,
    List<Phase> phases,
    Map<String, Tail> tail,
    List<Slice> slices,
    @Nullable Repeats repeats,
    @Nullable Capacities capacity,
    List<FindingAnswer> findings) {

  /** A declared field that differs; null where it is not declared. */
  public record Condition(String field, @Nullable JsonNode baseline, @Nullable JsonNode run) {}

  /** A number of each run. */
  public record Rates(@Nullable BigDecimal baseline, @Nullable BigDecimal run) {}

  /** Sizes and figures of one run. */
  @JsonNaming(SnakeCaseStrategy.class)
  public record Figures(
      BigDecimal p50Ms, BigDecimal p95Ms, BigDecimal p99Ms, BigDecimal meanMs, long n) {}

  /**
   * The run's figure less the baseline's.
   *
   * @param ci95Ms bounds of the shift of p95; null for fewer than two blocks
   * @param ci95 bounds by figure, {@code p50_ms}; without those that are not known
   * @param noiseFloorMs how far repeats lie apart in p95 and mean; null without repeats
   */
  @JsonNaming(SnakeCaseStrategy.class)
  public record Shift(
      BigDecimal p50Ms,
      BigDecimal p95Ms,
      BigDecimal p99Ms,
      BigDecimal meanMs,
      @Nullable List<BigDecimal> ci95Ms,
      Map<String, List<BigDecimal>> ci95,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Floor noiseFloorMs) {}

  /** A spread between repeats. */
  @JsonNaming(SnakeCaseStrategy.class)
  public record Floor(BigDecimal p95Ms, BigDecimal meanMs) {}

  /**
   * One measure in both runs.
   *
   * @param baseline null where it has no value
   * @param run null where it has no value
   * @param shift null where one of them has no value
   */
  @JsonNaming(SnakeCaseStrategy.class)
  public record Phase(
      String measure,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String kind,
      @Nullable String owner,
      @Nullable Figures baseline,
      @Nullable Figures run,
      @Nullable Shift shift,
      boolean moved) {

    /** The name with its kind. */
    String title() {
      return kind == null ? measure : measure + " (" + kind + ")";
    }
  }

  /**
   * The bands around one quantile of client_total. {@code difference_ms} is exactly the sum of the
   * parts' differences.
   *
   * @param baselineMs mean client_total of its band
   * @param explains the part that differs most in the direction of the whole; null where the whole
   *     differs by no more than 5 % or 1 ms
   */
  @JsonNaming(SnakeCaseStrategy.class)
  public record Tail(
      BigDecimal baselineMs,
      BigDecimal runMs,
      BigDecimal differenceMs,
      Map<String, Part> parts,
      @Nullable String explains) {}

  /** Mean of one part in both bands; 0 where a run does not have it. */
  @JsonNaming(SnakeCaseStrategy.class)
  public record Part(BigDecimal baselineMs, BigDecimal runMs, BigDecimal differenceMs) {}

  /** Requests with one value of a dimension. */
  public record Slice(String dimension, String value, List<Phase> phases) {}

  /**
   * Runs of one configuration, told by {@code labels.group}.
   *
   * @param baseline runs of the baseline's group; empty where it has no other
   * @param run runs of the run's group, the run itself left out where both are of one group
   */
  public record Repeats(List<String> baseline, List<String> run) {}

  /**
   * What both carry.
   *
   * @param lastPassChange the run's less the baseline's; null where one has none
   */
  @JsonNaming(SnakeCaseStrategy.class)
  public record Capacities(Capacity baseline, Capacity run, @Nullable BigDecimal lastPassChange) {}
}
