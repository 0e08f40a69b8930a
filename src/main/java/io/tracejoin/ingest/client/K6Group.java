package io.tracejoin.ingest.client;

import io.tracejoin.decompose.ClientLabels;
import io.tracejoin.decompose.ClientRecord;
import io.tracejoin.decompose.ClientTimes;
import io.tracejoin.decompose.Lifecycle;
import io.tracejoin.decompose.Outcome;
import io.tracejoin.decompose.TtftKind;
import java.util.EnumMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The points of one HTTP transaction. */
final class K6Group {

  private final K6Point.Identity identity;
  private final K6Tags tags;
  private final long line;
  private final long position;
  private final Map<K6Metric, Long> values = new EnumMap<>(K6Metric.class);
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
    return values.containsKey(metric);
  }

  /** Takes the point's value. */
  void add(K6Point point) {
    K6Metric metric = point.metric();
    values.put(metric, metric == K6Metric.HTTP_REQS ? 1 : point.nanos());
  }

  /** One of its lines was rejected: that it lacks something has been said. */
  void damage() {
    damaged = true;
  }

  boolean isDamaged() {
    return damaged;
  }

  boolean isComplete() {
    return has(K6Metric.HTTP_REQ_DURATION);
  }

  /**
   * The transaction as a record.
   *
   * @throws IllegalArgumentException if its identifiers or its duration are unusable
   */
  ClientRecord record(String generator) {
    K6TraceContext context = K6TraceContext.of(tags);
    long duration = duration();
    Integer status = tags.count("status");
    Outcome outcome = K6Outcome.of(tags.count("error_code"), status, failed(), duration);
    UUID key = context == null ? ContentKey.NONE : context.traceId().uuid();
    var record =
        new ClientRecord(
            key,
            context != null,
            context == null ? null : context.parent(),
            outcome,
            status,
            context == null ? null : context.sampled(),
            hasNegativePart(),
            times(duration, isAnswered(status, outcome)),
            labels(generator),
            position);
    return context == null ? ContentKey.keyed(record, null) : record;
  }

  private long duration() {
    Long duration = values.get(K6Metric.HTTP_REQ_DURATION);
    if (duration == null) {
      throw new IllegalArgumentException(
          "the request is broken off: it has no point of http_req_duration");
    }
    if (duration < 0) {
      throw new IllegalArgumentException("http_req_duration: " + duration / 1e6 + " is negative");
    }
    return duration;
  }

  private @Nullable Boolean failed() {
    Long failed = values.get(K6Metric.HTTP_REQ_FAILED);
    return failed == null ? null : Boolean.valueOf(failed != 0);
  }

  private static boolean isAnswered(@Nullable Integer status, Outcome outcome) {
    return status == null ? outcome == Outcome.SUCCESS : status != 0;
  }

  private boolean hasNegativePart() {
    return values.values().stream().anyMatch(value -> value < 0);
  }

  private ClientTimes times(long duration, boolean answered) {
    Long waiting = part(K6Metric.HTTP_REQ_WAITING);
    // Without a waiting time the point is a stream extension's, whose "sending" ends at the
    // headers.
    Long sending = waiting == null ? null : part(K6Metric.HTTP_REQ_SENDING);
    Long ttft = answered ? firstByte(sending, waiting) : null;
    return new ClientTimes(
        identity.time() - duration,
        null,
        duration,
        ttft,
        ttft == null ? null : TtftKind.FIRST_BYTE,
        part(K6Metric.HTTP_REQ_BLOCKED),
        part(K6Metric.HTTP_REQ_CONNECTING),
        part(K6Metric.HTTP_REQ_TLS_HANDSHAKING),
        sending,
        waiting,
        part(K6Metric.HTTP_REQ_RECEIVING),
        null);
  }

  private static @Nullable Long firstByte(@Nullable Long sending, @Nullable Long waiting) {
    if (sending == null || waiting == null || sending + waiting == 0) {
      return null;
    }
    return sending + waiting;
  }

  /** A value of the wall clock's mood, below 0, is set aside. */
  private @Nullable Long part(K6Metric metric) {
    Long value = values.get(metric);
    return value == null || value < 0 ? null : value;
  }

  private ClientLabels labels(String generator) {
    String scenario = tags.label("scenario");
    return new ClientLabels(
        generator,
        scenario == null ? lifecycle(tags.label("group")) : null,
        scenario,
        endpoint(),
        tags.flag("streaming"),
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
    return name.split("[?#]", 2)[0].replaceFirst("://[^/]*@", "://");
  }
}
