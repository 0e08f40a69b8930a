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
        .filter(it -> letters(plain, it) <= (it.length() <= SHORT ? 1 : 2))
        .findFirst();
  }

  /** How many letters must be added, taken away or changed. */
  private static int letters(String left, String right) {
    int[] row = new int[right.length() + 1];
    Arrays.setAll(row, i -> i);
    for (int i = 1; i <= left.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= right.length(); j++) {
        int changed = diagonal + (left.charAt(i - 1) == right.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(changed, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[right.length()];
  }
}
