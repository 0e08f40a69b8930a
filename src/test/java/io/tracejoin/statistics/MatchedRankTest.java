package io.tracejoin.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MatchedRankTest {

  private static final Quantile P95 = Quantile.of("0.95");

  @Test
  void isBiasedBeyondAFifthOfTheShareAboveOnEitherSide() {
    // (1 - 0.95) / 5 = 0.01: from 0.94 to 0.96 is fair.
    assertThat(new MatchedRank(P95, 940, 1000).biased(0)).isFalse();
    assertThat(new MatchedRank(P95, 960, 1000).biased(0)).isFalse();
    assertThat(new MatchedRank(P95, 939, 1000).biased(0)).isTrue();
    assertThat(new MatchedRank(P95, 961, 1000).biased(0)).isTrue();
  }

  @Test
  void isNotBiasedByChance() {
    assertThat(new MatchedRank(P95, 1000, 1000).biased(0.01)).isFalse();
    assertThat(new MatchedRank(P95, 1000, 1000).biased(0.0099)).isTrue();
  }
}
