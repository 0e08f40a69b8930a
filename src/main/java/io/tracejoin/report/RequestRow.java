package io.tracejoin.report;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One client record with its state and measures, as published.
 *
 * @param fields every field of {@link RequestFields} in its order; null where not known
 */
public record RequestRow(@JsonValue Map<String, @Nullable Object> fields) {

  private static final String FORMULA = "=+-@\t\r";

  /** Copies the map. */
  public RequestRow {
    fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
  }

  /** The values as a line of CSV: empty where not known, codes apart by a blank, texts inert. */
  public List<String> cells() {
    return fields.values().stream().map(RequestRow::cell).toList();
  }

  private static String cell(@Nullable Object value) {
    if (value instanceof List<?> codes) {
      return codes.stream().map(String::valueOf).collect(Collectors.joining(" "));
    }
    return value instanceof String text ? inert(text) : value == null ? "" : value.toString();
  }

  /** A spreadsheet must not take what a client sent for a formula. */
  static String inert(String text) {
    return !text.isEmpty() && FORMULA.indexOf(text.charAt(0)) >= 0 ? "'" + text : text;
  }
}
