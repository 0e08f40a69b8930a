package io.tracejoin.decompose;

import java.util.HexFormat;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A W3C trace ID: 16 bytes, not all zero. */
public record TraceId(long high, long low) implements Comparable<TraceId> {

  private static final int DIGITS = 32;

  /**
   * @throws IllegalArgumentException if all bytes are zero
   */
  public TraceId {
    if (high == 0 && low == 0) {
      throw new IllegalArgumentException("trace_id: must not be all zero");
    }
  }

  /**
   * Reads 32 hex digits of any case.
   *
   * @throws IllegalArgumentException naming what is wrong with the text
   */
  public static TraceId parse(String text) {
    Hex.require("trace_id", text, DIGITS);
    return new TraceId(
        HexFormat.fromHexDigitsToLong(text, 0, 16),
        HexFormat.fromHexDigitsToLong(text, 16, DIGITS));
  }

  /** The trace ID whose bytes are those of a UUID. */
  public static TraceId of(UUID uuid) {
    return new TraceId(uuid.getMostSignificantBits(), uuid.getLeastSignificantBits());
  }

  /** The same bytes as a UUID, as PostgreSQL stores them. */
  public UUID uuid() {
    return new UUID(high, low);
  }

  /** 32 lower-case hex digits. */
  public String hex() {
    HexFormat format = HexFormat.of();
    return format.toHexDigits(high) + format.toHexDigits(low);
  }

  /** As the record's own, which is slow while little is compiled. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof TraceId it && it.high == high && it.low == low;
  }

  @Override
  public int hashCode() {
    return 31 * Long.hashCode(high) + Long.hashCode(low);
  }

  @Override
  public int compareTo(TraceId other) {
    int byHigh = Long.compareUnsigned(high, other.high);
    return byHigh != 0 ? byHigh : Long.compareUnsigned(low, other.low);
  }

  @Override
  public String toString() {
    return hex();
  }
}
