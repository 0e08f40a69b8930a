package io.tracejoin.statistics;

import java.util.List;

/** Number and sum of a series' values in each block of send time, where nothing else is asked. */
public final class BlockTotals {

  private final long[] sizes;
  private final double[] sums;

  private BlockTotals(long[] sizes, double[] sums) {
    this.sizes = sizes;
    this.sums = sums;
  }

  /**
   * The blocks that hold a value.
   *
   * @param n at least 1
   */
  public record Block(long n, double sum) {}

  /** These blocks. */
  public static BlockTotals of(List<Block> blocks) {
    return new BlockTotals(
        blocks.stream().mapToLong(Block::n).toArray(),
        blocks.stream().mapToDouble(Block::sum).toArray());
  }

  /** How many there are. */
  public int blocks() {
    return sizes.length;
  }

  /** The mean of all values; there must be one. */
  public double mean() {
    double sum = 0;
    long n = 0;
    for (int i = 0; i < sizes.length; i++) {
      sum += sums[i];
      n += sizes[i];
    }
    return sum / n;
  }

  long[] sizes() {
    return sizes;
  }

  double[] sums() {
    return sums;
  }
}
