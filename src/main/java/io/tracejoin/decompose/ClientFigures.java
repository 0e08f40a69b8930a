package io.tracejoin.decompose;

import java.util.EnumMap;
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
    put(figures, Measure.CLIENT_TTFT, firstToken(times));
    put(figures, Measure.E2E_STREAM, streamEnd(record));
    return figures;
  }

  static @Nullable TtftKind ttftKind(ClientRecord record) {
    return firstToken(record.times()) == null ? null : record.times().ttftKind();
  }

  static void note(ClientRecord record, Findings findings) {
    ClientTimes times = record.times();
    if (record.negativePart()) {
      findings.add(
          Anomaly.Code.NEGATIVE_PART, "A part of the client's time was negative and is not used.");
    }
    Long ttft = times.ttft();
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

  /** A reported 0 is missing. */
  private static @Nullable Long firstToken(ClientTimes times) {
    Long ttft = times.ttft();
    if (ttft == null || ttft <= 0) {
      return null;
    }
    Long total = times.total();
    return total != null && ttft > total ? null : ttft;
  }

  private static @Nullable Long streamEnd(ClientRecord record) {
    boolean streamed = !Boolean.FALSE.equals(record.labels().streaming());
    return streamed ? record.times().streamEnd() : null;
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
