package io.tracejoin.ingest.client;

import org.jspecify.annotations.Nullable;

/**
 * The load of one second, as its generator tells it.
 *
 * @param scenario empty where it is told of the whole test
 * @param second seconds since 1970 on the generator's clock
 * @param iterations how many ended
 * @param droppedIterations how many were due but could not start
 * @param vus virtual users that were there, or null
 * @param vusMax virtual users that could have been there, or null
 */
public record LoadSecond(
    String scenario,
    long second,
    int iterations,
    int droppedIterations,
    @Nullable Integer vus,
    @Nullable Integer vusMax) {

  static LoadSecond ofIterations(String scenario, long second, int count) {
    return new LoadSecond(scenario, second, count, 0, null, null);
  }

  static LoadSecond ofDropped(String scenario, long second, int count) {
    return new LoadSecond(scenario, second, 0, count, null, null);
  }

  static LoadSecond ofVus(long second, int count) {
    return new LoadSecond("", second, 0, 0, count, null);
  }

  static LoadSecond ofVusMax(long second, int count) {
    return new LoadSecond("", second, 0, 0, null, count);
  }

  /** Both together: counts add up, of virtual users the most counts. */
  LoadSecond plus(LoadSecond other) {
    return new LoadSecond(
        scenario,
        second,
        sum(iterations, other.iterations),
        sum(droppedIterations, other.droppedIterations),
        most(vus, other.vus),
        most(vusMax, other.vusMax));
  }

  private static int sum(int one, int other) {
    return (int) Math.min(Integer.MAX_VALUE, (long) one + other);
  }

  private static @Nullable Integer most(@Nullable Integer one, @Nullable Integer other) {
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    return Math.max(one, other);
  }
}
