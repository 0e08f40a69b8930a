package io.tracejoin.store;

import static java.util.stream.Collectors.joining;

import io.tracejoin.report.Selector;
import io.tracejoin.report.SliceDimension;
import java.util.HashMap;
import java.util.Map;

/** A selector as conditions on {@code joined_request r}; the values travel as parameters. */
record SelectorSql(Selector selector) {

  private static final String SELECTED = "%1$s = ANY (CAST(:where_%2$s AS text[]))";

  /** Nobody knows what a record that is not matched would have been. */
  private static final String OPEN = "(" + SELECTED + " OR %1$s IS NULL AND r.state <> 'matched')";

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

  /** A dimension's value as text. */
  static String text(SliceDimension dimension) {
    return switch (dimension) {
      case STEP, STREAMING -> "CAST(r." + dimension.code() + " AS text)";
      default -> "r." + dimension.code();
    };
  }
}
