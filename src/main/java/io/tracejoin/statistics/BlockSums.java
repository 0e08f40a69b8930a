package io.tracejoin.statistics;

/**
 * What the design effect must know of blocks of requests sent close together; n is a block's number
 * of values, y how many of them lie above the quantile. Blocks without a value are left out.
 *
 * @param blocks number of blocks
 * @param n sum of n
 * @param above sum of y
 * @param nSquared sum of n * n
 * @param aboveSquared sum of y * y
 * @param product sum of n * y
 */
public record BlockSums(
    long blocks, long n, long above, long nSquared, long aboveSquared, long product) {

  /** No block. */
  public static final BlockSums NONE = new BlockSums(0, 0, 0, 0, 0, 0);

  /** The sums with one more block. */
  public BlockSums plus(long size, long aboveOfBlock) {
    return new BlockSums(
        blocks + 1,
        n + size,
        above + aboveOfBlock,
        nSquared + size * size,
        aboveSquared + aboveOfBlock * aboveOfBlock,
        product + size * aboveOfBlock);
  }
}
