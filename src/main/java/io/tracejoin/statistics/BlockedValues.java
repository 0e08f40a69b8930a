package io.tracejoin.statistics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The values of one series, told apart by block: a block holds the requests of one generator that
 * were sent within one stretch. Each value takes eight bytes, whatever the number of blocks.
 *
 * <p>A value and its block share one number of 63 bits. With up to a million blocks values may
 * differ by two hours, with 2,000 blocks by 50 days, and are exact; beyond that, the lowest bits
 * are dropped.
 */
public final class BlockedValues {

  private static final int USABLE_BITS = 63;

  private final long[] sizes;
  private final double[] sums;
  private final long[] packed;
  private final long least;
  private final int blockBits;
  private final int dropped;

  private BlockedValues(List<long[]> blocks, int n) {
    sizes = blocks.stream().mapToLong(it -> it.length).toArray();
    sums = blocks.stream().mapToDouble(it -> Arrays.stream(it).sum()).toArray();
    long[] ends = ends(blocks);
    least = ends[0];
    blockBits = bits(blocks.size() - 1L);
    dropped = Math.max(0, bits(ends[1] - least) + blockBits - USABLE_BITS);
    packed = packed(blocks, n);
  }

  /**
   * Values by block; blocks without a value are left out.
   *
   * @throws IllegalArgumentException if values differ by more than 63 bits
   */
  public static BlockedValues of(List<long[]> blocks) {
    List<long[]> filled = new ArrayList<>(blocks);
    filled.removeIf(it -> it.length == 0);
    int n = filled.stream().mapToInt(it -> it.length).reduce(0, Math::addExact);
    return new BlockedValues(filled, n);
  }

  /** How many values there are. */
  public int n() {
    return packed.length;
  }

  /** How many blocks hold one. */
  public int blocks() {
    return sizes.length;
  }

  /** The mean; there must be a value. */
  public double mean() {
    return Arrays.stream(sums).sum() / n();
  }

  /** The value of nearest rank; there must be one. */
  public long quantile(Quantile quantile) {
    return value((int) quantile.rank(n()) - 1);
  }

  /** The share of the values that lie above a threshold; there must be a value. */
  public double shareAbove(long threshold) {
    int below = 0;
    int above = n();
    while (below < above) {
      int middle = (below + above) >>> 1;
      if (value(middle) <= threshold) {
        below = middle + 1;
      } else {
        above = middle;
      }
    }
    return (n() - below) / (double) n();
  }

  /** Number of values by block. */
  long[] sizes() {
    return sizes;
  }

  /** Sum of the values by block. */
  double[] sums() {
    return sums;
  }

  /** The value at an index, from 0, in ascending order. */
  long value(int index) {
    return least + (packed[index] >>> blockBits << dropped);
  }

  /** The block of the value at an index. */
  int block(int index) {
    return (int) (packed[index] & ((1L << blockBits) - 1));
  }

  private long[] packed(List<long[]> blocks, int n) {
    long[] all = new long[n];
    int i = 0;
    for (int block = 0; block < blocks.size(); block++) {
      for (long value : blocks.get(block)) {
        all[i++] = (value - least) >>> dropped << blockBits | block;
      }
    }
    Arrays.sort(all);
    return all;
  }

  private static long[] ends(List<long[]> blocks) {
    long low = Long.MAX_VALUE;
    long high = Long.MIN_VALUE;
    for (long[] block : blocks) {
      for (long value : block) {
        low = Math.min(low, value);
        high = Math.max(high, value);
      }
    }
    if (low > high) {
      return new long[2];
    }
    if (high - low < 0) {
      throw new IllegalArgumentException("values: " + low + " and " + high + " are too far apart");
    }
    return new long[] {low, high};
  }

  private static int bits(long most) {
    return Long.SIZE - Long.numberOfLeadingZeros(Math.max(0, most));
  }
}
