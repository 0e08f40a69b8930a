package io.tracejoin.statistics;

import java.util.List;

/**
 * What the line of least squares through the points of a block needs.
 *
 * @param n points
 * @param x sum of x
 * @param y sum of y
 * @param xx sum of x * x
 * @param xy sum of x * y
 */
public record SlopeSums(double n, double x, double y, double xx, double xy) {

  /** No point. */
  public static final SlopeSums NONE = new SlopeSums(0, 0, 0, 0, 0);

  /** A number of points with one x. */
  public static SlopeSums at(double x, double n, double y) {
    return new SlopeSums(n, n * x, y, n * x * x, x * y);
  }

  /** All points of some blocks. */
  public static SlopeSums together(List<SlopeSums> blocks) {
    return blocks.stream().reduce(NONE, SlopeSums::plus);
  }

  SlopeSums plus(SlopeSums more) {
    return new SlopeSums(n + more.n, x + more.x, y + more.y, xx + more.xx, xy + more.xy);
  }

  /** The slope; 0 where all points have one x. */
  public double slope() {
    double spread = n * xx - x * x;
    return spread <= 0 ? 0 : (n * xy - x * y) / spread;
  }
}
