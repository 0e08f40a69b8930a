package io.tracejoin.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.commons.math3.distribution.BinomialDistribution;
import org.junit.jupiter.api.Test;

class ClopperPearsonTest {

  @Property(tries = 200)
  void theBoundsAreTheSharesAtWhichTheHitsJustStopBeingLikely(
      @ForAll @IntRange(min = 1, max = 2000) int n, @ForAll @IntRange(max = 2000) int drawn) {
    int hits = drawn % (n + 1);
    ClopperPearson interval = ClopperPearson.of(hits, n);
    assertThat(interval.low()).isLessThanOrEqualTo((double) hits / n);
    assertThat(interval.high()).isGreaterThanOrEqualTo((double) hits / n);
    if (hits > 0) {
      assertThat(1 - binomial(n, interval.low()).cumulativeProbability(hits - 1))
          .isCloseTo(0.025, offset(1e-5));
    }
    if (hits < n) {
      assertThat(binomial(n, interval.high()).cumulativeProbability(hits))
          .isCloseTo(0.025, offset(1e-5));
    }
  }

  @Test
  void everyHitLeavesDoubtAboutSmallSamples() {
    assertThat(ClopperPearson.of(60, 60).low()).isCloseTo(0.9404, offset(1e-4));
    assertThat(ClopperPearson.of(60, 60).high()).isEqualTo(1);
    assertThat(ClopperPearson.of(0, 60).low()).isZero();
  }

  private static BinomialDistribution binomial(int n, double p) {
    return new BinomialDistribution(null, n, p);
  }
}
