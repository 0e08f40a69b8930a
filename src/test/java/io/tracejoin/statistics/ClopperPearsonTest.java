package io.tracejoin.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.apache.commons.math3.distribution.BinomialDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClopperPearsonTest {

  @ParameterizedTest
  @CsvSource({"1,10", "7,10", "9,4480", "15,4480", "4000,4480"})
  void theBoundsAreWhereTheTailsHold2Point5Percent(int yes, int n) {
    ClopperPearson interval = ClopperPearson.of(yes, n);

    double atLeast =
        1 - new BinomialDistribution(null, n, interval.low()).cumulativeProbability(yes - 1);
    double atMost = new BinomialDistribution(null, n, interval.high()).cumulativeProbability(yes);
    assertThat(atLeast).isCloseTo(0.025, within(1e-4));
    assertThat(atMost).isCloseTo(0.025, within(1e-4));
  }

  @Test
  void allAndNoneHaveAnEnd() {
    assertThat(ClopperPearson.of(0, 100).low()).isZero();
    assertThat(ClopperPearson.of(0, 100).high()).isCloseTo(1 - Math.pow(0.025, 0.01), within(1e-6));
    assertThat(ClopperPearson.of(100, 100).high()).isEqualTo(1);
  }
}
