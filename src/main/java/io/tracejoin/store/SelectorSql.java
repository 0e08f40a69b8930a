package io.tracejoin.store;

import static java.util.stream.Collectors.joining;

import io.tracejoin.report.Selector;
import io.tracejoin.report.SliceBy;
import io.tracejoin.report.SliceDimension;
import io.tracejoin.report.TokenBuckets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/** A selector as conditions on {@code joined_request r}; the values travel as parameters. */
record SelectorSql(Selector selector, TokenBuckets buckets) {

  private static final String SELECTED = "%1$s = ANY (CAST(:where_%2$s AS text[]))";

  /** Nobody knows what a record that is not matched would have been. */
  private static final String OPEN = "(" + SELECTED + " OR %1$s IS NULL AND r.state <> 'matched')";

  private static final String BUCKET =
      """
      (CAST(ARRAY[%2$s] AS text[]))[
        1 + width_bucket(coalesce(r.%1$s, r.server_%1$s), CAST(ARRAY[%3$s] AS integer[]))]""";

  /** Rows that have the values asked for. */
  String selected() {
    return conditions(SELECTED);
  }

  /** Rows that are not ruled out. */
  String open() {
    return conditions(OPEN);
  }

  Map<String, Object> parameters() {
    Map<String, Object> parameters = new HashMap<>();
    selector
        .where()
        .forEach(
            (dimension, values) ->
                parameters.put("where_" + dimension.code(), values.toArray(String[]::new)));
    return parameters;
  }

  private String conditions(String template) {
    return selector.all()
        ? "true"
        : selector.where().keySet().stream()
            .map(it -> template.formatted(text(it), it.code()))
            .collect(joining(" AND "));
  }

  /** A dimension's value as text, or the outcome. */
  String text(SliceBy by) {
    return by.dimension() == null ? "r.outcome" : text(by.dimension());
  }

  private String text(SliceDimension dimension) {
    return switch (dimension) {
      case STEP, STREAMING -> "CAST(r." + dimension.code() + " AS text)";
      case INPUT_TOKENS -> bucket(dimension, buckets.inputBounds(), buckets::input);
      case OUTPUT_TOKENS -> bucket(dimension, buckets.outputBounds(), buckets::output);
      default -> "r." + dimension.code();
    };
  }

  /** The names are made of numbers: bounds are those of the configuration. */
  private static String bucket(
      SliceDimension dimension, List<Integer> bounds, IntFunction<String> name) {
    List<Integer> firsts =
        bounds.stream().filter(it -> it < Integer.MAX_VALUE).map(it -> it + 1).toList();
    String names =
        Stream.concat(Stream.of(0), firsts.stream())
            .map(it -> "'" + name.apply(it) + "'")
            .collect(joining(", "));
    return BUCKET.formatted(
        dimension.code(), names, firsts.stream().map(String::valueOf).collect(joining(", ")));
  }
}
