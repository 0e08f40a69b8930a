package io.tracejoin.report;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.summingLong;

import io.tracejoin.decompose.Outcome;
import io.tracejoin.report.TimelineData.Sent;
import io.tracejoin.run.RunId;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Answers what happened when in a run, always as of now. */
@Component
public final class Timelines {

  /** More buckets than anybody looks at; a stray send time would make millions. */
  public static final int MOST_BUCKETS = 10_000;

  private static final long SECOND = 1_000_000_000L;
  private static final int DIGITS = 3;
  private static final int IN_A_PICTURE = 80;
  private static final long DAY = 86_400;
  private static final List<Long> ROUND_SECONDS =
      List.of(1L, 2L, 5L, 10L, 15L, 30L, 60L, 120L, 300L, 600L, 1800L, 3600L, 7200L, 21_600L, DAY);
  private static final TimelineData.Load NOTHING = new TimelineData.Load(0, 0, null, null);

  private final ReportStore store;

  Timelines(ReportStore store) {
    this.store = store;
  }

  /**
   * The run in buckets of this many seconds.
   *
   * @throws UnknownRunException if there is no such run
   * @throws IllegalArgumentException if that would be more than {@link #MOST_BUCKETS}
   */
  public Timeline of(RunId runId, long bucketS) {
    return of(runId, bucketS, Selector.ALL);
  }

  /**
   * The same of some requests: figures of those selected, counts of those not ruled out.
   *
   * @throws UnknownRunException if there is no such run
   * @throws IllegalArgumentException if that would be more than {@link #MOST_BUCKETS}
   */
  public Timeline of(RunId runId, long bucketS, Selector selector) {
    return store
        .read(runId, data -> timeline(data, bucketS, selector))
        .orElseThrow(() -> new UnknownRunException(runId));
  }

  /**
   * The run in as many buckets as a picture has room for, each of a round number of seconds.
   *
   * @throws UnknownRunException if there is no such run
   */
  public Timeline picture(RunId runId, Selector selector) {
    return store
        .read(runId, data -> timeline(data, roundSeconds(data.sends()), selector))
        .orElseThrow(() -> new UnknownRunException(runId));
  }

  /**
   * The least round number of seconds that makes at most {@link #IN_A_PICTURE} buckets of sends.
   */
  static long roundSeconds(List<SendRange> sends) {
    long longest = sends.stream().mapToLong(it -> it.lastSend() - it.firstSend()).max().orElse(0);
    long most = longest / (IN_A_PICTURE * SECOND) + 1;
    return ROUND_SECONDS.stream()
        .filter(it -> it >= most)
        .findFirst()
        .orElseGet(() -> (most / DAY + 1) * DAY);
  }

  private static Timeline timeline(RunData data, long bucketS, Selector selector) {
    TimelineData stretches = data.timeline(selector);
    long last = stretches.last(bucketS);
    if (last >= MOST_BUCKETS) {
      throw new IllegalArgumentException(
          "bucket_s: %d would make %d buckets; at most %d, so use %d or more"
              .formatted(bucketS, last + 1, MOST_BUCKETS, bucketS * (last / MOST_BUCKETS + 1)));
    }
    RateProfile promised = PromisedLoad.parse(data.facts().declaration()).profile();
    Map<Long, List<Sent>> sent = stretches.sent(bucketS).stream().collect(groupingBy(Sent::bucket));
    Map<Long, TimelineData.Active> active = last < 0 ? Map.of() : stretches.active(bucketS, last);
    Map<Long, Long> completed = stretches.completed(bucketS);
    Map<Long, List<TimelineData.Spread>> spreads = stretches.spreads(bucketS);
    Map<Long, TimelineData.Load> load = stretches.load(bucketS);
    List<Timeline.Bucket> buckets = new ArrayList<>();
    for (long i = 0; i <= last; i++) {
      buckets.add(
          bucket(
              new Stretch(i * bucketS, bucketS),
              sent.getOrDefault(i, List.of()),
              active.getOrDefault(i, TimelineData.Active.NONE),
              completed.getOrDefault(i, 0L),
              target(promised, i * bucketS, bucketS),
              load.isEmpty() ? null : load.getOrDefault(i, NOTHING),
              spreads.getOrDefault(i, List.of())));
    }
    return new Timeline(data.facts().runId(), bucketS, start(data.sends()), buckets);
  }

  private static Timeline.Bucket bucket(
      Stretch stretch,
      List<Sent> sent,
      TimelineData.Active active,
      long completed,
      @Nullable BigDecimal target,
      TimelineData.@Nullable Load load,
      List<TimelineData.Spread> spreads) {
    Map<String, Long> errors =
        sent.stream().collect(groupingBy(Sent::outcome, summingLong(Sent::count)));
    Long success = errors.remove(Outcome.SUCCESS.code());
    return new Timeline.Bucket(
        stretch.fromS,
        sent.stream().mapToLong(Sent::count).sum(),
        completed,
        stretch.mean(active.busyNanos()),
        active.most(),
        success == null ? 0 : success,
        errors,
        Decimals.share(
            sent.stream().mapToLong(Sent::matched).sum(),
            sent.stream().mapToLong(Sent::expected).sum()),
        target,
        load == null ? null : load.iterations(),
        load == null ? null : load.dropped(),
        load == null ? null : load.vus(),
        load == null ? null : load.vusMax(),
        spreads.stream().map(Timelines::spread).toList());
  }

  /** A bucket's place. */
  private record Stretch(long fromS, long lengthS) {

    BigDecimal mean(BigDecimal busyNanos) {
      return Decimals.rounded(busyNanos.doubleValue() / (lengthS * (double) SECOND), DIGITS);
    }
  }

  private static Timeline.Spread spread(TimelineData.Spread spread) {
    return new Timeline.Spread(
        spread.measure().code(), spread.n(), Decimals.ms(spread.p50()), Decimals.ms(spread.p95()));
  }

  private static @Nullable BigDecimal target(RateProfile promised, long from, long length) {
    return promised.isEmpty()
        ? null
        : Decimals.rounded(promised.arrivals(from, from + (double) length), DIGITS);
  }

  private static @Nullable Instant start(List<SendRange> sends) {
    return sends.stream()
        .mapToLong(SendRange::firstSend)
        .boxed()
        .min(Long::compare)
        .map(it -> Instant.ofEpochSecond(Math.floorDiv(it, SECOND), Math.floorMod(it, SECOND)))
        .orElse(null);
  }
}
