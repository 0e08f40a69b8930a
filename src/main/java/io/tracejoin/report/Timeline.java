package io.tracejoin.report;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import tools.jackson.databind.annotation.JsonNaming;

/**
 * A run bucket by bucket, from the first send on, gaps included; the record is the JSON.
 *
 * @param bucketSeconds length of a bucket
 * @param startedAt the earliest first send of a generator; null where no record carries a send time
 */
@JsonNaming(SnakeCaseStrategy.class)
public record Timeline(
    String runId,
    @JsonProperty("bucket_s") long bucketSeconds,
    @Nullable Instant startedAt,
    List<Bucket> buckets) {

  /** Copies the list. */
  public Timeline {
    buckets = List.copyOf(buckets);
  }

  /**
   * One bucket.
   *
   * @param fromS seconds since each generator's first send
   * @param sent requests sent in it
   * @param completed successes that ended in it
   * @param activeMean requests under way, over the bucket's time; those of unknown duration left
   *     out
   * @param activeMax the most at one moment
   * @param success of those sent in it
   * @param errors of those sent in it, by outcome
   * @param coverage of those sent in it; null where no trace was expected
   * @param targetIterations what was promised for it; null without a promised rate
   * @param iterations that ended in it; null without points, as the three that follow
   * @param measures of its successes
   */
  @JsonNaming(SnakeCaseStrategy.class)
  public record Bucket(
      long fromS,
      long sent,
      long completed,
      BigDecimal activeMean,
      long activeMax,
      long success,
      Map<String, Long> errors,
      @Nullable BigDecimal coverage,
      @Nullable BigDecimal targetIterations,
      @Nullable Long iterations,
      @Nullable Long droppedIterations,
      @Nullable Long vus,
      @Nullable Long vusMax,
      List<Spread> measures) {

    /** Copies the list and puts the outcomes in reading order. */
    public Bucket {
      errors = InOrder.ofOutcomes(errors);
      measures = List.copyOf(measures);
    }
  }

  /** Quantiles of one measure, exact by nearest rank. */
  @JsonNaming(SnakeCaseStrategy.class)
  public record Spread(String measure, long n, BigDecimal p50Ms, BigDecimal p95Ms) {}
}
