package io.tracejoin.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class ApportionmentTest {

  @Property
  void meansAddUpToTheMeanOfTheTotalAndMoveByLessThanAUnit(
      @ForAll @Size(max = 12)
          List<@LongRange(min = -1_000_000, max = 1_000_000_000_000L) Long> sums,
      @ForAll @IntRange(min = 1, max = 5000) int size) {
    List<Long> means = Apportionment.means(sums, size);

    long total = sums.stream().mapToLong(Long::longValue).sum();
    assertThat(means.stream().mapToLong(Long::longValue).sum())
        .isEqualTo(Apportionment.mean(total, size));
    for (int i = 0; i < sums.size(); i++) {
      assertThat(Math.abs(means.get(i) * size - sums.get(i))).isLessThan(size);
    }
  }

  @Test
  void givesTheUnitToTheLargestRemainder() {
    assertThat(Apportionment.means(List.of(4L, 5L, 0L), 3)).containsExactly(1L, 2L, 0L);
    assertThat(Apportionment.means(List.of(1L, 1L, 1L), 3)).containsExactly(1L, 0L, 0L);
  }

  @Test
  void roundsHalfUp() {
    assertThat(Apportionment.mean(5, 2)).isEqualTo(3);
    assertThat(Apportionment.mean(-5, 2)).isEqualTo(-2);
  }
}
