package io.tracejoin.report;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a run's rows say of tokens: the client's count, else the server's.
 *
 * @param rankCorrelation Spearman's, of input and output tokens; null where there is none
 */
public record TokenFacts(
    List<Completed> completed,
    Tokens.Spread input,
    Tokens.Spread output,
    @Nullable Double rankCorrelation) {

  /**
   * Successes of one generator that ended in its window.
   *
   * @param generator empty where it has no name
   * @param counted those whose output tokens are known
   * @param tokens output tokens of these
   */
  public record Completed(String generator, long requests, long counted, long tokens) {}
}
