package io.tracejoin.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigDecimal;
import java.util.Collections;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class QuantileTest {

  @Property
  void nearestRankIsTheSmallestValueWithAtLeastThatShareAtOrBelow(
      @ForAll @Size(min = 1, max = 300) List<@IntRange(max = 40) Integer> values,
      @ForAll @IntRange(min = 1, max = 999) int thousandths) {
    var quantile = new Quantile(BigDecimal.valueOf(thousandths, 3));
    List<Integer> sorted = values.stream().sorted().toList();

    int picked = sorted.get((int) quantile.rank(sorted.size()) - 1);

    long needed = (long) thousandths * sorted.size();
    assertThat(1000L * atOrBelow(sorted, picked)).isGreaterThanOrEqualTo(needed);
    assertThat(1000L * (atOrBelow(sorted, picked) - Collections.frequency(sorted, picked)))
        .isLessThan(needed);
  }

  @Test
  void rankIsExactWhereBinaryFractionsAreNot() {
    assertThat(Quantile.of("0.07").rank(100)).isEqualTo(7);
    assertThat(Quantile.of("0.56").rank(100)).isEqualTo(56);
    assertThat(Quantile.of("0.999").rank(1_000_000)).isEqualTo(999_000);
  }

  @Test
  void isNamedByItsPercentage() {
    assertThat(Quantile.of("0.50").name()).isEqualTo("p50");
    assertThat(Quantile.of("0.999").name()).isEqualTo("p99.9");
    assertThat(Quantile.of("0.1").name()).isEqualTo("p10");
  }

  @Test
  void refusesWhatIsNoQuantile() {
    for (String text : List.of("0", "1", "-0.5", "95", "p95", "", "NaN")) {
      assertThatIllegalArgumentException().isThrownBy(() -> Quantile.of(text));
    }
  }

  private static long atOrBelow(List<Integer> values, int bound) {
    return values.stream().filter(value -> value <= bound).count();
  }
}
