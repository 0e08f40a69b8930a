package io.tracejoin.decompose;

import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How a streamed answer flowed (semantics 5), in nanoseconds. Divisions are rounded half up to a
 * nanosecond.
 */
final class StreamFigures {

  private StreamFigures() {}

  /** When content arrived; nothing where the record says that it was not streamed. */
  static ContentTimes content(ClientRecord record) {
    return Boolean.FALSE.equals(record.labels().streaming())
        ? ContentTimes.NONE
        : record.times().content();
  }

  /** The figures that are known. */
  static Map<Measure, Long> of(ClientRecord record) {
    ContentTimes content = content(record);
    Map<Measure, Long> figures = new EnumMap<>(Measure.class);
    put(figures, Measure.TPOT, perToken(content.tokens(), tokens(content)));
    put(figures, Measure.TPOT_ESTIMATE, perToken(content.chunks(), record.labels().outputTokens()));
    put(figures, Measure.ITL_P95, p95Interval(content.tokens()));
    put(figures, Measure.CHUNK_INTERVAL_P95, p95Interval(content.chunks()));
    Long end = streamEnd(record);
    put(figures, Measure.E2E_STREAM, end);
    TokenTimes finest = content.finest();
    if (finest != null) {
      // The last token came with the last chunk of content.
      figures.put(Measure.E2E_TOKEN, finest.last());
      put(
          figures,
          Measure.PROTOCOL_TAIL,
          end == null || end < finest.last() ? null : (Long) (end - finest.last()));
    }
    return figures;
  }

  /** Times to the first content that the record tells, by kind; a reported 0 is missing. */
  static Map<TtftKind, Long> firsts(ClientRecord record) {
    ClientTimes times = record.times();
    ContentTimes content = content(record);
    Map<TtftKind, Long> firsts = new EnumMap<>(TtftKind.class);
    for (TokenTimes.Kind kind : TokenTimes.Kind.values()) {
      TokenTimes ofKind = content.of(kind);
      if (ofKind != null && ofKind.first() > 0) {
        firsts.put(kind.ttft(), ofKind.first());
      }
    }
    Long told = times.ttft();
    if (told != null && told > 0 && times.ttftKind() != null) {
      firsts.put(times.ttftKind(), told);
    }
    return firsts;
  }

  private static @Nullable Long p95Interval(@Nullable TokenTimes times) {
    Intervals intervals = Intervals.of(times);
    return intervals == null ? null : (Long) intervals.p95();
  }

  private static @Nullable Integer tokens(ContentTimes content) {
    return content.tokens() == null ? null : (Integer) content.tokens().size();
  }

  /**
   * From the first time to the last, for each token but the first: of one token nothing, never 0.
   */
  private static @Nullable Long perToken(@Nullable TokenTimes times, @Nullable Integer tokens) {
    if (times == null || times.size() < 2 || tokens == null || tokens < 2) {
      return null;
    }
    return Nanos.quotient(times.last() - times.first(), tokens - 1);
  }

  private static @Nullable Long streamEnd(ClientRecord record) {
    boolean streamed = !Boolean.FALSE.equals(record.labels().streaming());
    return streamed ? record.times().streamEnd() : null;
  }

  private static void put(Map<Measure, Long> figures, Measure measure, @Nullable Long nanos) {
    if (nanos != null) {
      figures.put(measure, nanos);
    }
  }
}
