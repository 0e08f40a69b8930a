package io.tracejoin.ingest.client;

import java.util.Arrays;
import java.util.function.LongConsumer;

/** Rows of times between neighbours, in nanoseconds: four bytes for most. */
final class GapRows {

  private static final int MOST_BYTES = 64 << 20;

  private byte[] bytes = new byte[1024];
  private int length;
  private int[] ends = new int[16];
  private int[] counts = new int[16];
  private int rows;
  private int inRow;

  /**
   * Adds to the row that is being filled.
   *
   * @throws IllegalArgumentException if it is negative, or there is no more room
   */
  void add(long nanos) {
    if (nanos < 0) {
      throw new IllegalArgumentException("itls: a time between two chunks is negative");
    }
    if (length > MOST_BYTES) {
      throw new IllegalArgumentException(
          "itls: more than can be held (about 16 million times); send the run in several files");
    }
    if (length + 10 > bytes.length) {
      bytes = Arrays.copyOf(bytes, 2 * bytes.length);
    }
    long left = nanos;
    while (left > 0x7f) {
      bytes[length++] = (byte) (left | 0x80);
      left >>>= 7;
    }
    bytes[length++] = (byte) left;
    inRow++;
  }

  void endRow() {
    if (rows == ends.length) {
      ends = Arrays.copyOf(ends, 2 * rows);
      counts = Arrays.copyOf(counts, 2 * rows);
    }
    ends[rows] = length;
    counts[rows++] = inRow;
    inRow = 0;
  }

  int size() {
    return rows;
  }

  /** How many there are in a row. */
  int count(int row) {
    return row < rows ? counts[row] : 0;
  }

  void forEach(int row, LongConsumer taker) {
    int at = row == 0 ? 0 : ends[row - 1];
    for (int i = 0; i < count(row); i++) {
      long value = 0;
      int shift = 0;
      while (bytes[at] < 0) {
        value |= (long) (bytes[at++] & 0x7f) << shift;
        shift += 7;
      }
      value |= (long) bytes[at++] << shift;
      taker.accept(value);
    }
  }

  long sum(int row) {
    long[] sum = {0};
    forEach(row, it -> sum[0] += it);
    return sum[0];
  }
}
