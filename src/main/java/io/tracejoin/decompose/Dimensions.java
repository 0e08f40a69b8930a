package io.tracejoin.decompose;

import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the slice dimensions that the mapping names (semantics 9): the last attempt's own spans
 * first, then from the root down, without what belongs to attempts given up.
 */
record Dimensions(Mapping mapping) {

  static final Comparator<Placed> FROM_THE_ROOT_DOWN =
      Comparator.<Placed>comparingInt(it -> it.depth)
          .thenComparing(Comparator.<Placed>comparingLong(it -> it.start).reversed())
          .thenComparing(it -> it.node.span.spanId());

  Map<Dimension, String> of(List<Placed> placed, Attempts attempts) {
    List<Placed> last = attempts.last();
    List<Placed> down = placed.stream().sorted(FROM_THE_ROOT_DOWN).toList();
    Map<Dimension, String> found = new EnumMap<>(Dimension.class);
    for (Dimension dimension : mapping.dimensions().keySet()) {
      String value = first(last, dimension, null);
      value = value == null ? first(down, dimension, attempts) : value;
      if (value != null) {
        found.put(dimension, value);
      }
    }
    return found;
  }

  /** The span's own value, or null. */
  @Nullable String of(Placed it, Dimension dimension) {
    for (String attribute : mapping.dimensions().getOrDefault(dimension, List.of())) {
      Object value = it.node.span.attributes().get(attribute);
      if (value != null && !value.toString().isEmpty()) {
        return value.toString();
      }
    }
    return null;
  }

  private @Nullable String first(
      List<Placed> spans, Dimension dimension, @Nullable Attempts attempts) {
    for (Placed it : spans) {
      String value = of(it, dimension);
      if (value != null && (attempts == null || !attempts.isGivenUp(it))) {
        return value;
      }
    }
    return null;
  }

  /** What the record says where the trace says nothing. */
  static Map<Dimension, String> withLabels(Map<Dimension, String> found, ClientLabels labels) {
    Map<Dimension, String> all = new EnumMap<>(Dimension.class);
    put(all, Dimension.MODEL, labels.model());
    put(all, Dimension.PROVIDER, labels.provider());
    put(all, Dimension.ROUTE, labels.route());
    put(all, Dimension.REGION, labels.region());
    all.putAll(found);
    return all;
  }

  private static void put(Map<Dimension, String> all, Dimension dimension, @Nullable String value) {
    if (value != null) {
      all.put(dimension, value);
    }
  }
}
