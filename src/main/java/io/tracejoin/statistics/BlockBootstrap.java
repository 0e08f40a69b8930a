package io.tracejoin.statistics;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Confidence by drawing whole blocks of send time with replacement (semantics 13): requests that
 * were in flight together are alike, so they are drawn or left out together.
 *
 * <p>A replicate is a weight for each block: how often it was drawn. Its mean is a quotient of
 * weighted sums. Its quantile is the value of nearest rank of the weighted values, exactly: the
 * walk starts at the sample's quantile, where the count below is known by block, and goes to the
 * replicate's, which is a few standard errors away. So a replicate of a million values costs some
 * thousand steps and no memory.
 *
 * <p>The same seed and values give the same estimate, whatever else was estimated before.
 */
public final class BlockBootstrap {

  /** Replicates of an estimate. */
  public static final int REPLICATES = 2_000;

  private static final long HASH_START = 0xcbf29ce484222325L;
  private static final long HASH_FACTOR = 0x100000001b3L;

  private final long seed;

  /** Estimates drawn from a seed. */
  public BlockBootstrap(long seed) {
    this.seed = seed;
  }

  /** Seeded from names, in their order: FNV-1a of their characters, each name ended by a zero. */
  public static BlockBootstrap seededFrom(String... names) {
    long hash = HASH_START;
    for (String name : names) {
      for (int i = 0; i <= name.length(); i++) {
        hash = (hash ^ (i == name.length() ? 0 : name.charAt(i))) * HASH_FACTOR;
      }
    }
    return new BlockBootstrap(hash);
  }

  /** The mean; there must be a value. */
  public Bootstrapped mean(BlockedValues values) {
    double[] replicates = means(values, new SplittableRandom(seed));
    return new Bootstrapped(values.mean(), replicates, values.blocks());
  }

  /** The quantile; there must be a value. */
  public Bootstrapped quantile(BlockedValues values, Quantile quantile) {
    double[] replicates = quantiles(values, quantile, new SplittableRandom(seed));
    return new Bootstrapped(values.quantile(quantile), replicates, values.blocks());
  }

  /** The mean of the run less that of the baseline; both must have a value. */
  public Bootstrapped meanShift(BlockedValues baseline, BlockedValues run) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] before = means(baseline, random);
    return shift(run.mean() - baseline.mean(), before, means(run, random), fewest(baseline, run));
  }

  /** The same of totals; both must have a value. */
  public Bootstrapped meanShift(BlockTotals baseline, BlockTotals run) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] before = means(baseline.sizes(), baseline.sums(), random);
    return shift(
        run.mean() - baseline.mean(),
        before,
        means(run.sizes(), run.sums(), random),
        Math.min(baseline.blocks(), run.blocks()));
  }

  /** The quantile of the run less that of the baseline; both must have a value. */
  public Bootstrapped quantileShift(BlockedValues baseline, BlockedValues run, Quantile quantile) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] before = quantiles(baseline, quantile, random);
    return shift(
        (double) run.quantile(quantile) - baseline.quantile(quantile),
        before,
        quantiles(run, quantile, random),
        fewest(baseline, run));
  }

  /** The slope of a line through the points of at least one block. */
  public Bootstrapped slope(List<SlopeSums> blocks) {
    double[] replicates = slopes(blocks, new SplittableRandom(seed));
    return new Bootstrapped(SlopeSums.together(blocks).slope(), replicates, blocks.size());
  }

  /** The slope of the run less that of the baseline; both must have a block. */
  public Bootstrapped slopeShift(List<SlopeSums> baseline, List<SlopeSums> run) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] before = slopes(baseline, random);
    return shift(
        SlopeSums.together(run).slope() - SlopeSums.together(baseline).slope(),
        before,
        slopes(run, random),
        Math.min(baseline.size(), run.size()));
  }

  private static Bootstrapped shift(double value, double[] before, double[] after, int blocks) {
    for (int i = 0; i < REPLICATES; i++) {
      after[i] -= before[i];
    }
    return new Bootstrapped(value, after, blocks);
  }

  private static int fewest(BlockedValues left, BlockedValues right) {
    return Math.min(left.blocks(), right.blocks());
  }

  private static double[] means(BlockedValues values, SplittableRandom random) {
    return means(values.sizes(), values.sums(), random);
  }

  private static double[] means(long[] sizes, double[] sums, SplittableRandom random) {
    double[] replicates = new double[REPLICATES];
    int[] weights = new int[sizes.length];
    for (int i = 0; i < REPLICATES; i++) {
      draw(weights, random);
      replicates[i] = weighted(weights, sums) / weighted(weights, sizes);
    }
    return replicates;
  }

  private static double[] slopes(List<SlopeSums> blocks, SplittableRandom random) {
    double[] replicates = new double[REPLICATES];
    for (int i = 0; i < REPLICATES; i++) {
      SlopeSums drawn = SlopeSums.NONE;
      for (int j = 0; j < blocks.size(); j++) {
        drawn = drawn.plus(blocks.get(random.nextInt(blocks.size())));
      }
      replicates[i] = drawn.slope();
    }
    return replicates;
  }

  private static double[] quantiles(
      BlockedValues values, Quantile quantile, SplittableRandom random) {
    int start = (int) quantile.rank(values.n()) - 1;
    long[] below = new long[values.blocks()];
    for (int i = 0; i <= start; i++) {
      below[values.block(i)]++;
    }
    double[] replicates = new double[REPLICATES];
    int[] weights = new int[values.blocks()];
    for (int i = 0; i < REPLICATES; i++) {
      draw(weights, random);
      long rank = quantile.rank(weighted(weights, values.sizes()));
      replicates[i] = values.value(walk(values, weights, rank, start, weighted(weights, below)));
    }
    return replicates;
  }

  /** The index whose value has a rank among the weighted values. */
  private static int walk(
      BlockedValues values, int[] weights, long rank, int start, long upToStart) {
    int index = start;
    long upTo = upToStart;
    while (upTo < rank) {
      upTo += weights[values.block(++index)];
    }
    while (upTo - weights[values.block(index)] >= rank) {
      upTo -= weights[values.block(index--)];
    }
    return index;
  }

  private static void draw(int[] weights, SplittableRandom random) {
    Arrays.fill(weights, 0);
    for (int i = 0; i < weights.length; i++) {
      weights[random.nextInt(weights.length)]++;
    }
  }

  private static double weighted(int[] weights, double[] values) {
    double sum = 0;
    for (int i = 0; i < weights.length; i++) {
      sum += weights[i] * values[i];
    }
    return sum;
  }

  private static long weighted(int[] weights, long[] values) {
    long sum = 0;
    for (int i = 0; i < weights.length; i++) {
      sum += weights[i] * values[i];
    }
    return sum;
  }
}
