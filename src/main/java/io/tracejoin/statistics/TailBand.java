package io.tracejoin.statistics;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Optional;

/**
 * The band of ranks around a quantile of client_total whose mean phases explain it (semantics 8,
 * tail composition).
 */
public enum TailBand {
  P50("0.5", "0.45", "0.55"),
  P95("0.95", "0.94", "0.96"),
  P99("0.99", "0.985", "0.995");

  private static final int SMALLEST = 5;

  private final String quantile;
  private final BigDecimal low;
  private final BigDecimal high;

  TailBand(String quantile, String low, String high) {
    this.quantile = quantile;
    this.low = new BigDecimal(low);
    this.high = new BigDecimal(high);
  }

  /** The quantile that the band explains. */
  public Quantile quantile() {
    return Quantile.of(quantile);
  }

  /** The bands in the order of their quantiles. */
  public static List<TailBand> all() {
    return List.of(values());
  }

  /**
   * The band's ranks among n: {@code ceil(low n)} to {@code floor(high n)}, widened by one rank at
   * a time, below first, then above, to 5. Empty for n &lt; 5.
   */
  public Optional<Ranks> ranks(long n) {
    if (n < SMALLEST) {
      return Optional.empty();
    }
    Ranks ranks =
        new Ranks(
            Math.max(1, rounded(low, n, RoundingMode.CEILING)),
            Math.min(n, rounded(high, n, RoundingMode.FLOOR)));
    for (boolean below = true; ranks.size() < SMALLEST; below = !below) {
      ranks = ranks.widened(below, n);
    }
    return Optional.of(ranks);
  }

  private static long rounded(BigDecimal share, long n, RoundingMode mode) {
    return share.multiply(BigDecimal.valueOf(n)).setScale(0, mode).longValueExact();
  }

  /**
   * Ranks in ascending order of client_total, both included.
   *
   * @param first from 1
   */
  public record Ranks(long first, long last) {

    /** How many requests the band holds. */
    public long size() {
      return last - first + 1;
    }

    private Ranks widened(boolean below, long n) {
      if (below) {
        return first > 1 ? new Ranks(first - 1, last) : this;
      }
      return last < n ? new Ranks(first, last + 1) : this;
    }
  }
}
