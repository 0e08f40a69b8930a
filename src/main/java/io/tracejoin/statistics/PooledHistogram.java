package io.tracejoin.statistics;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * How many durations had which length, in microseconds to 3 significant digits: any number of them
 * in little room. Quantiles are off by at most 0.1 % or a microsecond, whichever is more; number,
 * sum and maximum are kept beside and are exact to a microsecond.
 */
public final class PooledHistogram {

  private static final int DIGITS = 3;
  private static final long MICRO = 1_000;

  private final Histogram counts;
  private BigInteger sum = BigInteger.ZERO;
  private long pending;
  private long max;

  /** Empty. */
  public PooledHistogram() {
    this(new Histogram(DIGITS));
  }

  private PooledHistogram(Histogram counts) {
    this.counts = counts;
  }

  /**
   * What {@link #encoded} gave, with what is kept beside it.
   *
   * @throws IllegalArgumentException if it did not give this
   */
  public static PooledHistogram decode(byte[] encoded, BigInteger sumMicros, long maxMicros) {
    try {
      PooledHistogram decoded =
          new PooledHistogram(
              Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(encoded), 0));
      decoded.sum = sumMicros;
      decoded.max = maxMicros;
      return decoded;
    } catch (DataFormatException e) {
      throw new IllegalArgumentException("not an encoding of a histogram", e);
    }
  }

  /** HdrHistogram's compressed V2 encoding. */
  public byte[] encoded() {
    ByteBuffer buffer = ByteBuffer.allocate(counts.getNeededByteBufferCapacity());
    int length = counts.encodeIntoCompressedByteBuffer(buffer);
    return Arrays.copyOf(buffer.array(), length);
  }

  /** Counts a duration of at least 0 ns, rounded half up to a microsecond. */
  public void add(long nanos) {
    long micros = nanos / MICRO + (nanos % MICRO >= MICRO / 2 ? 1 : 0);
    counts.recordValue(micros);
    max = Math.max(max, micros);
    if (pending > Long.MAX_VALUE - micros) {
      sum = sum.add(BigInteger.valueOf(pending));
      pending = 0;
    }
    pending += micros;
  }

  /** How many there are. */
  public long n() {
    return counts.getTotalCount();
  }

  /** All of them together, in microseconds. */
  public BigInteger sumMicros() {
    return sum.add(BigInteger.valueOf(pending));
  }

  /** The longest in microseconds; 0 of none. */
  public long maxMicros() {
    return max;
  }

  /** The mean in nanoseconds, rounded half up; there must be one. */
  public long meanNanos() {
    return new BigDecimal(sumMicros())
        .multiply(BigDecimal.valueOf(MICRO))
        .divide(BigDecimal.valueOf(n()), 0, RoundingMode.HALF_UP)
        .longValueExact();
  }

  /** The value of nearest rank in microseconds: the middle of its class; there must be one. */
  public long micros(Quantile quantile) {
    return microsAt(quantile.rank(n()));
  }

  /** The value of a rank, from 1 to n, in microseconds: the middle of its class. */
  long microsAt(long rank) {
    for (HistogramIterationValue it : counts.recordedValues()) {
      if (it.getTotalCountToThisValue() >= rank) {
        return Math.min(max, counts.medianEquivalentValue(it.getValueIteratedTo()));
      }
    }
    return max;
  }
}
