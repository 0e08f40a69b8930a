package io.tracejoin.decompose;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the slice dimensions that the mapping names (semantics 9): the last attempt's own spans
 * first, then from the root down, without what belongs to attempts given up. Spans have few
 * attributes and mappings name many: so each attribute of a span is looked up, not each name.
 */
final class Dimensions {

  private static final Comparator<Placed> FROM_THE_ROOT_DOWN = Dimensions::compare;
  private static final Dimension[] ALL = Dimension.values();

  private final Map<String, List<Named>> byAttribute = new HashMap<>();

  /**
   * A dimension that an attribute names.
   *
   * @param rank place among the attributes of the dimension: the least wins
   */
  private record Named(Dimension dimension, int rank) {}

  Dimensions(Mapping mapping) {
    mapping
        .dimensions()
        .forEach(
            (dimension, attributes) -> {
              for (int rank = 0; rank < attributes.size(); rank++) {
                byAttribute
                    .computeIfAbsent(attributes.get(rank), it -> new ArrayList<>(1))
                    .add(new Named(dimension, rank));
              }
            });
  }

  /** The spans in the order in which they are asked. */
  static List<Placed> down(List<Placed> placed) {
    List<Placed> down = new ArrayList<>(placed);
    down.sort(FROM_THE_ROOT_DOWN);
    return down;
  }

  private static int compare(Placed one, Placed other) {
    int byDepth = Integer.compare(one.depth, other.depth);
    int byStart = byDepth != 0 ? byDepth : Long.compare(other.start, one.start);
    return byStart != 0 ? byStart : one.node.span.spanId().compareTo(other.node.span.spanId());
  }

  /**
   * What the spans of a root tell.
   *
   * @param down all of them, from the root down
   */
  Map<Dimension, String> of(List<Placed> down, Attempts attempts) {
    FirstFound<String> values = new FirstFound<>(ALL.length);
    for (Placed it : attempts.last()) {
      read(it.node.span, values);
    }
    for (Placed it : down) {
      if (!attempts.isGivenUp(it)) {
        read(it.node.span, values);
      }
    }
    Map<Dimension, String> found = new EnumMap<>(Dimension.class);
    for (Dimension dimension : ALL) {
      put(found, dimension, values.get(dimension.ordinal()));
    }
    return found;
  }

  /** The span's own value, or null. */
  @Nullable String of(Placed it, Dimension dimension) {
    FirstFound<String> values = new FirstFound<>(ALL.length);
    read(it.node.span, values);
    return values.get(dimension.ordinal());
  }

  private void read(Span span, FirstFound<String> values) {
    values.nextSpan();
    for (Map.Entry<String, Object> it : span.attributes().entrySet()) {
      List<Named> named = byAttribute.get(it.getKey());
      if (named != null) {
        String text = it.getValue().toString();
        for (int i = 0; i < named.size() && !text.isEmpty(); i++) {
          values.take(named.get(i).dimension.ordinal(), named.get(i).rank, text);
        }
      }
    }
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
