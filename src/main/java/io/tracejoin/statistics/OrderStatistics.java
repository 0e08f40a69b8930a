package io.tracejoin.statistics;

import java.util.Arrays;

/** Values at a few ranks of many values, without sorting all of them. */
public final class OrderStatistics {

  /** Ranges of this size are sorted. */
  private static final int SMALL = 64;

  /** After so many parts the rest is sorted: its values lie as if to make parts uneven. */
  private static final int MOST_PARTS = 100;

  private OrderStatistics() {}

  /**
   * Puts the values of some ranks at their places in ascending order: {@code values[rank - 1]}.
   *
   * @param values are reordered
   * @param n how many of the values count; the others stay where they are
   * @param ranks from 1 to n, in any order
   */
  public static void place(long[] values, int n, long[] ranks) {
    int[] places = Arrays.stream(ranks).mapToInt(it -> (int) it - 1).sorted().distinct().toArray();
    place(values, new Range(0, n - 1), places, new Range(0, places.length - 1));
  }

  /** From first to last, both included. */
  private record Range(int first, int last) {}

  /** Ranges without a wanted place are left as they are. */
  private static void place(long[] values, Range range, int[] places, Range wanted) {
    int first = range.first;
    int last = range.last;
    for (int parts = 0; wanted.first <= wanted.last; parts++) {
      if (last - first < SMALL || parts == MOST_PARTS) {
        Arrays.sort(values, first, last + 1);
        return;
      }
      int j = partition(values, first, last);
      int split = wanted.first;
      while (split <= wanted.last && places[split] <= j) {
        split++;
      }
      place(values, new Range(first, j), places, new Range(wanted.first, split - 1));
      wanted = new Range(split, wanted.last);
      first = j + 1;
    }
  }

  /** Hoare's: what lies up to the answer is at most as great as what lies behind it. */
  private static int partition(long[] values, int first, int last) {
    long pivot = pivot(values, first, last);
    int i = first;
    int j = last;
    while (true) {
      while (values[i] < pivot) {
        i++;
      }
      while (values[j] > pivot) {
        j--;
      }
      if (i >= j) {
        return j;
      }
      long swapped = values[i];
      values[i++] = values[j];
      values[j--] = swapped;
    }
  }

  /** The last value is not looked at: were it the only greatest, nothing would be split off. */
  private static long pivot(long[] values, int first, int last) {
    int middle = (first + last) >>> 1;
    return median(median(values, first), median(values, middle - 1), median(values, last - 3));
  }

  private static long median(long[] values, int at) {
    return median(values[at], values[at + 1], values[at + 2]);
  }

  private static long median(long a, long b, long c) {
    return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
  }
}
