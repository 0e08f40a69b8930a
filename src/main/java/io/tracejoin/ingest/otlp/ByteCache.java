package io.tracejoin.ingest.otlp;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * What was made of some bytes before. Bounded: each place holds what was put there last. Safe for
 * use by several threads; a race costs a miss.
 *
 * @param <V> immutable
 */
final class ByteCache<V> {

  /** A power of two. */
  private static final int PLACES = 1 << 11;

  private static final int FACTOR = 0x9E3779B1;

  private final int longest;
  private final AtomicReferenceArray<@Nullable Entry<V>> entries =
      new AtomicReferenceArray<>(PLACES);

  private record Entry<V>(byte[] bytes, V value) {}

  /**
   * @param longest bytes; what is longer is never kept
   */
  ByteCache(int longest) {
    this.longest = longest;
  }

  /** What was put for equal bytes, or null. */
  @Nullable V get(byte[] source, int from, int to) {
    if (to - from > longest) {
      return null;
    }
    Entry<V> entry = entries.getPlain(place(source, from, to));
    return entry != null && Arrays.equals(entry.bytes, 0, entry.bytes.length, source, from, to)
        ? entry.value
        : null;
  }

  void put(byte[] source, int from, int to, V value) {
    if (to - from <= longest) {
      // The fields of a record are final: who sees the entry sees all of it.
      entries.setPlain(
          place(source, from, to), new Entry<>(Arrays.copyOfRange(source, from, to), value));
    }
  }

  /** Four bytes at a time: the bytes are long, and few of them alike. */
  private static int place(byte[] source, int from, int to) {
    int hash = to - from;
    int at = from;
    for (; at + Integer.BYTES <= to; at += Integer.BYTES) {
      int word =
          source[at] << 24
              | (source[at + 1] & 0xff) << 16
              | (source[at + 2] & 0xff) << 8
              | source[at + 3] & 0xff;
      hash = (hash ^ word) * FACTOR;
      hash ^= hash >>> 15;
    }
    for (; at < to; at++) {
      hash = (hash ^ source[at]) * FACTOR;
    }
    return (hash ^ hash >>> 16) & PLACES - 1;
  }
}
