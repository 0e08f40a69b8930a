package io.tracejoin.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class CurveRanksTest {

  @Property
  void ranksAscendFromTheLeastToTheGreatest(@ForAll @LongRange(min = 1, max = 1L << 40) long n) {
    List<Long> ranks = CurveRanks.of(n);

    assertThat(ranks).doesNotHaveDuplicates().isSorted().hasSizeLessThanOrEqualTo(200);
    assertThat(ranks.get(0)).isEqualTo(1);
    assertThat(ranks.get(ranks.size() - 1)).isEqualTo(n);
  }

  @Property
  void aSmallSeriesIsDrawnAsItIs(@ForAll @LongRange(min = 0, max = 200) long n) {
    assertThat(CurveRanks.of(n)).isEqualTo(LongStream.rangeClosed(1, n).boxed().toList());
  }

  @Test
  void theTailIsDrawnFinerThanTheRest() {
    assertThat(CurveRanks.of(1_000_000))
        .contains(10_000L, 500_000L, 990_000L, 991_000L, 999_000L, 999_900L, 999_999L);
  }
}
