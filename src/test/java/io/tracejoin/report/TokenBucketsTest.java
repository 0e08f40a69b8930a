package io.tracejoin.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.UniqueElements;
import org.junit.jupiter.api.Test;

class TokenBucketsTest {
  private static final TokenBuckets BUCKETS =
      TokenBuckets.of(List.of(512, 2048), List.of(128, 256, 512));

  @Test
  void aBoundBelongsToTheBucketItEnds() {
    assertThat(BUCKETS.input(0)).isEqualTo("input_0_512");
    assertThat(BUCKETS.input(512)).isEqualTo("input_0_512");
    assertThat(BUCKETS.input(513)).isEqualTo("input_513_2048");
    assertThat(BUCKETS.output(256)).isEqualTo("output_129_256");
  }

  @Test
  void whatIsAboveTheLastBoundHasNoEnd() {
    assertThat(BUCKETS.input(2049)).isEqualTo("input_2049_up");
    assertThat(TokenBuckets.of(List.of(1), List.of(Integer.MAX_VALUE)).output(Integer.MAX_VALUE))
        .isEqualTo("output_0_2147483647");
  }

  @Property
  void aNameTellsARangeThatHoldsTheCount(
      @ForAll @Size(min = 1, max = 8) @UniqueElements
          List<@IntRange(min = 0, max = 9999) Integer> bounds,
      @ForAll @IntRange(min = 0, max = 12_000) int tokens) {
    List<Integer> ascending = bounds.stream().sorted().toList();
    String[] parts = TokenBuckets.of(ascending, ascending).output(tokens).split("_", -1);
    assertThat(tokens).isGreaterThanOrEqualTo(Integer.parseInt(parts[1]));
    assertThat(parts[2].equals("up") || tokens <= Integer.parseInt(parts[2])).isTrue();
    assertThat(ascending.stream().filter(b -> b < tokens).reduce((a, b) -> b).orElse(-1) + 1)
        .isEqualTo(Integer.parseInt(parts[1]));
  }

  @Test
  void boundsThatDoNotAscendAreRefused() {
    List<Integer> good = List.of(1);
    for (List<Integer> bad :
        List.of(List.<Integer>of(), List.of(5, 5), List.of(5, 4), List.of(-1))) {
      assertThatThrownBy(() -> TokenBuckets.of(good, bad))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("output token bounds");
    }
  }

  @Test
  void aNegativeCountHasNoBucket() {
    assertThatThrownBy(() -> BUCKETS.input(-1)).isInstanceOf(IllegalArgumentException.class);
  }
}
