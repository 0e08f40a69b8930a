package io.tracejoin.decompose;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The times between neighbouring tokens, or chunks, of one answer.
 *
 * @param kind between what
 * @param n how many, at least 1
 * @param max the longest, in nanoseconds
 * @param p95 in nanoseconds, by nearest rank
 */
public record Intervals(TokenTimes.Kind kind, int n, long max, long p95) {

  /** Of these times; null where there is one time or none. */
  public static @Nullable Intervals of(@Nullable TokenTimes times) {
    if (times == null || times.size() < 2) {
      return null;
    }
    long[] nanos = new long[times.size() - 1];
    int[] next = {0};
    times.forEachInterval(it -> nanos[next[0]++] = it);
    Arrays.sort(nanos);
    int rank = (int) ((95L * nanos.length + 99) / 100);
    return new Intervals(times.kind(), nanos.length, nanos[nanos.length - 1], nanos[rank - 1]);
  }
}
