package io.tracejoin.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class DesignEffectTest {

  private static final Quantile P90 = Quantile.of("0.9");

  @Test
  void isTheVarianceBetweenBlocksOverThatOfIndependentRequests() {
    // Shares above: 0.4, 0, 0, 0. Their variance is 0.04; independent: 0.1 * 0.9 / 10 = 0.009.
    BlockSums sums = BlockSums.NONE.plus(10, 4).plus(10, 0).plus(10, 0).plus(10, 0);
    assertThat(DesignEffect.of(sums, P90)).isCloseTo(0.04 / 0.009, offset(1e-12));
  }

  @Test
  void isOneWhereBlocksAreMoreAlikeThanChance() {
    BlockSums sums = BlockSums.NONE.plus(10, 1).plus(10, 1).plus(10, 1);
    assertThat(DesignEffect.of(sums, P90)).isEqualTo(1);
  }

  @Test
  void isOneWithoutBlocksToCompare() {
    assertThat(DesignEffect.of(BlockSums.NONE, P90)).isEqualTo(1);
    assertThat(DesignEffect.of(BlockSums.NONE.plus(10, 10), P90)).isEqualTo(1);
  }

  @Property
  void equalBlocksGiveTheTextbookForm(
      @ForAll @Size(min = 2, max = 40) List<@IntRange(max = 25) Integer> above) {
    int size = 25;
    BlockSums sums = BlockSums.NONE;
    for (int y : above) {
      sums = sums.plus(size, y);
    }
    double mean = above.stream().mapToDouble(y -> y / (double) size).average().orElseThrow();
    double variance =
        above.stream().mapToDouble(y -> Math.pow(y / (double) size - mean, 2)).sum()
            / (above.size() - 1);
    assertThat(DesignEffect.of(sums, P90))
        .isCloseTo(Math.max(1, variance / (0.1 * 0.9 / size)), offset(1e-6));
  }

  @Test
  void blocksHoldRequestsThatWereInFlightTogether() {
    long second = 1_000_000_000L;
    assertThat(DesignEffect.blockNanos(second / 10, 600 * second)).isEqualTo(second);
    assertThat(DesignEffect.blockNanos(4 * second, 600 * second)).isEqualTo(8 * second);
    assertThat(DesignEffect.blockNanos(40 * second, 600 * second)).isEqualTo(30 * second);
    assertThat(DesignEffect.shortBlocks(40 * second, 600 * second)).isTrue();
    assertThat(DesignEffect.shortBlocks(4 * second, 600 * second)).isFalse();
  }
}
