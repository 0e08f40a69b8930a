package io.tracejoin.ingest.client;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The unit in which a script measures its time to first token. */
enum TtftUnit {
  MS(6),
  S(9),
  US(3),
  NS(0);

  private final int digits;

  TtftUnit(int digits) {
    this.digits = digits;
  }

  /** The name in queries and answers. */
  String code() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * @throws IllegalArgumentException if the text is no finite number
   */
  long nanos(String text) {
    return Decimal.nanos(text, digits);
  }

  /** The unit of this name. */
  static Optional<TtftUnit> named(String code) {
    return Arrays.stream(values()).filter(unit -> unit.code().equals(code)).findFirst();
  }

  /** The unit that a metric's name ends in, by usage. */
  static Optional<TtftUnit> ofSuffix(String metric) {
    String suffix = metric.substring(metric.lastIndexOf('_') + 1).toLowerCase(Locale.ROOT);
    return switch (metric.contains("_") ? suffix : "") {
      case "ms" -> Optional.of(MS);
      case "s", "second", "seconds" -> Optional.of(S);
      case "us" -> Optional.of(US);
      default -> Optional.empty();
    };
  }
}
