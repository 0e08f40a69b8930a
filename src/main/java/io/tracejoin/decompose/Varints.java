package io.tracejoin.decompose;

import java.util.Arrays;
import java.util.function.LongPredicate;

/** Numbers from 0 in seven bits a byte, the low ones first; the high bit says that more follow. */
final class Varints {

  private static final int BITS = 7;
  private static final int MORE = 0x80;
  private static final int MASK = 0x7F;

  private byte[] bytes = new byte[16];
  private int size;

  void add(long value) {
    long rest = value;
    while ((rest & ~MASK) != 0) {
      put((byte) (rest & MASK | MORE));
      rest >>>= BITS;
    }
    put((byte) rest);
  }

  void addAll(Varints other) {
    for (int i = 0; i < other.size; i++) {
      put(other.bytes[i]);
    }
  }

  byte[] bytes() {
    return Arrays.copyOf(bytes, size);
  }

  private void put(byte value) {
    if (size == bytes.length) {
      bytes = Arrays.copyOf(bytes, size * 2);
    }
    bytes[size++] = value;
  }

  /**
   * Gives the numbers one after the other, until the taker has enough.
   *
   * @param taker answers whether it wants more
   * @throws IllegalArgumentException if the bytes end before that, or go on after it
   */
  static void read(byte[] bytes, LongPredicate taker) {
    long value = 0;
    int shift = 0;
    boolean wantsMore = true;
    for (byte it : bytes) {
      if (!wantsMore || shift >= Long.SIZE) {
        throw new IllegalArgumentException("not an encoding of times");
      }
      value |= (long) (it & MASK) << shift;
      shift += BITS;
      if ((it & MORE) == 0) {
        wantsMore = taker.test(value);
        value = 0;
        shift = 0;
      }
    }
    if (wantsMore || shift > 0) {
      throw new IllegalArgumentException("an encoding of times that was cut off");
    }
  }
}
