package io.tracejoin.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import io.tracejoin.statistics.Bootstrapped.Interval;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class BlockBootstrapTest {

  private static final Quantile P50 = Quantile.of("0.5");
  private static final Quantile P95 = Quantile.of("0.95");

  @Property
  void valuesKeepOrderMeanAndQuantiles(
      @ForAll @Size(min = 1, max = 8)
          List<@Size(max = 30) List<@LongRange(min = -2_000_000, max = 4_000_000_000_000L) Long>>
              blocks) {
    long[] sorted = blocks.stream().flatMap(List::stream).mapToLong(it -> it).sorted().toArray();
    BlockedValues values =
        BlockedValues.of(
            blocks.stream().map(it -> it.stream().mapToLong(v -> v).toArray()).toList());

    assertThat(values.n()).isEqualTo(sorted.length);
    assertThat(values.blocks())
        .isEqualTo((int) blocks.stream().filter(it -> !it.isEmpty()).count());
    for (int i = 0; i < sorted.length; i++) {
      assertThat(values.value(i)).isEqualTo(sorted[i]);
    }
    if (sorted.length > 0) {
      assertThat(values.mean())
          .isCloseTo(Arrays.stream(sorted).average().orElseThrow(), offset(1e-3));
      assertThat(values.quantile(P95)).isEqualTo(sorted[(int) P95.rank(sorted.length) - 1]);
    }
  }

  @Test
  void aReplicateIsTheNearestRankOfTheBlocksThatWereDrawn() {
    // Two blocks, one replicate draws two: 00, 01, 10 or 11. The median of each is known.
    BlockedValues values = BlockedValues.of(List.of(new long[] {1, 2, 3}, new long[] {7, 8, 9}));
    Interval whole = new BlockBootstrap(7).quantile(values, P50).interval(0.9999999).orElseThrow();
    Bootstrapped estimate = new BlockBootstrap(7).quantile(values, P50);
    assertThat(estimate.value()).isEqualTo(3);
    // From 2 (the first block twice) to 8 (the second twice), stretched about 3.
    assertThat((whole.high() - 3) / (3 - whole.low())).isCloseTo(5, offset(1e-9));
  }

  @Test
  void totalsShiftAsTheirValuesDo() {
    List<long[]> before = List.of(new long[] {1, 2, 3}, new long[] {7, 8}, new long[] {4});
    List<long[]> after = List.of(new long[] {5, 5}, new long[] {9, 8, 20, 1});
    Bootstrapped values =
        new BlockBootstrap(5).meanShift(BlockedValues.of(before), BlockedValues.of(after));
    Bootstrapped totals = new BlockBootstrap(5).meanShift(totals(before), totals(after));
    assertThat(totals.value()).isEqualTo(values.value());
    assertThat(totals.interval(0.95)).isEqualTo(values.interval(0.95));
  }

  private static BlockTotals totals(List<long[]> blocks) {
    return BlockTotals.of(
        blocks.stream()
            .map(it -> new BlockTotals.Block(it.length, Arrays.stream(it).sum()))
            .toList());
  }

  @Test
  void theSameSeedGivesTheSameInterval() {
    BlockedValues values = lognormal(new Random(1), 60, 10, 0, 1);
    BlockBootstrap bootstrap = BlockBootstrap.seededFrom("a", "b");
    Interval first = bootstrap.quantile(values, P95).interval(0.95).orElseThrow();
    bootstrap.mean(values);
    assertThat(bootstrap.quantile(values, P95).interval(0.95)).contains(first);
    assertThat(BlockBootstrap.seededFrom("ab", "").quantile(values, P95).interval(0.95))
        .isNotEqualTo(first);
  }

  @Test
  void oneBlockSaysNothingOfOthers() {
    BlockedValues values = BlockedValues.of(List.of(new long[] {1, 2, 3}));
    assertThat(new BlockBootstrap(1).mean(values).interval(0.95)).isEmpty();
  }

  @Test
  void intervalsOfTheMeanHoldTheTruthAsOftenAsTheyPromise() {
    double truth = 1e6 * Math.exp(0.5 * 0.3 * 0.3 + 0.5 * 0.2 * 0.2);
    assertThat(held(0.2, truth, it -> new BlockBootstrap(it.n()).mean(it))).isBetween(0.92, 0.99);
  }

  @Test
  void intervalsOfAQuantileHoldTheTruthAsOftenAsTheyPromise() {
    double truth = 1e6 * Math.exp(1.6448536269514722 * Math.hypot(0.3, 0.2));
    assertThat(held(0.2, truth, it -> new BlockBootstrap(it.n()).quantile(it, P95)))
        .isBetween(0.90, 0.99);
  }

  @Test
  void aShiftIsFoundAndItsDirection() {
    Random random = new Random(3);
    BlockedValues before = lognormal(random, 100, 20, 0.05, 1);
    BlockedValues after = lognormal(random, 100, 20, 0.05, 1.3);
    BlockBootstrap bootstrap = new BlockBootstrap(5);
    Bootstrapped mean = bootstrap.meanShift(before, after);
    assertThat(mean.value()).isCloseTo(after.mean() - before.mean(), offset(1e-6));
    assertThat(mean.interval(0.999).orElseThrow().low()).isPositive();
    assertThat(bootstrap.quantileShift(before, after, P95).interval(0.999).orElseThrow().low())
        .isPositive();
    assertThat(bootstrap.quantileShift(after, before, P95).interval(0.999).orElseThrow().high())
        .isNegative();
  }

  @Test
  void twoSamplesOfOneDistributionRarelyDiffer() {
    Random random = new Random(11);
    int different = 0;
    for (int i = 0; i < 300; i++) {
      BlockedValues before = lognormal(random, 20, 20, 0.1, 1);
      BlockedValues after = lognormal(random, 20, 20, 0.1, 1);
      Bootstrapped shift = new BlockBootstrap(i).meanShift(before, after);
      different += shift.interval(0.99).orElseThrow().excludesZero() ? 1 : 0;
    }
    assertThat(different).isLessThanOrEqualTo(8);
  }

  @Test
  void aMillionValuesAreExactWhateverTheirRange() {
    List<long[]> blocks = new ArrayList<>();
    for (int block = 0; block < 1000; block++) {
      int start = block;
      blocks.add(
          java.util.stream.LongStream.range(0, 1000).map(i -> (i * 1000 + start) * 7).toArray());
    }
    Bootstrapped p95 = new BlockBootstrap(1).quantile(BlockedValues.of(blocks), P95);
    assertThat(p95.value()).isEqualTo(949_999 * 7);
    assertThat(p95.interval(0.999).orElseThrow().low()).isBetween(949_000 * 7.0, 949_999 * 7.0);
  }

  /** How often the 95 % interval held the truth in 400 samples of 40 blocks of 25 requests. */
  private static double held(
      double spread, double truth, Function<BlockedValues, Bootstrapped> estimator) {
    Random random = new Random(42);
    ToDoubleFunction<Interval> holds = it -> it.low() <= truth && truth <= it.high() ? 1 : 0;
    double held = 0;
    for (int i = 0; i < 400; i++) {
      BlockedValues sample = lognormal(random, 40, 25, spread, 1);
      held += holds.applyAsDouble(estimator.apply(sample).interval(0.95).orElseThrow());
    }
    return held / 400;
  }

  /** Blocks that are alike within: each has a factor of its own. */
  private static BlockedValues lognormal(
      Random random, int blocks, int size, double spread, double factor) {
    List<long[]> values = new ArrayList<>();
    for (int block = 0; block < blocks; block++) {
      double ofBlock = spread * random.nextGaussian();
      long[] sent = new long[size];
      for (int i = 0; i < size; i++) {
        sent[i] = Math.round(factor * 1e6 * Math.exp(ofBlock + 0.3 * random.nextGaussian()));
      }
      values.add(sent);
    }
    return BlockedValues.of(values);
  }
}
