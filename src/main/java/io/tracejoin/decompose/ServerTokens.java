package io.tracejoin.decompose;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads how many tokens the server counted: on the last attempt's own spans first, then from the
 * root down, without what belongs to attempts given up.
 */
final class ServerTokens {

  /** The current convention first, then its earlier names, then those of other conventions. */
  private static final List<String> INPUT =
      List.of(
          "gen_ai.usage.input_tokens",
          "gen_ai.usage.prompt_tokens",
          "llm.usage.prompt_tokens",
          "llm.token_count.prompt");

  private static final List<String> OUTPUT =
      List.of(
          "gen_ai.usage.output_tokens",
          "gen_ai.usage.completion_tokens",
          "llm.usage.completion_tokens",
          "llm.token_count.completion");

  private static final List<String> CACHED =
      List.of(
          "gen_ai.usage.cache_read.input_tokens",
          "gen_ai.usage.cache_read_input_tokens",
          "gen_ai.usage.cached_tokens",
          "gen_ai.usage.input_tokens.cached",
          "gen_ai.usage.input_tokens_details.cached_tokens",
          "gen_ai.usage.prompt_tokens_details.cached_tokens",
          "llm.usage.cache_read_input_tokens",
          "llm.token_count.prompt_details.cache_read");

  private static final Map<String, Named> BY_ATTRIBUTE =
      byAttribute(List.of(INPUT, OUTPUT, CACHED));

  /**
   * A count that an attribute names.
   *
   * @param rank place among the attributes of the count: the least wins
   */
  private record Named(int count, int rank) {}

  private final FirstFound<Integer> counts = new FirstFound<>(3);

  private ServerTokens() {}

  private static Map<String, Named> byAttribute(List<List<String>> counts) {
    Map<String, Named> named = new HashMap<>();
    for (int count = 0; count < counts.size(); count++) {
      for (int rank = 0; rank < counts.get(count).size(); rank++) {
        named.put(counts.get(count).get(rank), new Named(count, rank));
      }
    }
    return named;
  }

  /**
   * @param down all spans of the root, from the root down
   */
  static TokenCounts of(List<Placed> down, Attempts attempts) {
    ServerTokens tokens = new ServerTokens();
    attempts.last().forEach(tokens::read);
    for (Placed it : down) {
      if (!attempts.isGivenUp(it)) {
        tokens.read(it);
      }
    }
    return new TokenCounts(tokens.counts.get(0), tokens.counts.get(1), tokens.counts.get(2));
  }

  /** What an earlier span told stays; of one span the attribute that comes first counts. */
  private void read(Placed placed) {
    counts.nextSpan();
    for (Map.Entry<String, Object> it : placed.node.span.attributes().entrySet()) {
      Named named = BY_ATTRIBUTE.get(it.getKey());
      Integer count = named == null ? null : count(it.getValue());
      if (named != null && count != null) {
        counts.take(named.count, named.rank, count);
      }
    }
  }

  /** A whole number from 0, also as a text or as {@code 180.0}; else null. */
  static @Nullable Integer count(Object value) {
    Long number = AttributeDuration.nanos(value, MappingRule.Unit.NS);
    boolean whole = !(value instanceof Double real) || real == Math.rint(real);
    return number == null || !whole || number < 0 || number > Integer.MAX_VALUE
        ? null
        : (Integer) number.intValue();
  }
}
