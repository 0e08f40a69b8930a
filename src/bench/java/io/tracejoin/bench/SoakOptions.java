package io.tracejoin.bench;

import java.util.HashMap;
import java.util.Map;

/** The command line of {@link Soak}. */
final class SoakOptions {

  private static final Map<String, double[]> RANGES =
      Map.of("--minutes", new double[] {0.1, 1440}, "--share", new double[] {0.01, 2});

  private SoakOptions() {}

  /**
   * The options that were given, the name of the benchmark left out.
   *
   * @throws IllegalArgumentException naming the one that is unknown or out of range
   */
  static Map<String, Double> of(String[] arguments) {
    Map<String, Double> options = new HashMap<>();
    for (int i = 1; i < arguments.length; i += 2) {
      double[] range = RANGES.get(arguments[i]);
      if (range == null || i + 1 == arguments.length) {
        throw new IllegalArgumentException(
            arguments[i] + ": expected --minutes M or --share S, each with a number");
      }
      options.put(arguments[i], number(arguments[i], arguments[i + 1], range));
    }
    return options;
  }

  private static double number(String name, String text, double[] range) {
    try {
      double number = Double.parseDouble(text);
      if (number >= range[0] && number <= range[1]) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Refused below, as a number out of range is.
    }
    throw new IllegalArgumentException(
        name + ": '" + text + "' is no number from " + range[0] + " to " + range[1]);
  }
}
