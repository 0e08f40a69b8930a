package io.tracejoin.decompose;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The first value found of each of several things, in the order in which spans are asked. Of one
 * span, whose attributes come in any order, the value of the least rank counts.
 */
final class FirstFound<V> {

  private final List<@Nullable V> values;
  private final int[] ranks;
  private final int[] spans;
  private int span;

  /**
   * @param things how many there are
   */
  FirstFound(int things) {
    values = new ArrayList<>(Collections.nCopies(things, null));
    ranks = new int[things];
    spans = new int[things];
  }

  /** What follows is of another span. */
  void nextSpan() {
    span++;
  }

  void take(int thing, int rank, V value) {
    if (values.get(thing) == null || (spans[thing] == span && rank < ranks[thing])) {
      values.set(thing, value);
      ranks[thing] = rank;
      spans[thing] = span;
    }
  }

  /** The value, or null where none was found. */
  @Nullable V get(int thing) {
    return values.get(thing);
  }
}
