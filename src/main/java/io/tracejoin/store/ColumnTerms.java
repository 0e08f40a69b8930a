package io.tracejoin.store;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The different texts of a scan, numbered from 0. */
final class ColumnTerms {

  /** More than that are no longer few: a sender has put an identifier where a name belongs. */
  private static final int MOST = 50_000;

  /** As the database sorts them: by code point. */
  static final Comparator<String> ORDER =
      (left, right) ->
          Arrays.compareUnsigned(
              left.getBytes(StandardCharsets.UTF_8), right.getBytes(StandardCharsets.UTF_8));

  private final Map<String, Integer> numbers = new HashMap<>();
  private final List<String> texts = new ArrayList<>();

  int number(String text) {
    Integer known = numbers.putIfAbsent(text, texts.size());
    if (known == null) {
      texts.add(text);
      return texts.size() - 1;
    }
    return known;
  }

  /** A number that no row has where the text is unknown. */
  int find(String text) {
    return numbers.getOrDefault(text, -1);
  }

  /** Null for no text. */
  @Nullable String text(long number) {
    return number == ColumnFile.NULL ? null : texts.get((int) number);
  }

  int size() {
    return texts.size();
  }

  boolean full() {
    return texts.size() > MOST;
  }
}
