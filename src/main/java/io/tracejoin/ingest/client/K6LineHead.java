package io.tracejoin.ingest.client;

import static io.tracejoin.ingest.client.K6LineShape.ascii;
import static io.tracejoin.ingest.client.K6LineShape.startsWith;

/** The first part of a point's line as k6 lays it out: metric, time and value. */
final class K6LineHead {

  static final byte[] START = ascii("{\"metric\":\"");
  private static final byte[] TO_TIME = ascii("\",\"type\":\"Point\",\"data\":{\"time\":\"");
  private static final byte[] TO_VALUE = ascii("\",\"value\":");
  private static final int LONGEST_NAME = 200;

  private int nameEnd;
  private int timeStart;
  private int timeEnd;
  private int valueStart;
  private int valueEnd;

  /** Where the value ends of a line that starts here; {@code from} where it has another layout. */
  int end(byte[] line, int from, int to) {
    nameEnd = nameEnd(line, from, to);
    if (nameEnd < 0 || !startsWith(line, nameEnd, to, TO_TIME)) {
      return from;
    }
    timeStart = nameEnd + TO_TIME.length;
    timeEnd = plainTextEnd(line, timeStart, to);
    if (timeEnd < 0 || !startsWith(line, timeEnd, to, TO_VALUE)) {
      return from;
    }
    valueStart = timeEnd + TO_VALUE.length;
    valueEnd = numberEnd(line, valueStart, to);
    return valueEnd == valueStart ? from : valueEnd;
  }

  /** Where the metric's name ends in the line that was read last. */
  int nameEnd() {
    return nameEnd;
  }

  int timeStart() {
    return timeStart;
  }

  int timeEnd() {
    return timeEnd;
  }

  int valueStart() {
    return valueStart;
  }

  int valueEnd() {
    return valueEnd;
  }

  /** Where the metric's name ends; -1 where the line starts in another way. */
  static int nameEnd(byte[] line, int from, int to) {
    if (!startsWith(line, from, to, START)) {
      return -1;
    }
    int start = from + START.length;
    return plainTextEnd(line, start, Math.min(to, start + LONGEST_NAME));
  }

  /** Where a text ends that has only printable ASCII and no escape; -1 for another. */
  static int plainTextEnd(byte[] line, int from, int to) {
    for (int i = from; i < to; i++) {
      byte b = line[i];
      if (b == '"') {
        return i;
      }
      if (b < ' ' || b == '\\') {
        return -1;
      }
    }
    return -1;
  }

  /**
   * Where a number of JSON's grammar ends; {@code from} where there is none, or a very long one.
   */
  static int numberEnd(byte[] line, int from, int to) {
    int end = anyNumberEnd(line, from, to);
    return end - from > Decimal.MAX_LENGTH ? from : end;
  }

  private static int anyNumberEnd(byte[] line, int from, int to) {
    if (from >= to) {
      return from;
    }
    int whole = line[from] == '-' ? from + 1 : from;
    int end = digitsEnd(line, whole, to);
    if (end == whole || (line[whole] == '0' && end > whole + 1)) {
      return from;
    }
    if (end < to && line[end] == '.') {
      int fraction = digitsEnd(line, end + 1, to);
      if (fraction == end + 1) {
        return from;
      }
      end = fraction;
    }
    return exponentEnd(line, end, to, from);
  }

  private static int exponentEnd(byte[] line, int at, int to, int none) {
    if (at >= to || (line[at] | 0x20) != 'e') {
      return at;
    }
    boolean signed = at + 1 < to && (line[at + 1] == '+' || line[at + 1] == '-');
    int digits = at + (signed ? 2 : 1);
    int end = digitsEnd(line, digits, to);
    return end == digits ? none : end;
  }

  private static int digitsEnd(byte[] line, int from, int to) {
    int i = from;
    while (i < to && line[i] >= '0' && line[i] <= '9') {
      i++;
    }
    return i;
  }
}
