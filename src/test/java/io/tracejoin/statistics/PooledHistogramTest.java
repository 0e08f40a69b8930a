package io.tracejoin.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigInteger;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class PooledHistogramTest {

  private static final Quantile P50 = Quantile.of("0.5");
  private static final Quantile P95 = Quantile.of("0.95");

  @Property
  void aQuantileIsTheNearestRankToATenthOfAPercentOrAMicrosecond(
      @ForAll @Size(min = 1, max = 60) List<@LongRange(min = 0, max = 1L << 50) Long> nanos) {
    PooledHistogram pooled = of(nanos);

    for (Quantile quantile : List.of(P50, P95)) {
      long exact =
          nanos.stream().sorted().skip(quantile.rank(nanos.size()) - 1).findFirst().orElseThrow();
      double allowed = Math.max(1, exact / 1_000.0 / 1_000);
      assertThat(Math.abs(pooled.micros(quantile) - exact / 1_000.0)).isLessThanOrEqualTo(allowed);
    }
  }

  @Property
  void comesBackAsItWasStored(
      @ForAll @Size(min = 1, max = 60) List<@LongRange(min = 0, max = 1L << 61) Long> nanos) {
    PooledHistogram pooled = of(nanos);

    PooledHistogram again =
        PooledHistogram.decode(pooled.encoded(), pooled.sumMicros(), pooled.maxMicros());

    assertThat(again.n()).isEqualTo(nanos.size());
    assertThat(again.micros(P95)).isEqualTo(pooled.micros(P95));
    assertThat(again.meanNanos()).isEqualTo(pooled.meanNanos());
    assertThat(again.maxMicros()).isEqualTo(pooled.maxMicros());
  }

  @Test
  void meanAndMaximumAreExact() {
    PooledHistogram pooled = of(List.of(100_000_499L, 200_000_500L, 0L));

    assertThat(pooled.maxMicros()).isEqualTo(200_001);
    assertThat(pooled.meanNanos()).isEqualTo(100_000_333);
    assertThat(pooled.micros(P50)).isEqualTo(100_000);
    assertThat(pooled.sumMicros()).isEqualTo(BigInteger.valueOf(300_001));
  }

  @Test
  void theSumDoesNotOverflow() {
    PooledHistogram pooled = new PooledHistogram();
    for (int i = 0; i < 3_000; i++) {
      pooled.add(Long.MAX_VALUE);
    }

    assertThat(pooled.sumMicros().bitLength()).isGreaterThan(63);
  }

  @Test
  void refusesBytesThatAreNoHistogram() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PooledHistogram.decode(new byte[40], BigInteger.ONE, 1));
  }

  private static PooledHistogram of(List<Long> nanos) {
    PooledHistogram pooled = new PooledHistogram();
    nanos.forEach(pooled::add);
    return pooled;
  }
}
