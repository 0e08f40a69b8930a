package io.tracejoin.decompose;

import java.util.EnumMap;
import java.util.Iterator;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The measures that a record alone tells (semantics 5), in nanoseconds. */
final class ClientFigures {

  private ClientFigures() {}

  static Map<Measure, Long> of(ClientRecord record) {
    ClientTimes times = record.times();
    Map<Measure, Long> figures = new EnumMap<>(Measure.class);
    Long setup = setup(times);
    Long wall = sum(setup, times.total());
    Long lag = difference(times.sentAt(), times.plannedAt());
    put(figures, Measure.CLIENT_TOTAL, times.total());
    put(figures, Measure.CLIENT_SETUP, setup);
    put(figures, Measure.CLIENT_WALL, wall);
    put(figures, Measure.SCHEDULE_LAG, lag);
    put(figures, Measure.RESPONSE_TIME, sum(lag, wall));
    put(figures, Measure.CLIENT_TTFT, ttft(record));
    figures.putAll(StreamFigures.of(record));
    return figures;
  }

  static @Nullable TtftKind ttftKind(ClientRecord record) {
    return ttft(record) == null ? null : firstKind(record);
  }

  /** Times to the first content by kind, without those beyond the end. */
  static Map<TtftKind, Long> ttfts(ClientRecord record) {
    Long total = record.times().total();
    Map<TtftKind, Long> firsts = StreamFigures.firsts(record);
    firsts.values().removeIf(it -> total != null && it > total);
    return firsts;
  }

  static void note(ClientRecord record, Findings findings) {
    ClientTimes times = record.times();
    if (record.negativePart()) {
      findings.add(
          Anomaly.Code.NEGATIVE_PART, "A part of the client's time was negative and is not used.");
    }
    Long ttft = first(record);
    Long total = times.total();
    if (ttft != null && total != null && ttft > total) {
      findings.add(
          Anomaly.Code.TTFT_BEYOND_TOTAL,
          "First token after " + Nanos.text(ttft) + " of " + Nanos.text(total) + ": not used.");
    }
  }

  /** Blocked already contains connecting and TLS: never the sum of all three. */
  private static @Nullable Long setup(ClientTimes times) {
    Long blocked = times.blocked();
    Long handshake = sumOfKnown(times.connecting(), times.tls());
    if (blocked == null || handshake == null) {
      return blocked == null ? handshake : blocked;
    }
    return Math.max(blocked, handshake);
  }

  private static @Nullable Long ttft(ClientRecord record) {
    Long first = first(record);
    Long total = record.times().total();
    return first != null && total != null && first > total ? null : first;
  }

  /**
   * What was told before what the times of tokens, then of chunks, say. A reported 0 is missing.
   */
  private static @Nullable Long first(ClientRecord record) {
    Long told = record.times().ttft();
    TtftKind kind = firstKind(record);
    return told != null && told > 0
        ? told
        : kind == null ? null : StreamFigures.firsts(record).get(kind);
  }

  private static @Nullable TtftKind firstKind(ClientRecord record) {
    Long told = record.times().ttft();
    if (told != null && told > 0) {
      return record.times().ttftKind();
    }
    if (record.times().content().isEmpty()) {
      return null;
    }
    Iterator<TtftKind> kinds = StreamFigures.firsts(record).keySet().iterator();
    return kinds.hasNext() ? kinds.next() : null;
  }

  /** The sum, or null where one is not known. */
  private static @Nullable Long sum(@Nullable Long one, @Nullable Long other) {
    return one == null || other == null ? null : (Long) Nanos.plus(one, other);
  }

  private static @Nullable Long difference(@Nullable Long one, @Nullable Long other) {
    return one == null || other == null ? null : (Long) Nanos.minus(one, other);
  }

  private static @Nullable Long sumOfKnown(@Nullable Long one, @Nullable Long other) {
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    return Nanos.plus(one, other);
  }

  private static void put(Map<Measure, Long> figures, Measure measure, @Nullable Long nanos) {
    if (nanos != null) {
      figures.put(measure, nanos);
    }
  }
}
