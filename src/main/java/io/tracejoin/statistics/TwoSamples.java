package io.tracejoin.statistics;

import java.util.List;

/**
 * The two-sample Kolmogorov-Smirnov test: are both samples drawn from one distribution?
 *
 * <p>The statistic is the greatest distance between the shares of both samples at or below a value.
 * It is kept as a whole number, so that equal distances compare equal.
 *
 * @param n size of the first sample, at least 1
 * @param m size of the second, at least 1
 * @param distance the greatest |a m - b n| with a of the first and b of the second sample at or
 *     below a value
 */
public record TwoSamples(long n, long m, long distance) {

  /** Up to this product of the sizes the p-value is counted out. */
  private static final long EXACT_UP_TO = 10_000;

  /** Terms beyond it are below the last digit of a double. */
  private static final int TERMS = 40;

  /** Below it the alternating series converges slowly; its theta form needs a few terms. */
  private static final double CROSSOVER = 1.0;

  /**
   * @throws IllegalArgumentException for an empty sample
   */
  public TwoSamples {
    if (n < 1 || m < 1) {
      throw new IllegalArgumentException("samples of " + n + " and " + m + " values");
    }
  }

  /** Whether samples of these sizes are small enough to count out their p-value. */
  public static boolean exact(long n, long m) {
    return n <= EXACT_UP_TO && m <= EXACT_UP_TO && n * m <= EXACT_UP_TO;
  }

  /** The statistic, between 0 and 1. */
  public double statistic() {
    return (double) distance / n / m;
  }

  /**
   * The share of all ways to divide the pooled values into samples of these sizes that come at
   * least as far apart. Equal values stay together: inside a tie no distance is taken, so the share
   * is exact with ties too.
   *
   * <p>P(i, j), that the first i + j values, i of them the first sample's, have come so far apart,
   * is 1 where they are so far apart now, else i / (i + j) P(i - 1, j) + j / (i + j) P(i, j - 1):
   * each of them is equally likely the last.
   *
   * @param ties how often each value occurs in both samples together, in ascending order of value
   * @throws IllegalArgumentException if the ties do not add up to both samples
   */
  public double exactP(List<Integer> ties) {
    boolean[] ends = ends(ties);
    double[] row = new double[(int) m + 1];
    for (int i = 0; i <= n; i++) {
      for (int j = 0; j <= m; j++) {
        row[j] = ends[i + j] && apart(i, j) ? 1 : reached(row, i, j);
      }
    }
    return row[(int) m];
  }

  private boolean apart(long i, long j) {
    return Math.abs(i * m - j * n) >= distance;
  }

  private static double reached(double[] row, int i, int j) {
    double all = Math.max(1, i + j);
    double before = i == 0 ? 0 : row[j];
    return j == 0 ? before * i / all : (before * i + row[j - 1] * j) / all;
  }

  private boolean[] ends(List<Integer> ties) {
    boolean[] ends = new boolean[(int) (n + m) + 1];
    int pooled = 0;
    ends[0] = true;
    for (int tie : ties) {
      pooled += tie;
      if (tie < 1 || pooled >= ends.length) {
        throw new IllegalArgumentException("ties do not add up to " + (n + m));
      }
      ends[pooled] = true;
    }
    if (pooled != n + m) {
      throw new IllegalArgumentException("ties add up to " + pooled + ", not to " + (n + m));
    }
    return ends;
  }

  /**
   * Kolmogorov's limit distribution at {@code statistic * sqrt(n m / (n + m))}. With ties the true
   * p-value is smaller.
   */
  public double asymptoticP() {
    double lambda = statistic() * Math.sqrt((double) n * m / (n + m));
    double p = lambda < CROSSOVER ? 1 - theta(lambda) : 2 * alternating(lambda);
    return Math.min(1, Math.max(0, p));
  }

  private static double alternating(double lambda) {
    double sum = 0;
    for (int k = 1; k <= TERMS; k++) {
      double term = Math.exp(-2.0 * k * k * lambda * lambda);
      sum += k % 2 == 1 ? term : -term;
    }
    return sum;
  }

  private static double theta(double lambda) {
    if (lambda == 0) {
      return 0;
    }
    double sum = 0;
    for (int k = 1; k <= TERMS; k++) {
      double odd = (2 * k - 1) * Math.PI / lambda;
      sum += Math.exp(-odd * odd / 8);
    }
    return Math.sqrt(2 * Math.PI) / lambda * sum;
  }
}
