package io.tracejoin.web;

import io.tracejoin.report.SliceDimension;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Tells whether a parameter was meant to be a dimension. */
final class Misspelling {

  /** Parameters that mean what they are called, however near a dimension. */
  static final Set<String> KNOWN =
      Set.of(
          "anomaly",
          "baseline",
          "bucket_s",
          "budget",
          "fail_status",
          "limit",
          "offset",
          "order",
          "outcome",
          "q",
          "reason",
          "revision",
          "slice",
          "sort",
          "state",
          "version",
          "wait_s");

  private static final int SHORT = 5;

  private Misspelling() {}

  /** The dimension that the name differs from by case, by dashes, or by one or two letters. */
  static Optional<String> of(String name) {
    String plain = name.toLowerCase(Locale.ROOT).replace('-', '_');
    return Arrays.stream(SliceDimension.values())
        .map(SliceDimension::code)
        .filter(it -> Math.abs(plain.length() - it.length()) <= 2)
        .filter(it -> letters(plain, it) <= (it.length() <= SHORT ? 1 : 2))
        .findFirst();
  }

  /** How many letters must be added, taken away, changed, or swapped with their neighbour. */
  private static int letters(String left, String right) {
    int[][] steps = new int[left.length() + 1][right.length() + 1];
    for (int i = 0; i <= left.length(); i++) {
      for (int j = 0; j <= right.length(); j++) {
        steps[i][j] = i == 0 || j == 0 ? i + j : fewest(steps, left, right, i, j);
      }
    }
    return steps[left.length()][right.length()];
  }

  private static int fewest(int[][] steps, String left, String right, int i, int j) {
    char last = left.charAt(i - 1);
    char wanted = right.charAt(j - 1);
    int fewest = steps[i - 1][j - 1] + (last == wanted ? 0 : 1);
    fewest = Math.min(fewest, 1 + Math.min(steps[i - 1][j], steps[i][j - 1]));
    boolean swapped = i > 1 && j > 1 && last == right.charAt(j - 2) && left.charAt(i - 2) == wanted;
    return swapped ? Math.min(fewest, 1 + steps[i - 2][j - 2]) : fewest;
  }
}
