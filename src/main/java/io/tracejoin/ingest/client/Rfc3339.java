package io.tracejoin.ingest.client;

import java.time.DateTimeException;
import java.time.LocalDate;

/** Time stamps of RFC 3339 with 0 to 9 decimals, read without objects: there are many. */
final class Rfc3339 {

  private static final int SHORTEST = "2026-01-01T00:00:00Z".length();
  private static final int FRACTION = "2026-01-01T00:00:00".length();
  private static final int NANO_DIGITS = 9;
  private static final int FIRST_YEAR = 1970;

  /** The last whole year whose nanoseconds fit into a long. */
  private static final int LAST_YEAR = 2261;

  private Rfc3339() {}

  /**
   * Nanoseconds since 1970.
   *
   * @throws IllegalArgumentException if the text is no such time stamp
   */
  static long nanos(char[] text, int offset, int length) {
    if (length < SHORTEST || !separated(text, offset)) {
      throw malformed(text, offset, length);
    }
    try {
      long days = days(text, offset);
      long seconds = days * 86_400 + secondOfDay(text, offset);
      int zone = offset + FRACTION;
      long fraction = 0;
      if (text[zone] == '.') {
        int end = endOfDigits(text, zone + 1, offset + length);
        fraction = fraction(text, zone + 1, end);
        zone = end;
      }
      return (seconds - zoneSeconds(text, zone, offset + length)) * 1_000_000_000L + fraction;
    } catch (DateTimeException | IllegalArgumentException e) {
      throw malformed(text, offset, length);
    }
  }

  private static boolean separated(char[] text, int at) {
    char t = text[at + 10];
    return text[at + 4] == '-'
        && text[at + 7] == '-'
        && (t == 'T' || t == 't' || t == ' ')
        && text[at + 13] == ':'
        && text[at + 16] == ':';
  }

  private static long days(char[] text, int at) {
    int year = number(text, at, 4, LAST_YEAR);
    require(year >= FIRST_YEAR);
    return LocalDate.of(year, number(text, at + 5, 2, 12), number(text, at + 8, 2, 31))
        .toEpochDay();
  }

  private static int secondOfDay(char[] text, int at) {
    return number(text, at + 11, 2, 23) * 3600
        + number(text, at + 14, 2, 59) * 60
        + number(text, at + 17, 2, 60);
  }

  private static int endOfDigits(char[] text, int from, int end) {
    int at = from;
    while (at < end && text[at] >= '0' && text[at] <= '9') {
      at++;
    }
    return at;
  }

  private static long fraction(char[] text, int from, int end) {
    require(end > from && end - from <= NANO_DIGITS);
    long nanos = number(text, from, end - from, Integer.MAX_VALUE);
    for (int digits = end - from; digits < NANO_DIGITS; digits++) {
      nanos *= 10;
    }
    return nanos;
  }

  private static int zoneSeconds(char[] text, int at, int end) {
    require(at < end);
    char sign = text[at];
    if (sign == 'Z' || sign == 'z') {
      require(at + 1 == end);
      return 0;
    }
    require((sign == '+' || sign == '-') && at + 6 == end && text[at + 3] == ':');
    int seconds = number(text, at + 1, 2, 23) * 3600 + number(text, at + 4, 2, 59) * 60;
    return sign == '-' ? -seconds : seconds;
  }

  private static int number(char[] text, int from, int digits, int most) {
    int value = 0;
    for (int i = from; i < from + digits; i++) {
      int digit = text[i] - '0';
      require(digit >= 0 && digit <= 9);
      value = value * 10 + digit;
    }
    require(value <= most);
    return value;
  }

  private static void require(boolean holds) {
    if (!holds) {
      throw new IllegalArgumentException();
    }
  }

  private static IllegalArgumentException malformed(char[] text, int offset, int length) {
    String shown = new String(text, offset, Math.min(length, 40));
    return new IllegalArgumentException(
        "'" + shown + "' is no RFC 3339 time such as 2026-11-29T10:00:00.123456Z");
  }
}
