package io.tracejoin.ingest.client;

import io.tracejoin.decompose.ClientRecord;
import io.tracejoin.decompose.SpanId;
import io.tracejoin.decompose.TraceId;
import io.tracejoin.decompose.TtftKind;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Gives the script's own times to first token to the records of their requests, by trace ID and,
 * where both tell it, span ID. A script measures after the request, a streaming one before its end:
 * the point may follow the record or precede it. What it belongs to is never guessed.
 *
 * <p>A record waits for nothing: it is accepted at once without a time to first token, and amended
 * when the point comes.
 */
final class K6FirstTokens {

  private static final int MOST_TRACES = 5_000;
  private static final int MOST_OF_TRACE = 16;

  private final RecordSink sink;
  private final TtftTrend trend;
  private final Map<TraceId, List<ClientRecord>> recent = new LinkedHashMap<>();
  private final Map<TraceId, List<Early>> early = new LinkedHashMap<>();
  private long used;
  private long unattached;

  /** A point whose request has not come yet. */
  private record Early(@Nullable SpanId parent, long nanos) {}

  K6FirstTokens(RecordSink sink, TtftTrend trend) {
    this.sink = sink;
    this.trend = trend;
  }

  /** The record as it is to be accepted: with its time to first token where that came before. */
  ClientRecord awaited(ClientRecord record) {
    TraceId trace = record.traceId();
    if (trace == null) {
      return record;
    }
    List<Early> points = early.getOrDefault(trace, List.of());
    Early point = only(points, it -> isSame(it.parent(), record.parentSpanId()));
    if (point == null || leadsOn(record)) {
      keep(recent, trace, record);
      return record;
    }
    points.remove(point);
    return with(record, point.nanos());
  }

  /**
   * Takes a point.
   *
   * @throws IllegalArgumentException if it is unusable
   */
  void take(K6Point point) {
    long nanos = point.nanos(trend.unit());
    K6TraceContext context = K6TraceContext.of(point.tags());
    if (nanos == 0 || context == null) {
      unattached++;
      return;
    }
    List<ClientRecord> records = recent.getOrDefault(context.traceId(), List.of());
    ClientRecord record =
        only(records, it -> isSame(context.parent(), it.parentSpanId()) && !leadsOn(it));
    if (record == null) {
      keep(early, context.traceId(), new Early(context.parent(), nanos));
    } else {
      records.remove(record);
      sink.amend(record, with(record, nanos));
    }
  }

  /** Tells what became of the points. */
  void finish() {
    early.values().forEach(points -> unattached += points.size());
    sink.firstTokens(new FirstTokens(trend, used, unattached));
  }

  private ClientRecord with(ClientRecord record, long nanos) {
    used++;
    return new ClientRecord(
        record.key(),
        record.correlated(),
        record.parentSpanId(),
        record.outcome(),
        record.status(),
        record.sampled(),
        record.negativePart(),
        record.times().withTtft(nanos, TtftKind.TOKEN),
        record.labels(),
        record.position());
  }

  private <T> void keep(Map<TraceId, List<T>> kept, TraceId trace, T value) {
    List<T> values = kept.computeIfAbsent(trace, key -> new ArrayList<>(1));
    if (values.size() < MOST_OF_TRACE) {
      values.add(value);
    }
    if (kept.size() > MOST_TRACES) {
      Iterator<List<T>> eldest = kept.values().iterator();
      List<T> evicted = eldest.next();
      eldest.remove();
      unattached += evicted.stream().filter(Early.class::isInstance).count();
    }
  }

  private static boolean isSame(@Nullable SpanId one, @Nullable SpanId other) {
    return one == null || other == null || one.equals(other);
  }

  /** A redirect or a challenge: the answer that has a token comes after it. */
  private static boolean leadsOn(ClientRecord record) {
    Integer status = record.status();
    return status != null && (status / 100 == 3 || status == 401);
  }

  private static <T> @Nullable T only(List<T> values, Predicate<T> fits) {
    T found = null;
    for (T value : values) {
      if (fits.test(value)) {
        if (found != null) {
          return null;
        }
        found = value;
      }
    }
    return found;
  }
}
