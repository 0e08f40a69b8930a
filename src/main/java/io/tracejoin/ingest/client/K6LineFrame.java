package io.tracejoin.ingest.client;

import java.util.Arrays;

/**
 * What the lines of one transaction share: all but the metric's name and its value. Eight of nine
 * lines of a file have the frame of the line before, byte for byte, and comparing bytes is several
 * times faster than reading JSON. A line of another layout just has no frame.
 */
final class K6LineFrame {

  private final K6LineHead head = new K6LineHead();
  private byte[] middle = {};
  private int middleLength;
  private byte[] tail = {};
  private int tailLength;
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
    int value = head.end(line, from, to);
    if (value > from && value < to && line[value] == ',') {
      learn(line, head, to);
    }
  }

  /** Keeps the frame of a line whose head was read, and which is JSON. */
  void learn(byte[] line, K6LineHead at, int to) {
    middleLength = at.valueStart() - at.nameEnd();
    middle = copy(line, at.nameEnd(), middleLength, middle);
    tailLength = to - at.valueEnd();
    tail = copy(line, at.valueEnd(), tailLength, tail);
    known = true;
  }

  /** Whether a line differs from the one that was learnt in its metric's name and value alone. */
  boolean fits(byte[] line, int from, int to) {
    return to > from && end(line, from, to) == to;
  }

  /**
   * Where the line ends that starts here and {@link #fits}; {@code from} where there is none, or
   * not all of it is there.
   */
  int end(byte[] line, int from, int limit) {
    if (!known) {
      return from;
    }
    nameEnd = K6LineHead.nameEnd(line, from, limit);
    if (nameEnd < 0 || !isAt(line, nameEnd, limit, middle, middleLength)) {
      return from;
    }
    valueStart = nameEnd + middleLength;
    valueEnd = K6LineHead.numberEnd(line, valueStart, limit);
    return valueEnd > valueStart && isAt(line, valueEnd, limit, tail, tailLength)
        ? valueEnd + tailLength
        : from;
  }

  /** Where the name of the metric ends in a line that {@link #fits}. */
  int nameEnd() {
    return nameEnd;
  }

  /** Where the value starts in a line that {@link #fits}. */
  int valueStart() {
    return valueStart;
  }

  /** Where the value ends in a line that {@link #fits}. */
  int valueEnd() {
    return valueEnd;
  }

  private static boolean isAt(byte[] line, int from, int limit, byte[] text, int length) {
    return limit - from >= length && Arrays.equals(line, from, from + length, text, 0, length);
  }

  private static byte[] copy(byte[] line, int from, int length, byte[] target) {
    byte[] copy = target.length < length ? new byte[length + length / 2] : target;
    System.arraycopy(line, from, copy, 0, length);
    return copy;
  }
}
