package io.tracejoin.store;

import io.tracejoin.report.BiasFacts;
import io.tracejoin.report.BiasFacts.Split;
import io.tracejoin.statistics.Quantile;
import io.tracejoin.statistics.TwoSamples;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Takes the values of all slices in ascending order, and keeps for each how many of both its
 * samples have gone by. Distances and quantiles are looked at where a value ends: inside a tie
 * there are none.
 */
final class BiasSweep {

  private final Slice[] slices;
  private final int unknown;
  private final BitSet touched = new BitSet();
  private long undecided;
  private long value = Long.MIN_VALUE;

  /**
   * @param matched how many successes with a value each slice has
   * @param unmatched likewise; those of the unknown slice are counted in every other
   * @param unknown the slice of what lacks the value
   */
  BiasSweep(long[] matched, long[] unmatched, int unknown, List<Quantile> quantiles) {
    this.unknown = unknown;
    this.slices = new Slice[matched.length];
    for (int i = 0; i < slices.length; i++) {
      long more = i == unknown ? 0 : unmatched[unknown];
      slices[i] = new Slice(matched[i], unmatched[i] + more, quantiles);
    }
  }

  /** Whether some slice has both samples. */
  boolean comparable() {
    return Arrays.stream(slices).anyMatch(Slice::comparable);
  }

  /**
   * The next value.
   *
   * @param nanos not below the one before
   */
  void take(long nanos, int slice, boolean matched) {
    if (nanos != value) {
      endOfValue();
      value = nanos;
    }
    if (matched) {
      slices[slice].matched++;
    } else {
      slices[slice].unmatched++;
      undecided += slice == unknown ? 1 : 0;
    }
    if (slice == unknown && !matched) {
      touched.set(0, slices.length);
    } else {
      touched.set(slice);
    }
  }

  private void endOfValue() {
    for (int i = touched.nextSetBit(0); i >= 0; i = touched.nextSetBit(i + 1)) {
      slices[i].look(value, i == unknown ? 0 : undecided);
    }
    touched.clear();
  }

  /** What was found, slice by slice. */
  List<BiasFacts> facts() {
    endOfValue();
    return Arrays.stream(slices).map(Slice::facts).toList();
  }

  /** One slice: its samples, and what has gone by of them. */
  private static final class Slice {
    private final long n;
    private final long m;
    private final Found[] found;
    private final List<Integer> ties = new ArrayList<>();
    private long matched;
    private long unmatched;
    private long matchedBefore;
    private long unmatchedBefore;
    private long distance;

    /** One quantile: its ranks in both samples and in all, and what was found there. */
    private static final class Found {
      private final Quantile quantile;
      private final long rankOfMatched;
      private final long rankOfUnmatched;
      private final long rankOfAll;
      private long ofMatched;
      private long ofUnmatched;
      private long below;

      Found(Quantile quantile, long n, long m) {
        this.quantile = quantile;
        this.rankOfMatched = quantile.rank(n);
        this.rankOfUnmatched = quantile.rank(m);
        this.rankOfAll = quantile.rank(n + m);
      }
    }

    Slice(long n, long m, List<Quantile> quantiles) {
      this.n = n;
      this.m = m;
      this.found = quantiles.stream().map(it -> new Found(it, n, m)).toArray(Found[]::new);
    }

    boolean comparable() {
      return n > 0 && m > 0;
    }

    void look(long nanos, long undecided) {
      long others = unmatched + undecided;
      if (!comparable()) {
        return;
      }
      distance = Math.max(distance, Math.abs(matched * m - others * n));
      for (Found it : found) {
        if (passed(it.rankOfMatched, matchedBefore, matched)) {
          it.ofMatched = nanos;
        }
        if (passed(it.rankOfUnmatched, unmatchedBefore, others)) {
          it.ofUnmatched = nanos;
        }
        if (passed(it.rankOfAll, matchedBefore + unmatchedBefore, matched + others)) {
          it.below = matched;
        }
      }
      int tie = (int) (matched + others - matchedBefore - unmatchedBefore);
      if (tie > 0 && TwoSamples.exact(n, m)) {
        ties.add(tie);
      }
      matchedBefore = matched;
      unmatchedBefore = others;
    }

    private static boolean passed(long rank, long before, long now) {
      return before < rank && rank <= now;
    }

    BiasFacts facts() {
      if (!comparable()) {
        return new BiasFacts(n, m, null, List.of(), Map.of());
      }
      Map<Quantile, Split> at = new HashMap<>();
      for (Found it : found) {
        at.put(it.quantile, new Split(it.ofMatched, it.ofUnmatched, it.below));
      }
      return new BiasFacts(n, m, distance, ties, at);
    }
  }
}
