package io.tracejoin.report;

import io.tracejoin.statistics.Quantile;
import java.math.BigDecimal;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Which ranks draw a distribution: every percent, and in the last percent ever finer. */
final class CurveRanks {

  /** A small series is drawn as it is. */
  static final int ALL_UP_TO = 200;

  private static final int PARTS = 10;
  private static final int FINEST = 5;

  /** Each percent, each tenth of the last one, each tenth of the last tenth, and so on. */
  private static final List<Quantile> SHARES =
      IntStream.rangeClosed(0, FINEST).boxed().flatMap(CurveRanks::decade).toList();

  private CurveRanks() {}

  /** Ranks from 1 to n in ascending order, both ends included; none of nothing. */
  static List<Long> of(long n) {
    if (n <= ALL_UP_TO) {
      return LongStream.rangeClosed(1, n).boxed().toList();
    }
    TreeSet<Long> ranks = new TreeSet<>(List.of(1L, n));
    SHARES.forEach(it -> ranks.add(it.rank(n)));
    return List.copyOf(ranks);
  }

  /** The hundredths of everything, or the tenths of the last hundredth, thousandth and so on. */
  private static Stream<Quantile> decade(int finer) {
    int steps = finer == 0 ? PARTS * PARTS : PARTS;
    BigDecimal width = BigDecimal.ONE.movePointLeft(finer == 0 ? 0 : finer + 1);
    return IntStream.range(1, steps)
        .mapToObj(i -> BigDecimal.valueOf(steps - i).divide(BigDecimal.valueOf(steps)))
        .map(rest -> new Quantile(BigDecimal.ONE.subtract(rest.multiply(width))));
  }
}
