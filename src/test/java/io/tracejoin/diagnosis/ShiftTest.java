package io.tracejoin.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracejoin.statistics.BlockBootstrap;
import io.tracejoin.statistics.BlockedValues;
import io.tracejoin.statistics.Quantile;
import io.tracejoin.statistics.SlopeSums;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

class ShiftTest {

  private static final double MS = 1e6;
  private static final Quantile P95 = Quantile.of("0.95");

  @Test
  void aTenthMoreHasMoved() {
    assertThat(shift(100, it -> it, it -> 1.1 * it).direction()).isEqualTo(Direction.UP);
    assertThat(shift(100, it -> 1.1 * it, it -> it).direction()).isEqualTo(Direction.DOWN);
  }

  @Test
  void lessThanATwentiethHasNotMoved() {
    assertThat(shift(100, it -> it, it -> 1.04 * it).direction()).isEqualTo(Direction.STABLE);
  }

  @Test
  void lessThanAMillisecondHasNotMoved() {
    assertThat(shift(4, it -> it, it -> it + 0.9 * MS).direction()).isEqualTo(Direction.STABLE);
    assertThat(shift(4, it -> it, it -> it + 1.1 * MS).direction()).isEqualTo(Direction.UP);
  }

  @Test
  void aTailThatGrowsWhileTheMeanStaysHasNotMoved() {
    DoubleUnaryOperator wider = it -> it > 103 * MS ? it + 60 * MS : it - 4 * MS;
    assertThat(shift(100, it -> it, wider).direction()).isEqualTo(Direction.STABLE);
  }

  @Test
  void whatRepeatsDifferByIsNoMovement() {
    BlockedValues before = sample(new Random(1), 100, it -> it);
    BlockedValues after = sample(new Random(2), 100, it -> 1.1 * it);
    assertThat(of(before, after, new NoiseFloor(5 * MS, 30 * MS)).direction())
        .isEqualTo(Direction.STABLE);
    assertThat(of(before, after, new NoiseFloor(5 * MS, 5 * MS)).direction())
        .isEqualTo(Direction.UP);
  }

  @Test
  void fewRequestsSayNothingOfATail() {
    BlockedValues few = BlockedValues.of(List.of(new long[30], new long[41]));
    long[] slow = new long[36];
    Arrays.fill(slow, 1_000_000_000L);
    BlockedValues fewSlow = BlockedValues.of(List.of(slow, slow));
    assertThat(of(few, fewSlow, NoiseFloor.NONE).direction()).isEqualTo(Direction.STABLE);
  }

  @Test
  void oneSlowStretchIsNotEnoughToBeSure() {
    Random random = new Random(5);
    List<long[]> blocks = new ArrayList<>();
    for (int block = 0; block < 20; block++) {
      double factor = block == 7 ? 4 : 1;
      blocks.add(block(random, 100, 1, it -> factor * it));
    }
    BlockedValues before = noisy(new Random(6), 100);
    assertThat(of(before, BlockedValues.of(blocks), NoiseFloor.NONE).direction())
        .isEqualTo(Direction.STABLE);
  }

  @Test
  void aSteeperEnvelopeHasMoved() {
    assertThat(slope(0.2, 0.2)).isEqualTo(Direction.STABLE);
    assertThat(slope(0.2, 0.4)).isEqualTo(Direction.UP);
    assertThat(slope(0.4, 0.2)).isEqualTo(Direction.DOWN);
  }

  @Test
  void aRateThatChanceMayHaveMadeHasNotMoved() {
    assertThat(rate(100, 110)).isEqualTo(Direction.STABLE);
    assertThat(rate(10_000, 11_000)).isEqualTo(Direction.UP);
    assertThat(rate(10_000, 10_400)).isEqualTo(Direction.STABLE);
  }

  @Test
  void moreCachedTokensHaveMoved() {
    assertThat(cachedShift(0, 0)).isEqualTo(Direction.STABLE);
    assertThat(cachedShift(0, 64)).isEqualTo(Direction.UP);
    assertThat(cachedShift(64, 0)).isEqualTo(Direction.DOWN);
  }

  @Test
  void aTokenMoreOrFiveInAHundredIsNoMovementOfCachedTokens() {
    BlockedValues few = BlockedValues.of(List.of(tokens(400, 3), tokens(400, 3)));
    BlockedValues oneMore = BlockedValues.of(List.of(tokens(400, 4), tokens(400, 4)));
    BlockedValues many = BlockedValues.of(List.of(tokens(400, 1000), tokens(400, 1000)));
    BlockedValues fewMore = BlockedValues.of(List.of(tokens(400, 1049), tokens(400, 1049)));
    BlockBootstrap bootstrap = new BlockBootstrap(1);
    assertThat(CountShift.of(few, oneMore, bootstrap).direction()).isEqualTo(Direction.STABLE);
    assertThat(CountShift.of(many, fewMore, bootstrap).direction()).isEqualTo(Direction.STABLE);
  }

  @Test
  void aTailMovesWhateverTheMeanDoes() {
    // Three in ten take 20 ms more, all the others 9 ms less: the mean stays.
    DoubleUnaryOperator wider = it -> it > 101 * MS ? it + 20 * MS : it - 9 * MS;
    assertThat(shift(100, it -> it, wider).direction()).isEqualTo(Direction.STABLE);
    assertThat(tail(it -> it, wider)).isEqualTo(Direction.UP);
    assertThat(tail(wider, it -> it)).isEqualTo(Direction.DOWN);
    assertThat(tail(it -> it, it -> it)).isEqualTo(Direction.STABLE);
    assertThat(tail(it -> it, it -> 1.03 * it)).isEqualTo(Direction.STABLE);
  }

  @Test
  void fewerThan368RequestsSayNothingOfAP99() {
    BlockedValues fast = BlockedValues.of(List.of(tokens(183, 1_000_000), tokens(184, 1_000_000)));
    BlockedValues slow = BlockedValues.of(List.of(tokens(183, 9_000_000), tokens(184, 9_000_000)));
    BlockedValues slow368 =
        BlockedValues.of(List.of(tokens(184, 9_000_000), tokens(184, 9_000_000)));
    BlockedValues fast368 =
        BlockedValues.of(List.of(tokens(184, 1_000_000), tokens(184, 1_000_000)));
    BlockBootstrap bootstrap = new BlockBootstrap(1);
    assertThat(TailShift.of(fast, slow, bootstrap).direction()).isEqualTo(Direction.STABLE);
    assertThat(TailShift.of(fast368, slow368, bootstrap).direction()).isEqualTo(Direction.UP);
  }

  private static Direction tail(DoubleUnaryOperator before, DoubleUnaryOperator after) {
    return TailShift.of(
            sample(new Random(1), 100, before),
            sample(new Random(2), 100, after),
            new BlockBootstrap(1))
        .direction();
  }

  private static long[] tokens(int n, long each) {
    long[] tokens = new long[n];
    Arrays.fill(tokens, each);
    return tokens;
  }

  private static Direction cachedShift(int before, int after) {
    return CountShift.of(
            cached(new Random(1), before), cached(new Random(2), after), new BlockBootstrap(1))
        .direction();
  }

  /** A third of the requests hits nothing, the others blocks of 16 tokens. */
  private static BlockedValues cached(Random random, int more) {
    List<long[]> blocks = new ArrayList<>();
    for (int block = 0; block < 20; block++) {
      long[] values = new long[20];
      for (int i = 0; i < values.length; i++) {
        values[i] = random.nextInt(3) == 0 ? 0 : 16L * random.nextInt(20) + more;
      }
      blocks.add(values);
    }
    return BlockedValues.of(blocks);
  }

  /** Two samples of one distribution: requests of a block are alike. */
  @Test
  void atMostOneInAHundredPairsOfEqualRunsHasAFinding() {
    int found = 0;
    for (int seed = 0; seed < 1000; seed++) {
      Random random = new Random(seed);
      Map<Subject, Change> changes = new EnumMap<>(Subject.class);
      for (Subject subject : Subject.values()) {
        if (!subject.measures().isEmpty()) {
          double mean = 2 + 20 * subject.ordinal();
          Shift shift = of(noisy(random, mean), noisy(random, mean), NoiseFloor.NONE);
          changes.put(subject, Change.of(subject.name(), shift));
        }
      }
      Slope slope = Slope.of(points(random, 0.2), points(random, 0.2), new BlockBootstrap(seed));
      changes.put(Subject.ENVELOPE_SLOPE, Change.of("slope", slope));
      BlockBootstrap bootstrap = new BlockBootstrap(seed);
      changes.put(
          Subject.CACHED_TOKENS,
          Change.of("cached", CountShift.of(cached(random, 0), cached(random, 0), bootstrap)));
      changes.put(
          Subject.TTFT_TAIL,
          Change.of("ttft", TailShift.of(noisy(random, 80), noisy(random, 80), bootstrap)));
      changes.put(
          Subject.THROUGHPUT,
          Change.of("rate", Throughput.of(counted(random, 400), counted(random, 400))));
      found += Finding.of(changes).isEmpty() ? 0 : 1;
    }
    assertThat(found).isLessThanOrEqualTo(10);
  }

  private static Throughput.Rate counted(Random random, double mean) {
    long count = Math.round(mean + Math.sqrt(mean) * random.nextGaussian());
    return new Throughput.Rate(count, count / 60.0);
  }

  private static Shift shift(double meanMs, DoubleUnaryOperator before, DoubleUnaryOperator after) {
    return of(
        sample(new Random(1), meanMs, before),
        sample(new Random(2), meanMs, after),
        NoiseFloor.NONE);
  }

  private static Shift of(BlockedValues before, BlockedValues after, NoiseFloor floor) {
    return Shift.of(
        figures(before),
        figures(after),
        floor,
        () -> Shift.isSure(before, after, new BlockBootstrap(before.n())));
  }

  private static Shift.Figures figures(BlockedValues values) {
    return new Shift.Figures(values.n(), values.quantile(P95), values.mean());
  }

  /** Requests that are nearly alike: a shift is seen as it is. */
  private static BlockedValues sample(Random random, double meanMs, DoubleUnaryOperator change) {
    return blocks(random, meanMs, 0.1, change);
  }

  private static BlockedValues noisy(Random random, double meanMs) {
    return blocks(random, meanMs, 1, it -> it);
  }

  /** 20 blocks of 20 requests each. */
  private static BlockedValues blocks(
      Random random, double meanMs, double noise, DoubleUnaryOperator change) {
    List<long[]> blocks = new ArrayList<>();
    for (int block = 0; block < 20; block++) {
      double alike = Math.exp(0.05 * noise * random.nextGaussian());
      blocks.add(block(random, alike * meanMs, noise, change));
    }
    return BlockedValues.of(blocks);
  }

  private static long[] block(
      Random random, double meanMs, double noise, DoubleUnaryOperator change) {
    long[] values = new long[20];
    for (int i = 0; i < values.length; i++) {
      double drawn = meanMs * MS * Math.exp(0.2 * noise * random.nextGaussian());
      values[i] = Math.round(change.applyAsDouble(drawn));
    }
    return values;
  }

  private static Direction slope(double before, double after) {
    return Slope.of(
            points(new Random(1), before), points(new Random(2), after), new BlockBootstrap(1))
        .direction();
  }

  /** Milliseconds a token, for answers of 50 to 350 tokens. */
  private static List<SlopeSums> points(Random random, double perToken) {
    List<SlopeSums> blocks = new ArrayList<>();
    for (int block = 0; block < 20; block++) {
      SlopeSums sums = SlopeSums.NONE;
      for (int i = 0; i < 20; i++) {
        double tokens = 50 + random.nextInt(300);
        double nanos = (20 + perToken * tokens + 5 * random.nextGaussian()) * MS;
        sums = SlopeSums.together(List.of(sums, SlopeSums.at(tokens, 1, nanos)));
      }
      blocks.add(sums);
    }
    return blocks;
  }

  private static Direction rate(long before, long after) {
    return Throughput.of(
            new Throughput.Rate(before, before / 600.0), new Throughput.Rate(after, after / 600.0))
        .direction();
  }
}
