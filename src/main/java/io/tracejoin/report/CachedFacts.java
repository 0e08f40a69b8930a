package io.tracejoin.report;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * What the matched requests of a cohort with one outcome tell of prompt tokens from a prefix cache.
 *
 * @param n requests whose cached tokens are known
 * @param cached cached tokens of those of them whose prompt tokens are known too
 * @param input prompt tokens of the same: the server's count, else the client's
 * @param p50 the median of cached tokens a request by nearest rank; null where n is 0
 */
public record CachedFacts(long n, long cached, long input, @Nullable Integer p50) {

  /** Nobody tells. */
  public static final CachedFacts NONE = new CachedFacts(0, 0, 0, null);

  /** Cached over all prompt tokens; null where nothing is known of one of them. */
  @Nullable BigDecimal share() {
    return Decimals.share(cached, input);
  }
}
