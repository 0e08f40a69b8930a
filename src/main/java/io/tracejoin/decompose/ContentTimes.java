package io.tracejoin.decompose;

import org.jspecify.annotations.Nullable;

/**
 * When the content of a streamed answer arrived, as far as the client tells.
 *
 * @param tokens output tokens, or null
 * @param chunks the events that carried content, each with any number of tokens, or null
 */
public record ContentTimes(@Nullable TokenTimes tokens, @Nullable TokenTimes chunks) {

  /** Nothing told. */
  public static final ContentTimes NONE = new ContentTimes(null, null);

  /**
   * Checks the kinds.
   *
   * @throws IllegalArgumentException if one stands in the other's place
   */
  public ContentTimes {
    if (tokens != null && tokens.kind() != TokenTimes.Kind.TOKEN
        || chunks != null && chunks.kind() != TokenTimes.Kind.CHUNK) {
      throw new IllegalArgumentException("times of tokens and of chunks are confused");
    }
  }

  /** These times alone. */
  public static ContentTimes of(TokenTimes times) {
    return times.kind() == TokenTimes.Kind.TOKEN
        ? new ContentTimes(times, null)
        : new ContentTimes(null, times);
  }

  /** Nothing told. */
  public boolean isEmpty() {
    return tokens == null && chunks == null;
  }

  /** Those of a kind, or null. */
  public @Nullable TokenTimes of(TokenTimes.Kind kind) {
    return kind == TokenTimes.Kind.TOKEN ? tokens : chunks;
  }

  /** How many bytes they take. */
  public int bytes() {
    return (tokens == null ? 0 : tokens.bytes()) + (chunks == null ? 0 : chunks.bytes());
  }

  /** The tokens' where they are told, else the chunks': what the client's figures are made of. */
  @Nullable TokenTimes finest() {
    return tokens == null ? chunks : tokens;
  }

  /** No kind that both tell is told differently. */
  boolean agreesWith(ContentTimes other) {
    return agree(tokens, other.tokens) && agree(chunks, other.chunks);
  }

  /** What this lacks is taken from the other. */
  ContentTimes or(ContentTimes other) {
    return new ContentTimes(
        RecordMerge.first(tokens, other.tokens), RecordMerge.first(chunks, other.chunks));
  }

  /** Counted from a start that lies so many nanoseconds earlier. */
  ContentTimes later(long shift) {
    return new ContentTimes(
        tokens == null ? null : tokens.later(shift), chunks == null ? null : chunks.later(shift));
  }

  private static boolean agree(@Nullable TokenTimes one, @Nullable TokenTimes other) {
    return one == null || other == null || one.equals(other);
  }
}
