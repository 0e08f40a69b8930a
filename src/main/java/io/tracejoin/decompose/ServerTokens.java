package io.tracejoin.decompose;

import java.util.ArrayList;
import java.util.List;
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

  private ServerTokens() {}

  /**
   * @param down all spans of the root, from the root down
   */
  static TokenCounts of(List<Placed> down, Attempts attempts) {
    List<Placed> inOrder = new ArrayList<>(attempts.last());
    for (Placed it : down) {
      if (!attempts.isGivenUp(it)) {
        inOrder.add(it);
      }
    }
    return new TokenCounts(first(inOrder, INPUT), first(inOrder, OUTPUT), first(inOrder, CACHED));
  }

  private static @Nullable Integer first(List<Placed> spans, List<String> names) {
    for (Placed it : spans) {
      for (String name : names) {
        Object value = it.node.span.attributes().get(name);
        Integer count = value == null ? null : count(value);
        if (count != null) {
          return count;
        }
      }
    }
    return null;
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
