package io.tracejoin.ingest.client;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * What the lines of one transaction share: all but the metric's name and its value. Eight of nine
 * lines of a file have the frame of the line before, byte for byte, and comparing bytes is several
 * times faster than reading JSON. A line of another layout just has no frame.
 */
final class K6LineFrame {

  private static final byte[] HEAD = ascii("{\"metric\":\"");
  private static final byte[] TO_TIME = ascii("\",\"type\":\"Point\",\"data\":{\"time\":\"");
  private static final byte[] TO_VALUE = ascii("\",\"value\":");
  private static final int LONGEST_NAME = 200;

  private byte[] middle = {};
  private byte[] tail = {};
  private boolean known;
  private int nameEnd;
  private int valueStart;
  private int valueEnd;

  /** Knows no line. */
  void forget() {
    known = false;
  }

  /** Keeps the frame of a line that was read as a whole and is JSON, if it has one. */
  void learn(byte[] line, int from, int to) {
    known = false;
    int name = nameEnd(line, from, to);
    if (name < 0 || !startsWith(line, name, to, TO_TIME)) {
      return;
    }
    int time = plainTextEnd(line, name + TO_TIME.length, to);
    if (time < 0 || !startsWith(line, time, to, TO_VALUE)) {
      return;
    }
    int value = time + TO_VALUE.length;
    int rest = numberEnd(line, value, to);
    if (rest > value && rest < to && line[rest] == ',') {
      middle = Arrays.copyOfRange(line, name, value);
      tail = Arrays.copyOfRange(line, rest, to);
      known = true;
    }
  }

  /** Whether a line differs from the one that was learnt in its metric's name and value alone. */
  boolean fits(byte[] line, int from, int to) {
    if (!known) {
      return false;
    }
    nameEnd = nameEnd(line, from, to);
    if (nameEnd < 0 || !startsWith(line, nameEnd, to, middle)) {
      return false;
    }
    valueStart = nameEnd + middle.length;
    valueEnd = to - tail.length;
    return valueEnd > valueStart
        && startsWith(line, valueEnd, to, tail)
        && numberEnd(line, valueStart, to) == valueEnd;
  }

  /** The metric's name in a line that {@link #fits}. */
  String name(byte[] line, int from) {
    int start = from + HEAD.length;
    return new String(line, start, nameEnd - start, StandardCharsets.ISO_8859_1);
  }

  /** Where the value starts in a line that {@link #fits}. */
  int valueStart() {
    return valueStart;
  }

  /** Where the value ends in a line that {@link #fits}. */
  int valueEnd() {
    return valueEnd;
  }

  private static int nameEnd(byte[] line, int from, int to) {
    if (!startsWith(line, from, to, HEAD)) {
      return -1;
    }
    int start = from + HEAD.length;
    return plainTextEnd(line, start, Math.min(to, start + LONGEST_NAME));
  }

  /** Where a text ends that has only printable ASCII and no escape; -1 for another. */
  private static int plainTextEnd(byte[] line, int from, int to) {
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

  /** Where a number of JSON's grammar ends; {@code from} where there is none. */
  private static int numberEnd(byte[] line, int from, int to) {
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

  private static boolean startsWith(byte[] line, int from, int to, byte[] start) {
    int end = from + start.length;
    return end <= to && Arrays.equals(line, from, end, start, 0, start.length);
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
