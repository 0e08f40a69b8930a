package io.tracejoin.store;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.PreparedStatementSetter;
import org.springframework.stereotype.Component;

/**
 * The dictionary of span and scope names. Bounded, because a sender may put an identifier into a
 * name: when it is full, new names stay inline in their spans and new scopes are stored as none.
 * Scopes have some room of their own, so that wild names do not push them out.
 */
@Component
final class Terms {

  private static final int NAMES = 10_000;
  private static final int ROOM_FOR_SCOPES = 1_000;
  private static final int LONGEST = 500; // an index entry must stay far below a page
  private static final String NO_SCOPE = "";

  private static final String ADD =
      """
      INSERT INTO term (text)
      SELECT t FROM unnest(?) AS t
       WHERE NOT EXISTS (SELECT FROM term WHERE text = t)
       ORDER BY t
       LIMIT greatest(0, ? - (SELECT count(*) FROM term))
      ON CONFLICT DO NOTHING
      """;
  private static final String BY_TEXT = "SELECT id, text FROM term WHERE text = ANY (?)";
  private static final String BY_ID = "SELECT id, text FROM term WHERE id = ANY (?)";
  private static final String COUNT = "SELECT count(*) FROM term";
  private static final String ALL = "SELECT id, text FROM term";

  private final JdbcTemplate jdbc;
  private final int nameLimit;
  private final Map<String, Integer> ids = new ConcurrentHashMap<>();
  private final Map<Integer, String> texts = new ConcurrentHashMap<>();
  private volatile int fullAt;

  @Autowired
  Terms(JdbcTemplate jdbc) {
    this(jdbc, NAMES);
  }

  Terms(JdbcTemplate jdbc, int nameLimit) {
    this.jdbc = jdbc;
    this.nameLimit = nameLimit;
  }

  /**
   * Makes the texts known, as far as there is room. They are committed before they are cached: a
   * number that was rolled back must never reach a span.
   */
  void learn(Set<String> names, Set<String> scopes) {
    add(Stream.concat(scopes.stream(), Stream.of(NO_SCOPE)), nameLimit + ROOM_FOR_SCOPES);
    add(names.stream(), nameLimit);
  }

  /** The number of a name; null where the dictionary has no room for it. */
  @Nullable Integer nameId(String name) {
    return ids.get(CopyRows.storable(name));
  }

  /** The number of a scope; that of no scope where the dictionary has no room for it. */
  int scopeId(String scope) {
    Integer id = ids.get(CopyRows.storable(scope));
    return id != null ? id : Objects.requireNonNull(ids.get(NO_SCOPE), "learn was not called");
  }

  /** Loads what these numbers stand for, before {@link #text} is asked. */
  void load(Set<Integer> numbers) {
    List<Integer> unknown = numbers.stream().filter(it -> !texts.containsKey(it)).toList();
    if (!unknown.isEmpty()) {
      remember(BY_ID, statement -> SqlArray.setInts(statement, 1, unknown));
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

  private void add(Stream<String> candidates, int limit) {
    List<String> unknown =
        candidates
            .map(CopyRows::storable)
            .filter(it -> it.length() <= LONGEST && !ids.containsKey(it))
            .toList();
    if (!unknown.isEmpty() && fullAt < limit) {
      store(unknown, limit);
    }
  }

  private void store(Collection<String> unknown, int limit) {
    remember(BY_TEXT, statement -> SqlArray.setTexts(statement, 1, unknown));
    List<String> missing = unknown.stream().filter(it -> !ids.containsKey(it)).toList();
    if (missing.isEmpty()) {
      return;
    }
    jdbc.update(
        ADD,
        statement -> {
          SqlArray.setTexts(statement, 1, missing);
          statement.setInt(2, limit);
        });
    remember(BY_TEXT, statement -> SqlArray.setTexts(statement, 1, missing));
    if (!ids.keySet().containsAll(missing)) {
      rememberThatItIsFull(limit);
    }
  }

  /** A full dictionary never changes: from now on the cache answers alone. */
  private void rememberThatItIsFull(int limit) {
    Integer stored = jdbc.queryForObject(COUNT, Integer.class);
    if (stored != null && stored >= limit) {
      remember(ALL, statement -> {});
      fullAt = limit;
    }
  }

  private void remember(String query, PreparedStatementSetter parameters) {
    jdbc.query(
        query,
        parameters,
        row -> {
          int id = row.getInt(1);
          String text = row.getString(2);
          texts.put(id, text);
          ids.put(text, id);
        });
  }
}
