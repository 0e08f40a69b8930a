package io.tracejoin.report;

import io.tracejoin.decompose.Measure;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What happened in each bucket of a run. Buckets are counted from each generator's first send, on
 * its own clock; setup, teardown and records without a send time are left out. Empty buckets are
 * left out.
 */
public interface TimelineData {

  /** Series that a timeline shows, in reading order. */
  List<Measure> MEASURES =
      List.of(
          Measure.CLIENT_TOTAL,
          Measure.NETWORK_ENVELOPE,
          Measure.SERVER_ROOT,
          Measure.GATEWAY,
          Measure.APP_QUEUE,
          Measure.GPU_QUEUE,
          Measure.PREFILL,
          Measure.DECODE,
          Measure.GENERATION,
          Measure.PROVIDER_REQUEST,
          Measure.RESPONSE_WRITE,
          Measure.UNATTRIBUTED);

  /** The last bucket with anything in it, of this many seconds; -1 where there is none. */
  long last(long bucketS);

  /** Requests sent in each bucket, by outcome. */
  List<Sent> sent(long bucketS);

  /** Successes that ended in each bucket, whenever they were sent. */
  Map<Long, Long> completed(long bucketS);

  /** Figures of the successes sent in each bucket. */
  Map<Long, List<Spread>> spreads(long bucketS);

  /** What the generators say of each bucket. */
  Map<Long, Load> load(long bucketS);

  /**
   * Requests under way in each bucket.
   *
   * @param last the last bucket
   */
  Map<Long, Active> active(long bucketS, long last);

  /**
   * Requests of one outcome.
   *
   * @param matched those with a usable trace
   * @param expected those of which a trace was expected
   */
  record Sent(long bucket, String outcome, long count, long matched, long expected) {}

  /**
   * Requests under way.
   *
   * @param busyNanos time under way within the bucket, added up
   * @param most at one moment
   */
  record Active(BigDecimal busyNanos, long most) {

    /** None. */
    static final Active NONE = new Active(BigDecimal.ZERO, 0);
  }

  /** Size and quantiles of one measure, in nanoseconds. */
  record Spread(Measure measure, long n, long p50, long p95) {}

  /**
   * Iterations that ended, iterations dropped, and the greatest numbers of virtual users, added up
   * over the generators.
   */
  record Load(long iterations, long dropped, @Nullable Long vus, @Nullable Long vusMax) {}
}
