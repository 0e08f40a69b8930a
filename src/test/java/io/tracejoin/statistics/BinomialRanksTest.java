package io.tracejoin.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.MathContext;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.assertj.core.data.Offset;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BinomialRanksTest {

  private static final BigDecimal TAIL = new BigDecimal("0.025");

  @ParameterizedTest
  @CsvSource({"0.5, 6", "0.95, 72", "0.99, 368", "0.999, 3688"})
  void isCompleteFromTheSampleSizeOnThatSemanticsNames(String q, long smallest) {
    Quantile quantile = Quantile.of(q);
    assertThat(BinomialRanks.of(smallest - 1, quantile).incomplete()).isTrue();
    assertThat(BinomialRanks.of(smallest, quantile).incomplete()).isFalse();
  }

  @Property(tries = 300)
  void boundsAreThoseOfExactBinomialSums(
      @ForAll @IntRange(min = 0, max = 120) int n,
      @ForAll @IntRange(min = 1, max = 99) int percent) {
    var quantile = new Quantile(BigDecimal.valueOf(percent, 2));
    RankInterval ranks = BinomialRanks.of(n, quantile);
    assertThat(ranks.lower()).isEqualTo(lowerBySums(n, quantile));
    assertThat(ranks.upper()).isEqualTo(upperBySums(n, quantile));
  }

  @Property(tries = 200)
  void liesAroundTheQuantileWhateverTheDesignEffect(
      @ForAll @LongRange(min = 0, max = 100_000) long n,
      @ForAll @DoubleRange(min = 1, max = 500) double effect,
      @ForAll @IntRange(min = 1, max = 99) int percent) {
    var quantile = new Quantile(BigDecimal.valueOf(percent, 2));
    RankInterval ranks = BinomialRanks.of(n, effect, quantile);
    if (ranks.lower() != null) {
      assertThat(ranks.lower()).isBetween(1L, quantile.rank(n));
    }
    if (ranks.upper() != null) {
      assertThat(ranks.upper()).isBetween(quantile.rank(n), n);
    }
  }

  @Test
  void aBoundOfVeryFewIndependentValuesStaysAtTheQuantilesOwnRank() {
    assertThat(BinomialRanks.of(100, 33.34, Quantile.of("0.99")).lower()).isEqualTo(99);
  }

  @Test
  void widensWithTheDesignEffect() {
    Quantile p95 = Quantile.of("0.95");
    assertThat(BinomialRanks.of(1000, 1, p95)).isEqualTo(BinomialRanks.of(1000, p95));
    assertThat(BinomialRanks.of(1000, 4, p95)).isEqualTo(new RankInterval(920L, 980L));
    assertThat(BinomialRanks.of(1000, 14, p95).upper()).isNull();
  }

  @Test
  void isFastAndSoundForTenMillion() {
    RankInterval ranks = BinomialRanks.of(10_000_000, Quantile.of("0.99"));
    double halfWidth = 1.96 * Math.sqrt(1e7 * 0.99 * 0.01);
    assertThat(ranks.lower()).isCloseTo((long) (9_900_000 - halfWidth), Offset.offset(3L));
    assertThat(ranks.upper()).isCloseTo((long) (9_900_000 + halfWidth), Offset.offset(3L));
  }

  private static @Nullable Long lowerBySums(int n, Quantile quantile) {
    BigDecimal below = BigDecimal.ZERO;
    Long lower = null;
    for (int l = 1; l <= n; l++) {
      below = below.add(probability(n, l - 1, quantile));
      if (below.compareTo(TAIL) > 0) {
        return lower;
      }
      lower = (long) l;
    }
    return lower;
  }

  private static @Nullable Long upperBySums(int n, Quantile quantile) {
    BigDecimal atLeast = BigDecimal.ZERO;
    Long upper = null;
    for (int u = n; u >= 1; u--) {
      atLeast = atLeast.add(probability(n, u, quantile));
      if (atLeast.compareTo(TAIL) > 0) {
        return upper;
      }
      upper = (long) u;
    }
    return upper;
  }

  private static BigDecimal probability(int n, int k, Quantile quantile) {
    BigDecimal ways = BigDecimal.ONE;
    for (int i = 1; i <= k; i++) {
      ways = ways.multiply(BigDecimal.valueOf(n - k + i)).divide(BigDecimal.valueOf(i));
    }
    return ways.multiply(quantile.q().pow(k))
        .multiply(quantile.complement().pow(n - k), MathContext.DECIMAL128);
  }
}
