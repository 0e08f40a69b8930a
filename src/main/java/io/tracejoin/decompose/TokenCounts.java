package io.tracejoin.decompose;

import org.jspecify.annotations.Nullable;

/**
 * How many tokens a request had, as one side counted them; null where it did not.
 *
 * @param input of the prompt
 * @param output of the answer
 * @param cached of the prompt, taken from a prefix cache: part of {@code input}
 */
public record TokenCounts(
    @Nullable Integer input, @Nullable Integer output, @Nullable Integer cached) {

  /** Nothing counted. */
  public static final TokenCounts NONE = new TokenCounts(null, null, null);

  /** What the client counted. */
  public static TokenCounts ofClient(ClientRecord record) {
    return new TokenCounts(record.labels().inputTokens(), record.labels().outputTokens(), null);
  }

  /** What this side did not count is taken from the other. */
  public TokenCounts or(TokenCounts other) {
    return new TokenCounts(
        RecordMerge.first(input, other.input),
        RecordMerge.first(output, other.output),
        RecordMerge.first(cached, other.cached));
  }
}
