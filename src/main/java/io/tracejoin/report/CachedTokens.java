package io.tracejoin.report;

import java.math.BigDecimal;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import tools.jackson.databind.annotation.JsonNaming;

/**
 * Prompt tokens that the server took from its prefix cache.
 *
 * @param n matched requests of which they are known
 * @param share of all prompt tokens, added up over the requests that tell both; null where none
 *     does
 * @param p50 a request's, by nearest rank
 */
@JsonNaming(SnakeCaseStrategy.class)
public record CachedTokens(long n, @Nullable BigDecimal share, int p50) {

  /** As published; null where nobody tells. */
  static @Nullable CachedTokens of(CachedFacts facts) {
    Integer p50 = facts.p50();
    return p50 == null ? null : new CachedTokens(facts.n(), facts.share(), p50);
  }

  /** As a line of text. */
  String text() {
    return "%s of the prompt tokens from the cache, p50 %d a request (n %d)"
        .formatted(
            share == null
                ? "an unknown share"
                : share.movePointRight(2).setScale(2, RoundingMode.DOWN) + " %",
            p50,
            n);
  }
}
