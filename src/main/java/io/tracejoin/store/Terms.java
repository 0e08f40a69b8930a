package io.tracejoin.store;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/** The dictionary of names and scopes of spans that were stored before shapes were. */
@Component
final class Terms {

  private static final String BY_ID = "SELECT id, text FROM term WHERE id = ANY (?)";

  private final JdbcTemplate jdbc;
  private final Map<Integer, String> texts = new ConcurrentHashMap<>();

  Terms(JdbcTemplate jdbc) {
    this.jdbc = jdbc;
  }

  /** Loads what these numbers stand for, before {@link #text} is asked. */
  void load(Set<Integer> numbers) {
    List<Integer> unknown = numbers.stream().filter(it -> !texts.containsKey(it)).toList();
    if (!unknown.isEmpty()) {
      jdbc.query(
          BY_ID,
          statement -> SqlArray.setInts(statement, 1, unknown),
          row -> {
            texts.put(row.getInt(1), row.getString(2));
          });
    }
  }

  /**
   * The text with this number.
   *
   * @throws IllegalStateException if the dictionary does not hold it
   */
  String text(int id) {
    String text = texts.get(id);
    if (text == null) {
      throw new IllegalStateException("term " + id + " is not stored");
    }
    return text;
  }
}
