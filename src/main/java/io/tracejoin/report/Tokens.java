package io.tracejoin.report;

import java.math.BigDecimal;
import java.util.List;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import tools.jackson.databind.annotation.JsonNaming;

/**
 * How many tokens a run's requests had: the client's count, else the server's.
 *
 * @param outputTokensPerS output tokens of the successes that ended in the window over its length,
 *     added up over the generators; null where no one counted, or the window has no length
 * @param completed successes that ended in the window
 * @param completedCounted those of them whose output tokens are known
 * @param outputTokens how many these had
 * @param cached prompt tokens from the server's cache; null where nobody tells
 * @param rankCorrelation Spearman's, of input and output tokens; null where one of them never
 *     varies or is not known
 */
@JsonNaming(SnakeCaseStrategy.class)
public record Tokens(
    @Nullable BigDecimal outputTokensPerS,
    long completed,
    long completedCounted,
    long outputTokens,
    Spread input,
    Spread output,
    @Nullable CachedTokens cached,
    @Nullable BigDecimal rankCorrelation) {

  private static final int CORRELATION_DIGITS = 4;

  /** Null where no one counted. */
  static @Nullable Tokens of(TokenFacts facts, CachedFacts cached, Cohort cohort) {
    long counted = sum(facts.completed(), TokenFacts.Completed::counted);
    if (counted == 0 && facts.input().n() + facts.output().n() + cached.n() == 0) {
      return null;
    }
    Double correlation = facts.rankCorrelation();
    return new Tokens(
        counted == 0 ? null : perSecond(facts.completed(), cohort),
        sum(facts.completed(), TokenFacts.Completed::requests),
        counted,
        sum(facts.completed(), TokenFacts.Completed::tokens),
        facts.input(),
        facts.output(),
        CachedTokens.of(cached),
        correlation == null ? null : Decimals.rounded(correlation, CORRELATION_DIGITS));
  }

  private static @Nullable BigDecimal perSecond(
      List<TokenFacts.Completed> completed, Cohort cohort) {
    return cohort.perSecond(
        generator ->
            completed.stream()
                .filter(it -> it.generator().equals(generator))
                .mapToLong(TokenFacts.Completed::tokens)
                .sum());
  }

  private static long sum(
      List<TokenFacts.Completed> completed, ToLongFunction<TokenFacts.Completed> value) {
    return completed.stream().mapToLong(value).sum();
  }

  /**
   * Tokens of the cohort's requests with the asked outcome.
   *
   * @param n requests whose tokens are known
   * @param byClient those of them that the client counted; the server counted the others
   * @param p50 null where n is 0, as the others
   */
  @JsonNaming(SnakeCaseStrategy.class)
  public record Spread(
      long n, long byClient, @Nullable Integer p50, @Nullable Integer p95, @Nullable Integer max) {}
}
