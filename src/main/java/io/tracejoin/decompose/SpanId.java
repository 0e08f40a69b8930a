package io.tracejoin.decompose;

import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** A W3C span (parent) ID: 8 bytes, not all zero. */
public record SpanId(long value) implements Comparable<SpanId> {

  private static final int DIGITS = 16;

  /**
   * @throws IllegalArgumentException if all bytes are zero
   */
  public SpanId {
    if (value == 0) {
      throw new IllegalArgumentException("span_id: must not be all zero");
    }
  }

  /**
   * Reads 16 hex digits of any case.
   *
   * @param field the name that an error carries, for example {@code parent_span_id}
   * @throws IllegalArgumentException naming what is wrong with the text
   */
  public static SpanId parse(String field, String text) {
    Hex.require(field, text, DIGITS);
    long value = HexFormat.fromHexDigitsToLong(text);
    if (value == 0) {
      throw new IllegalArgumentException(field + ": must not be all zero");
    }
    return new SpanId(value);
  }

  /** 16 lower-case hex digits. */
  public String hex() {
    return HexFormat.of().toHexDigits(value);
  }

  /** As the record's own, which is slow while little is compiled: maps ask for it all the time. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof SpanId it && it.value == value;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(value);
  }

  @Override
  public int compareTo(SpanId other) {
    return Long.compareUnsigned(value, other.value);
  }

  @Override
  public String toString() {
    return hex();
  }
}
