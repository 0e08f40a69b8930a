package io.tracejoin.statistics;

import java.math.BigInteger;
import java.util.Optional;

/**
 * How many values, of either sign, had which size: those below 0 in a histogram of their
 * magnitudes. Quantiles are off by at most 0.1 % or a microsecond, whichever is more.
 */
public final class SignedHistogram {

  private static final long MICRO = 1_000;

  private final PooledHistogram atLeastZero;
  private final PooledHistogram belowZero;

  /** Empty. */
  public SignedHistogram() {
    this(new PooledHistogram(), new PooledHistogram());
  }

  /** Of values of at least 0, and of the magnitudes of the others. */
  public SignedHistogram(PooledHistogram atLeastZero, PooledHistogram belowZero) {
    this.atLeastZero = atLeastZero;
    this.belowZero = belowZero;
  }

  /** Counts a value in nanoseconds, above the least long. */
  public void add(long nanos) {
    if (nanos < 0) {
      belowZero.add(-nanos);
    } else {
      atLeastZero.add(nanos);
    }
  }

  /** How many there are. */
  public long n() {
    return atLeastZero.n() + belowZero.n();
  }

  /** All of them together, in microseconds. */
  public BigInteger sumMicros() {
    return atLeastZero.sumMicros().subtract(belowZero.sumMicros());
  }

  /** The value of nearest rank in nanoseconds: the middle of its class; there must be one. */
  public long nanos(Quantile quantile) {
    long rank = quantile.rank(n());
    long below = belowZero.n();
    // The greatest magnitude is the least value.
    return MICRO
        * (rank <= below
            ? -belowZero.microsAt(below - rank + 1)
            : atLeastZero.microsAt(rank - below));
  }

  /** Values of one sign, negative ones as magnitudes; empty where there is none. */
  public Optional<PooledHistogram> of(boolean negative) {
    return Optional.of(negative ? belowZero : atLeastZero).filter(it -> it.n() > 0);
  }
}
