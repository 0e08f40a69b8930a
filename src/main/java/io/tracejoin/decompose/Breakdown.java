package io.tracejoin.decompose;

import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where one request's time went.
 *
 * @param values measures in nanoseconds; what is not known is absent. Phases hold exclusive time,
 *     and {@code generation} already contains {@code prefill} and {@code decode}
 * @param rawPhases sum of the durations of each phase's own spans, in nanoseconds
 * @param attempts spans of generation or provider_request one after the other; 0 where there is
 *     none
 * @param serverTokens tokens as the server counted them
 * @param attribution what each instant of the root is charged to, without gaps; of hops that were
 *     put together one root after the other
 * @param firstTokens both sides' times to the first token, by kind, as far as one is known
 */
public record Breakdown(
    Map<Measure, Long> values,
    Map<Phase, Long> rawPhases,
    @Nullable TtftKind clientTtftKind,
    @Nullable TtftKind serverTtftKind,
    int attempts,
    TokenCounts serverTokens,
    List<Stretch> attribution,
    Map<TtftKind, TtftPair> firstTokens) {

  /** Copies the maps, in the order of their keys. */
  public Breakdown {
    values = ordered(Measure.class, values);
    rawPhases = ordered(Phase.class, rawPhases);
    attribution = List.copyOf(attribution);
    firstTokens = ordered(TtftKind.class, firstTokens);
  }

  /** The measure in nanoseconds, or null where it is not known. */
  public @Nullable Long get(Measure measure) {
    return values.get(measure);
  }

  private static <K extends Enum<K>, V> Map<K, V> ordered(Class<K> type, Map<K, V> map) {
    Map<K, V> copy = new EnumMap<>(type);
    copy.putAll(map);
    return Collections.unmodifiableMap(copy);
  }
}
