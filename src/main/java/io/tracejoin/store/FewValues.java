package io.tracejoin.store;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Tells keys that have few values from those that differ from span to span, such as token counts:
 * what differs would fill a dictionary and never repeat. A key that had too many values once is
 * remembered for good; whether the first of them still count is up to the owner.
 */
final class FewValues {

  private static final int MOST_KEYS = 500;

  private final int mostValues;
  private final int longest;
  private final boolean firstStay;
  private final Map<String, Set<Object>> seen = new ConcurrentHashMap<>();
  private final Set<String> many = ConcurrentHashMap.newKeySet();

  /**
   * @param mostValues how many are few
   * @param longest characters of a text that may be one of few
   */
  FewValues(int mostValues, int longest) {
    this(mostValues, longest, false);
  }

  private FewValues(int mostValues, int longest, boolean firstStay) {
    this.mostValues = mostValues;
    this.longest = longest;
    this.firstStay = firstStay;
  }

  /** As many values as come first, however many follow. */
  static FewValues first(int mostValues, int longest) {
    return new FewValues(mostValues, longest, true);
  }

  /** Whether the key has few values, this one included. */
  boolean has(String key, Object value) {
    Set<Object> values = seen.get(key);
    if (values != null && values.contains(value)) {
      return true;
    }
    if (many.contains(key) || value instanceof Double || isLong(value)) {
      return false;
    }
    return learn(key, value);
  }

  private boolean isLong(Object value) {
    return value instanceof String text && text.length() > longest;
  }

  private boolean learn(String key, Object value) {
    if (seen.size() >= MOST_KEYS && !seen.containsKey(key)) {
      return false;
    }
    Set<Object> values = seen.computeIfAbsent(key, it -> ConcurrentHashMap.newKeySet());
    if (values.size() >= mostValues) {
      if (many.size() < MOST_KEYS) {
        many.add(key);
      }
      if (!firstStay) {
        seen.remove(key);
      }
      return false;
    }
    values.add(value);
    return true;
  }
}
