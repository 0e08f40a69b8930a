package io.tracejoin.decompose;

import org.jspecify.annotations.Nullable;

/**
 * What the client measured, in nanoseconds; null where it did not. Stamps are nanoseconds since
 * 1970 on the generator's clock, the others are durations.
 *
 * @param sentAt start of sending (k6: time minus duration)
 * @param plannedAt when the schedule wanted it sent
 * @param total {@code client_total}
 * @param ttft from sending to the first content; {@code ttftKind} says to what
 * @param blocked k6 {@code http_req_blocked}: already contains connecting and TLS
 * @param streamEnd from sending to the regular end of the stream
 * @param content when tokens or chunks of the stream arrived, from sending
 */
public record ClientTimes(
    @Nullable Long sentAt,
    @Nullable Long plannedAt,
    @Nullable Long total,
    @Nullable Long ttft,
    @Nullable TtftKind ttftKind,
    @Nullable Long blocked,
    @Nullable Long connecting,
    @Nullable Long tls,
    @Nullable Long sending,
    @Nullable Long waiting,
    @Nullable Long receiving,
    @Nullable Long streamEnd,
    ContentTimes content) {

  /** Nothing measured. */
  public static final ClientTimes NONE =
      new ClientTimes(null, null, null, null, null, null, null, null, null, null, null, null);

  /** Without times of tokens or chunks. */
  public ClientTimes(
      @Nullable Long sentAt,
      @Nullable Long plannedAt,
      @Nullable Long total,
      @Nullable Long ttft,
      @Nullable TtftKind ttftKind,
      @Nullable Long blocked,
      @Nullable Long connecting,
      @Nullable Long tls,
      @Nullable Long sending,
      @Nullable Long waiting,
      @Nullable Long receiving,
      @Nullable Long streamEnd) {
    this(
        sentAt,
        plannedAt,
        total,
        ttft,
        ttftKind,
        blocked,
        connecting,
        tls,
        sending,
        waiting,
        receiving,
        streamEnd,
        ContentTimes.NONE);
  }

  /** The same with these times of tokens and chunks. */
  public ClientTimes with(ContentTimes arrived) {
    return new ClientTimes(
        sentAt,
        plannedAt,
        total,
        ttft,
        ttftKind,
        blocked,
        connecting,
        tls,
        sending,
        waiting,
        receiving,
        streamEnd,
        arrived);
  }

  /** Nothing measured but the total. */
  public static ClientTimes ofTotal(long totalNanos) {
    return new ClientTimes(
        null, null, totalNanos, null, null, null, null, null, null, null, null, null);
  }

  /** Only the total and the start of sending. */
  public static ClientTimes of(@Nullable Long sentAt, @Nullable Long totalNanos) {
    return new ClientTimes(
        sentAt, null, totalNanos, null, null, null, null, null, null, null, null, null);
  }

  /** The same with this time to first content; 0 is not a time, but a missing one. */
  public ClientTimes withTtft(long nanos, TtftKind kind) {
    boolean told = nanos > 0;
    return new ClientTimes(
        sentAt,
        plannedAt,
        total,
        told ? (Long) nanos : null,
        told ? kind : null,
        blocked,
        connecting,
        tls,
        sending,
        waiting,
        receiving,
        streamEnd);
  }
}
