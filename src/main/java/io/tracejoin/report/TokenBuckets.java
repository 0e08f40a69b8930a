package io.tracejoin.report;

import java.util.Collections;
import java.util.List;

/**
 * Names the bucket of a request's input and output tokens. A bucket holds the counts above the
 * bound before it up to its own, both told in the name: {@code input_0_512}, {@code
 * output_129_256}. What is above the last bound has no end: {@code input_513_up}.
 *
 * @param inputBounds greatest counts of the buckets of input tokens, ascending
 * @param outputBounds greatest counts of the buckets of output tokens, ascending
 */
public record TokenBuckets(List<Integer> inputBounds, List<Integer> outputBounds) {
  /**
   * @throws IllegalArgumentException if bounds are missing, below 0 or not strictly ascending
   */
  public TokenBuckets {
    inputBounds = checked("input", inputBounds);
    outputBounds = checked("output", outputBounds);
  }

  /**
   * Buckets with these bounds.
   *
   * @throws IllegalArgumentException if bounds are missing, below 0 or not strictly ascending
   */
  public static TokenBuckets of(List<Integer> inputBounds, List<Integer> outputBounds) {
    return new TokenBuckets(inputBounds, outputBounds);
  }

  /**
   * The bucket of so many input tokens.
   *
   * @throws IllegalArgumentException if the count is negative
   */
  public String input(int tokens) {
    return name("input", inputBounds, tokens);
  }

  /**
   * The bucket of so many output tokens.
   *
   * @throws IllegalArgumentException if the count is negative
   */
  public String output(int tokens) {
    return name("output", outputBounds, tokens);
  }

  private static String name(String side, List<Integer> bounds, int tokens) {
    if (tokens < 0) {
      throw new IllegalArgumentException(side + " tokens: " + tokens + " is negative");
    }
    int found = Collections.binarySearch(bounds, tokens);
    int bucket = found >= 0 ? found : -found - 1;
    long from = bucket == 0 ? 0 : bounds.get(bucket - 1) + 1L;
    String to = bucket == bounds.size() ? "up" : bounds.get(bucket).toString();
    return side + "_" + from + "_" + to;
  }

  private static List<Integer> checked(String side, List<Integer> bounds) {
    if (bounds.isEmpty()) {
      throw new IllegalArgumentException(side + " token bounds: at least one is needed");
    }
    int before = -1;
    for (int bound : bounds) {
      if (bound <= before) {
        throw new IllegalArgumentException(
            side + " token bounds: expected ascending counts from 0, got " + bounds);
      }
      before = bound;
    }
    return List.copyOf(bounds);
  }
}
