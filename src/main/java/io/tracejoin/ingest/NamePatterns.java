package io.tracejoin.ingest;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A set of names: exact ones, and with {@code prefix.*} all that begin so. */
final class NamePatterns {

  private final Map<String, String> exact = new HashMap<>();
  private final String[] prefixes;

  NamePatterns(Collection<String> patterns) {
    patterns.stream().filter(it -> !isPrefix(it)).forEach(it -> exact.put(it, it));
    prefixes =
        patterns.stream()
            .filter(NamePatterns::isPrefix)
            .map(it -> it.substring(0, it.length() - 1))
            .toArray(String[]::new);
  }

  private static boolean isPrefix(String pattern) {
    return pattern.endsWith("*");
  }

  /**
   * The name if it is in the set, else null. An exact name comes back as this set's own instance,
   * so that the thousands of equal strings of a batch need not be kept.
   */
  @Nullable String find(String name) {
    String found = exact.get(name);
    if (found != null) {
      return found;
    }
    for (String prefix : prefixes) {
      if (name.startsWith(prefix)) {
        return name;
      }
    }
    return null;
  }

  boolean contains(String name) {
    return find(name) != null;
  }
}
