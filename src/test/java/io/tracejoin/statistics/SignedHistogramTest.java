package io.tracejoin.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class SignedHistogramTest {

  private static final List<Quantile> QUANTILES =
      List.of(Quantile.of("0.05"), Quantile.of("0.5"), Quantile.of("0.95"));

  @Property
  void aQuantileIsTheNearestRankWhateverTheSigns(
      @ForAll @Size(min = 1, max = 60)
          List<@LongRange(min = -(1L << 40), max = 1L << 40) Long> nanos) {
    SignedHistogram histogram = of(nanos);

    for (Quantile quantile : QUANTILES) {
      long exact =
          nanos.stream().sorted().skip(quantile.rank(nanos.size()) - 1).findFirst().orElseThrow();
      double allowed = Math.max(1_000, Math.abs(exact) / 1_000.0);
      assertThat((double) Math.abs(histogram.nanos(quantile) - exact)).isLessThanOrEqualTo(allowed);
    }
    assertThat(histogram.n()).isEqualTo(nanos.size());
  }

  @Test
  void valuesBelowZeroAreKeptAsMagnitudesOfTheirOwn() {
    SignedHistogram histogram = of(List.of(-3_000L, -1_000L, 5_000L));

    assertThat(histogram.of(true).orElseThrow().n()).isEqualTo(2);
    assertThat(histogram.of(false).orElseThrow().maxMicros()).isEqualTo(5);
    assertThat(histogram.sumMicros()).isEqualTo(BigInteger.ONE);
    assertThat(of(List.of(1L)).of(true)).isEmpty();
  }

  private static SignedHistogram of(List<Long> nanos) {
    SignedHistogram histogram = new SignedHistogram();
    nanos.forEach(histogram::add);
    return histogram;
  }
}
