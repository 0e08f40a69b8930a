package io.tracejoin.ingest.client;

import java.util.Map;
import java.util.regex.Pattern;

/**
 * The columns {@code extra_tags} and {@code metadata}: {@code k=v&k2=v2}, in which k6 escapes
 * nothing. A value may hold either sign, so where a key seems to come twice, one of them is within
 * another's value.
 */
final class K6CsvPairs {

  private static final Pattern TRACE_ID = Pattern.compile("[0-9a-fA-F]{32}");

  private K6CsvPairs() {}

  /** Puts the pairs into a map. */
  static void read(String text, Map<String, String> target) {
    String key = "";
    for (String part : text.split("&", -1)) {
      int equals = part.indexOf('=');
      if (equals > 0) {
        key = part.substring(0, equals);
        put(target, key, part.substring(equals + 1));
      } else if (!key.isEmpty()) {
        target.computeIfPresent(key, (same, value) -> value + "&" + part);
      }
    }
  }

  /** The first counts; of identifiers the first that is one. */
  private static void put(Map<String, String> target, String key, String value) {
    String before = target.get(key);
    boolean better =
        before != null && TRACE_ID.matcher(value).matches() && !TRACE_ID.matcher(before).matches();
    if (!value.isEmpty() && (before == null || better)) {
      target.put(key, value);
    }
  }
}
