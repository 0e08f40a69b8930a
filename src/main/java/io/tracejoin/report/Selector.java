package io.tracejoin.report;

import static java.util.stream.Collectors.joining;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which requests of a cohort: those that have one of the values of every dimension named.
 *
 * <p>Figures are those of the requests <em>selected</em>. Counts are of those <em>not ruled
 * out</em>: a record that is not matched and lacks a value (nobody knows its pool) may be one of
 * them, so it stays in the denominators (semantics 7).
 *
 * @param where values by dimension, none of them empty; an empty map selects all
 */
public record Selector(Map<SliceDimension, Set<String>> where) {

  /** Every request. */
  public static final Selector ALL = new Selector(Map.of());

  /** A value that no request has: no label starts with a control character. */
  private static final String NOBODY = "\u0001";

  /**
   * Copies the map, in the order of the dimensions and values.
   *
   * @throws IllegalArgumentException for a dimension without a value
   */
  public Selector {
    EnumMap<SliceDimension, Set<String>> sorted = new EnumMap<>(SliceDimension.class);
    where.forEach(
        (dimension, values) -> {
          if (values.isEmpty()) {
            throw new IllegalArgumentException(dimension.code() + ": expected a value");
          }
          sorted.put(dimension, Collections.unmodifiableSet(new TreeSet<>(values)));
        });
    where = Collections.unmodifiableMap(sorted);
  }

  /** Requests with one value. */
  public static Selector of(SliceDimension dimension, String value) {
    return new Selector(Map.of(dimension, Set.of(value)));
  }

  /** Whether every request is selected. */
  public boolean all() {
    return where.isEmpty();
  }

  /**
   * Those that both select.
   *
   * @return this, narrowed: where both name a dimension, the values of both; a value set that
   *     becomes empty keeps one that no request has
   */
  public Selector and(Selector narrower) {
    Map<SliceDimension, Set<String>> both = new EnumMap<>(SliceDimension.class);
    both.putAll(where);
    narrower.where.forEach((dimension, values) -> both.merge(dimension, values, Selector::common));
    return new Selector(both);
  }

  private static Set<String> common(Set<String> left, Set<String> right) {
    Set<String> common = new TreeSet<>(left);
    common.retainAll(right);
    return common.isEmpty() ? Set.of(NOBODY) : common;
  }

  /** As in a query: {@code model=a,b&pool=c}. */
  @Override
  public String toString() {
    return where.entrySet().stream()
        .map(it -> it.getKey().code() + "=" + String.join(",", it.getValue()))
        .collect(joining("&"));
  }
}
