package io.tracejoin.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracejoin.statistics.TailBand.Ranks;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class TailBandTest {

  @Test
  void takesTheRanksThatSemanticsNames() {
    assertThat(TailBand.P50.ranks(1000)).contains(new Ranks(450, 550));
    assertThat(TailBand.P95.ranks(4470)).contains(new Ranks(4202, 4291));
    assertThat(TailBand.P99.ranks(10_001)).contains(new Ranks(9851, 9950));
  }

  @Test
  void isWidenedByOneRankAtATimeBelowFirst() {
    // 98.5 to 99.5 % of 300: ranks 296 to 298; below, above.
    assertThat(TailBand.P99.ranks(300)).contains(new Ranks(295, 299));
    // 985 to 995 thousandths of 200: 197 to 199; then 196 and 200.
    assertThat(TailBand.P99.ranks(200)).contains(new Ranks(196, 200));
  }

  @Test
  void widensToOneSideWhereTheOtherIsAtItsEnd() {
    assertThat(TailBand.P99.ranks(10)).contains(new Ranks(6, 10));
    assertThat(TailBand.P50.ranks(5)).contains(new Ranks(1, 5));
  }

  @Test
  void isNoneForFewerThanFive() {
    assertThat(TailBand.P50.ranks(4)).isEmpty();
    assertThat(TailBand.P99.ranks(0)).isEmpty();
  }

  @Property
  void liesWithinTheSampleAndHoldsFiveOrMore(@ForAll @LongRange(min = 5, max = 1_000_000) long n) {
    for (TailBand band : TailBand.all()) {
      Ranks ranks = band.ranks(n).orElseThrow();
      assertThat(ranks.first()).isGreaterThanOrEqualTo(1);
      assertThat(ranks.last()).isLessThanOrEqualTo(n);
      assertThat(ranks.size()).isGreaterThanOrEqualTo(5);
      assertThat(band.quantile().rank(n)).isBetween(ranks.first(), ranks.last());
    }
  }
}
