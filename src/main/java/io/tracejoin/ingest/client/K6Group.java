package io.tracejoin.ingest.client;

import io.tracejoin.decompose.ClientLabels;
import io.tracejoin.decompose.ClientRecord;
import io.tracejoin.decompose.ClientTimes;
import io.tracejoin.decompose.Lifecycle;
import io.tracejoin.decompose.Outcome;
import io.tracejoin.decompose.TtftKind;
import java.util.Arrays;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The points of one HTTP transaction. */
final class K6Group {

  private static final int MOST_POINTS = 9;
  private static final int METRICS = K6Metric.values().length;

  private final K6Point.Identity identity;
  private final K6Tags tags;
  private final long line;
  private final long position;
  private final long[] values = new long[METRICS];

  /** A bit for each metric of which there is a point. */
  private int told;

  private boolean damaged;

  K6Group(K6Point.Identity identity, K6Tags tags, long line, long position) {
    this.identity = identity;
    this.tags = tags;
    this.line = line;
    this.position = position;
  }

  K6Point.Identity identity() {
    return identity;
  }

  /** The line of the first point. */
  long line() {
    return line;
  }

  boolean has(K6Metric metric) {
    return (told & bit(metric)) != 0;
  }

  /** Takes the point's value. */
  void add(K6Point point) {
    K6Metric metric = point.metric();
    values[metric.ordinal()] = metric == K6Metric.HTTP_REQS ? 1 : point.nanos();
    told |= bit(metric);
  }

  /** One of its lines was rejected: that it lacks something has been said. */
  void damage() {
    damaged = true;
  }

  boolean isDamaged() {
    return damaged;
  }

  /** All that k6 writes of a transaction is there. */
  boolean isWhole() {
    return Integer.bitCount(told) == MOST_POINTS;
  }

  boolean isComplete() {
    return has(K6Metric.HTTP_REQ_DURATION);
  }

  /** It has the shape of a stream extension's, which tells neither waiting nor connecting. */
  boolean isStream() {
    return has(K6Metric.HTTP_REQ_SENDING)
        && !has(K6Metric.HTTP_REQ_WAITING)
        && !has(K6Metric.HTTP_REQ_BLOCKED);
  }

  /** The lone point with which a stream extension starts a request. */
  boolean isStart() {
    return told == bit(K6Metric.HTTP_REQ_SENDING);
  }

  /** A digest of its values, in which transactions differ that share time and tags. */
  long fingerprint() {
    return 31L * told + Arrays.hashCode(values);
  }

  /**
   * The transaction as a record.
   *
   * @param stream what is known of the stream that it ends, or null
   * @param firstByte whether the first byte, or a stream's first event, is to be its first token
   * @throws IllegalArgumentException if its identifiers or its duration are unusable
   */
  ClientRecord record(String generator, K6Streams.@Nullable Stream stream, boolean firstByte) {
    K6TraceContext context = K6TraceContext.of(tags);
    long duration = duration();
    Integer status = tags.count("status");
    Outcome outcome = K6Outcome.of(tags.count("error_code"), status, failed(), duration);
    UUID key = context == null ? ContentKey.NONE : context.traceId().uuid();
    ClientTimes times = times(duration, stream, outcome);
    if (firstByte) {
      times =
          stream == null ? withFirstByte(times, status, outcome) : withFirstEvent(times, stream);
    }
    var record =
        new ClientRecord(
            key,
            context != null,
            context == null ? null : context.parent(),
            outcome,
            status,
            context == null ? null : context.sampled(),
            hasNegativePart(),
            times,
            labels(generator, stream != null),
            position);
    if (context != null) {
      return record;
    }
    // Stamps of whole seconds do not tell apart what failed at once.
    return K6Time.isWholeSecond(identity.time())
        ? ContentKey.keyedWithPlace(record)
        : ContentKey.keyed(record);
  }

  private long duration() {
    if (!isComplete()) {
      throw new IllegalArgumentException(
          "the request is broken off: it has no point of http_req_duration");
    }
    long duration = values[K6Metric.HTTP_REQ_DURATION.ordinal()];
    if (duration < 0) {
      throw new IllegalArgumentException("http_req_duration: " + duration / 1e6 + " is negative");
    }
    return duration;
  }

  private @Nullable Boolean failed() {
    return has(K6Metric.HTTP_REQ_FAILED)
        ? Boolean.valueOf(values[K6Metric.HTTP_REQ_FAILED.ordinal()] != 0)
        : null;
  }

  private static boolean isAnswered(@Nullable Integer status, Outcome outcome) {
    return status == null ? outcome == Outcome.SUCCESS : status != 0;
  }

  private boolean hasNegativePart() {
    for (long value : values) {
      if (value < 0) {
        return true;
      }
    }
    return false;
  }

  private ClientTimes times(long duration, K6Streams.@Nullable Stream stream, Outcome outcome) {
    // Where a stream extension tells "sending", it is the time to the headers.
    boolean parts = has(K6Metric.HTTP_REQ_WAITING);
    return new ClientTimes(
        identity.time() - duration,
        null,
        duration,
        null,
        null,
        part(K6Metric.HTTP_REQ_BLOCKED),
        part(K6Metric.HTTP_REQ_CONNECTING),
        part(K6Metric.HTTP_REQ_TLS_HANDSHAKING),
        parts ? part(K6Metric.HTTP_REQ_SENDING) : null,
        part(K6Metric.HTTP_REQ_WAITING),
        part(K6Metric.HTTP_REQ_RECEIVING),
        stream != null && outcome == Outcome.SUCCESS ? (Long) duration : null);
  }

  private static ClientTimes withFirstByte(
      ClientTimes times, @Nullable Integer status, Outcome outcome) {
    Long sending = times.sending();
    Long waiting = times.waiting();
    if (!isAnswered(status, outcome) || sending == null || waiting == null) {
      return times;
    }
    return times.withTtft(sending + waiting, TtftKind.FIRST_BYTE);
  }

  private static ClientTimes withFirstEvent(ClientTimes times, K6Streams.Stream stream) {
    Long first = stream.timeToFirstEvent();
    return first == null ? times : times.withTtft(first, TtftKind.CHUNK);
  }

  /** A value of the wall clock's mood, below 0, is set aside. */
  private @Nullable Long part(K6Metric metric) {
    long value = values[metric.ordinal()];
    return has(metric) && value >= 0 ? (Long) value : null;
  }

  private static int bit(K6Metric metric) {
    return 1 << metric.ordinal();
  }

  private ClientLabels labels(String generator, boolean streamed) {
    String scenario = tags.label("scenario");
    Boolean streaming = tags.flag("streaming");
    return new ClientLabels(
        generator,
        scenario == null ? lifecycle(tags.label("group")) : null,
        scenario,
        endpoint(),
        streaming == null && streamed ? Boolean.TRUE : streaming,
        tags.count("step"),
        tags.label("finish_reason"),
        tags.label("error_code"),
        tags.label("model"),
        tags.label("provider"),
        tags.label("route"),
        tags.label("region"),
        tags.count("input_tokens"),
        tags.count("output_tokens"),
        tags.number("response_bytes"));
  }

  private static @Nullable Lifecycle lifecycle(@Nullable String group) {
    if (group == null) {
      return null;
    }
    if (group.equals("::setup") || group.startsWith("::setup::")) {
      return Lifecycle.SETUP;
    }
    return group.equals("::teardown") || group.startsWith("::teardown::")
        ? Lifecycle.TEARDOWN
        : null;
  }

  /** The name is the URL unless the script sets it; what varies or is secret in it is left out. */
  private @Nullable String endpoint() {
    String endpoint = tags.label("endpoint");
    String name = endpoint == null ? tags.label("name") : endpoint;
    if (name == null || !(name.contains("://") || name.startsWith("/"))) {
      return name;
    }
    String path = name.split("[?#]", 2)[0];
    return path.indexOf('@') < 0 ? path : path.replaceFirst("://[^/]*@", "://");
  }
}
