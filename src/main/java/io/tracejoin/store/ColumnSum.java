package io.tracejoin.store;

import java.math.BigDecimal;
import java.math.BigInteger;

/** An exact sum of numbers of 64 bits, as {@code sum(bigint)} is. */
final class ColumnSum {

  private static final int HALF = 32;
  private static final long LOW = 0xffffffffL;

  private long high;
  private long low;

  void add(long value) {
    high += value >> HALF;
    low += value & LOW;
  }

  BigDecimal value() {
    return new BigDecimal(BigInteger.valueOf(high).shiftLeft(HALF).add(BigInteger.valueOf(low)));
  }
}
