package io.tracejoin.statistics;

import java.util.List;
import java.util.Optional;

/**
 * How a figure develops over the blocks of a window.
 *
 * @param thirds its mean in each third of the window
 * @param slope change a block
 * @param ci95 block-bootstrap interval of the slope; empty for fewer than two blocks
 */
public record Trend(List<Double> thirds, double slope, Optional<Bootstrapped.Interval> ci95) {

  /** The values of one block: its number, how many they are, and their sum. */
  public record Point(long block, long n, double sum) {}

  /**
   * Of blocks numbered from 0.
   *
   * @param blocks length of the window in blocks
   * @return empty where a third of the window holds no value
   */
  public static Optional<Trend> of(List<Point> points, double blocks, BlockBootstrap bootstrap) {
    double[] n = new double[3];
    double[] sums = new double[3];
    for (Point point : points) {
      int third = (int) Math.min(2, (point.block + 0.5) * 3 / blocks);
      n[third] += point.n;
      sums[third] += point.sum;
    }
    if (n[0] == 0 || n[1] == 0 || n[2] == 0) {
      return Optional.empty();
    }
    Bootstrapped slope =
        bootstrap.slope(points.stream().map(it -> SlopeSums.at(it.block, it.n, it.sum)).toList());
    return Optional.of(
        new Trend(
            List.of(sums[0] / n[0], sums[1] / n[1], sums[2] / n[2]),
            slope.value(),
            slope.interval(0.95)));
  }

  /** Whether each third is higher than the one before and the slope's interval lies above 0. */
  public boolean rises() {
    return thirds.get(0) < thirds.get(1)
        && thirds.get(1) < thirds.get(2)
        && ci95.filter(it -> it.low() > 0).isPresent();
  }
}
