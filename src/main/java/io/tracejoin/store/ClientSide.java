package io.tracejoin.store;

import static io.tracejoin.decompose.Measure.CLIENT_SETUP;
import static io.tracejoin.decompose.Measure.CLIENT_TOTAL;
import static io.tracejoin.decompose.Measure.CLIENT_TTFT;
import static io.tracejoin.decompose.Measure.CLIENT_WALL;
import static io.tracejoin.decompose.Measure.RESPONSE_TIME;
import static io.tracejoin.decompose.Measure.SCHEDULE_LAG;

import io.tracejoin.decompose.ClientTimes;
import io.tracejoin.decompose.Measure;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The measures of a record that has no server root and so no breakdown: the client's figures are
 * those of all records, traced or not (semantics 7).
 */
final class ClientSide {

  private ClientSide() {}

  /** What the client's times alone tell, in nanoseconds. */
  static Map<Measure, Long> of(ClientTimes times) {
    Map<Measure, Long> values = new EnumMap<>(Measure.class);
    Long setup = setup(times);
    Long wall = plus(setup, times.total());
    Long lag = plus(times.sentAt(), negated(times.plannedAt()));
    put(values, CLIENT_TOTAL, times.total());
    put(values, CLIENT_SETUP, setup);
    put(values, CLIENT_WALL, wall);
    put(values, SCHEDULE_LAG, lag);
    put(values, RESPONSE_TIME, plus(lag, wall));
    put(values, CLIENT_TTFT, ttft(times));
    return values;
  }

  /** Blocked already contains connecting and TLS; the sum of all three would count them twice. */
  private static @Nullable Long setup(ClientTimes times) {
    if (times.blocked() == null && times.connecting() == null && times.tls() == null) {
      return null;
    }
    return Math.max(orZero(times.blocked()), orZero(times.connecting()) + orZero(times.tls()));
  }

  private static @Nullable Long ttft(ClientTimes times) {
    Long ttft = times.ttft();
    if (ttft == null || ttft <= 0 || (times.total() != null && ttft > times.total())) {
      return null;
    }
    return ttft;
  }

  private static void put(Map<Measure, Long> values, Measure measure, @Nullable Long value) {
    if (value != null) {
      values.put(measure, value);
    }
  }

  private static @Nullable Long plus(@Nullable Long one, @Nullable Long other) {
    return one == null || other == null ? null : one + other;
  }

  private static @Nullable Long negated(@Nullable Long value) {
    return value == null ? null : -value;
  }

  private static long orZero(@Nullable Long value) {
    return value == null ? 0 : value;
  }
}
