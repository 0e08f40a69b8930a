package io.tracejoin.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Offset.offset;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.apache.commons.math3.stat.inference.KolmogorovSmirnovTest;
import org.junit.jupiter.api.Test;

class TwoSamplesTest {

  @Property(tries = 300)
  void exactIsTheShareOfAllDivisions(
      @ForAll @Size(min = 1, max = 6) List<@IntRange(max = 4) Integer> first,
      @ForAll @Size(min = 1, max = 6) List<@IntRange(max = 4) Integer> second) {
    List<Integer> pooled = new ArrayList<>(first);
    pooled.addAll(second);
    Collections.sort(pooled);
    TwoSamples samples = samples(first, second);
    int divisions = 0;
    int asFar = 0;
    for (int chosen = 0; chosen < 1 << pooled.size(); chosen++) {
      if (Integer.bitCount(chosen) == first.size()) {
        divisions++;
        asFar += divided(pooled, chosen).distance() >= samples.distance() ? 1 : 0;
      }
    }
    assertThat(samples.exactP(ties(pooled))).isCloseTo((double) asFar / divisions, offset(1e-12));
  }

  @Property(tries = 100)
  void withoutTiesExactIsThatOfAnotherImplementation(
      @ForAll @IntRange(min = 1, max = 60) int n,
      @ForAll @IntRange(min = 1, max = 60) int m,
      @ForAll @IntRange(max = 60) int below) {
    // The first sample lies among the second: so many of the second are below all of it.
    long distance = (long) Math.min(below, m) * n;
    TwoSamples samples = new TwoSamples(n, m, distance);
    double theirs = new KolmogorovSmirnovTest().exactP(samples.statistic(), n, m, false);
    assertThat(samples.exactP(Collections.nCopies(n + m, 1))).isCloseTo(theirs, offset(1e-9));
  }

  @Property(tries = 200)
  void asymptoticIsThatOfAnotherImplementation(
      @ForAll @IntRange(min = 1, max = 1_000_000) int n,
      @ForAll @IntRange(min = 1, max = 1_000_000) int m,
      @ForAll @LongRange(min = 1, max = 1_000) long thousandths) {
    TwoSamples samples = new TwoSamples(n, m, Math.max(1, (long) n * m / 1_000 * thousandths));
    double root = Math.sqrt((double) n * m / ((double) n + m));
    if (samples.statistic() * root > 0.01) {
      double theirs =
          1 - new KolmogorovSmirnovTest().ksSum(samples.statistic() * root, 1e-20, 100_000);
      assertThat(samples.asymptoticP()).isCloseTo(theirs, offset(1e-9));
    }
  }

  @Test
  void twoHalvesThatDoNotOverlapAreOneDivisionOfMany() {
    TwoSamples apart = samples(List.of(1, 2, 3), List.of(4, 5, 6));
    assertThat(apart.statistic()).isEqualTo(1);
    assertThat(apart.exactP(Collections.nCopies(6, 1))).isCloseTo(2.0 / 20, offset(1e-15));
  }

  @Test
  void equalSamplesAreNoEvidence() {
    TwoSamples equal = samples(List.of(7, 7, 7), List.of(7, 7));
    assertThat(equal.statistic()).isZero();
    assertThat(equal.exactP(List.of(5))).isEqualTo(1);
    assertThat(equal.asymptoticP()).isEqualTo(1);
  }

  @Test
  void isExactUpToTenThousandPairs() {
    assertThat(TwoSamples.exact(100, 100)).isTrue();
    assertThat(TwoSamples.exact(100, 101)).isFalse();
    assertThat(TwoSamples.exact(1L << 40, 1L << 40)).isFalse();
  }

  @Test
  void tiesMustAddUp() {
    TwoSamples samples = new TwoSamples(2, 2, 1);
    assertThatThrownBy(() -> samples.exactP(List.of(3)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> samples.exactP(List.of(3, 2)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static TwoSamples divided(List<Integer> pooled, int chosen) {
    List<Integer> first = new ArrayList<>();
    List<Integer> second = new ArrayList<>();
    for (int i = 0; i < pooled.size(); i++) {
      ((chosen >> i & 1) == 1 ? first : second).add(pooled.get(i));
    }
    return samples(first, second);
  }

  private static TwoSamples samples(List<Integer> first, List<Integer> second) {
    long distance = 0;
    for (int value = 0; value <= 10; value++) {
      int at = value;
      long a = first.stream().filter(it -> it <= at).count();
      long b = second.stream().filter(it -> it <= at).count();
      distance = Math.max(distance, Math.abs(a * second.size() - b * first.size()));
    }
    return new TwoSamples(first.size(), second.size(), distance);
  }

  private static List<Integer> ties(List<Integer> pooled) {
    TreeMap<Integer, Integer> counts = new TreeMap<>();
    pooled.forEach(it -> counts.merge(it, 1, Integer::sum));
    return List.copyOf(counts.values());
  }
}
