package io.tracejoin.ingest.client;

/** The stamps of k6: RFC 3339, or a Unix time whose unit its number of digits tells. */
final class K6Time {

  static final long SECOND = 1_000_000_000L;

  private K6Time() {}

  /**
   * Nanoseconds since 1970.
   *
   * @throws IllegalArgumentException if the text is no time stamp
   */
  static long nanos(char[] text, int length) {
    for (int i = 0; i < length; i++) {
      if (text[i] < '0' || text[i] > '9') {
        return Rfc3339.nanos(text, 0, length);
      }
    }
    long unit = unit(text, length);
    long nanos = number(text, length) * unit;
    if (nanos < 0) { // 19 digits reach to 1e19, which wraps below 0
      throw new IllegalArgumentException("'" + new String(text, 0, length) + "' is out of range");
    }
    return nanos;
  }

  private static long unit(char[] text, int length) {
    return switch (length) {
      case 10 -> SECOND;
      case 13 -> 1_000_000;
      case 16 -> 1_000;
      case 19 -> 1;
      default ->
          throw new IllegalArgumentException(
              "'"
                  + new String(text, 0, length)
                  + "' is no time of 10 (s), 13 (ms), 16 (us) or 19 (ns) digits");
    };
  }

  private static long number(char[] text, int length) {
    long value = 0;
    for (int i = 0; i < length; i++) {
      value = value * 10 + (text[i] - '0');
    }
    return value;
  }

  /** Whether a stamp may have been cut to whole seconds, as {@code --out csv} does by default. */
  static boolean isWholeSecond(long nanos) {
    return nanos % SECOND == 0;
  }
}
