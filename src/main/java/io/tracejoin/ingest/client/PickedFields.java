package io.tracejoin.ingest.client;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * The few fields of a tool's object that are asked for, by their paths in lower case. All others,
 * prompts and answers among them, are passed over unread.
 */
final class PickedFields {

  private static final int SECOND_DIGITS = 9;

  /** Which paths are kept. */
  static final class Wanted {

    private final Set<String> paths;
    private final Set<String> parents = new HashSet<>();

    private Wanted(Set<String> paths) {
      this.paths = paths;
      for (String path : paths) {
        for (int dot = path.indexOf('.'); dot >= 0; dot = path.indexOf('.', dot + 1)) {
          parents.add(path.substring(0, dot));
        }
      }
    }

    static Wanted of(String... paths) {
      return new Wanted(Set.of(paths));
    }
  }

  private final Wanted wanted;
  private final Map<String, String> values = new HashMap<>();
  private final Map<String, List<String>> lists = new HashMap<>();
  private final Set<String> objects = new HashSet<>();

  private PickedFields(Wanted wanted) {
    this.wanted = wanted;
  }

  /** Reads the object at whose start the parser stands, to its end. */
  static PickedFields read(JsonParser parser, Wanted wanted) {
    var fields = new PickedFields(wanted);
    fields.object(parser, "");
    return fields;
  }

  private void object(JsonParser parser, String prefix) {
    for (String name = parser.nextName(); name != null; name = parser.nextName()) {
      String path = prefix + name.toLowerCase(Locale.ROOT);
      JsonToken token = parser.nextToken();
      if (token == JsonToken.START_OBJECT && wanted.parents.contains(path)) {
        objects.add(path);
        object(parser, path + ".");
      } else if (!wanted.paths.contains(path)) {
        parser.skipChildren();
      } else if (token == JsonToken.START_ARRAY) {
        lists.put(path, list(parser));
      } else if (token.isScalarValue() && token != JsonToken.VALUE_NULL) {
        values.put(path, parser.getString());
      } else {
        parser.skipChildren();
      }
    }
  }

  private static List<String> list(JsonParser parser) {
    List<String> list = new ArrayList<>();
    for (JsonToken token = parser.nextToken();
        token != JsonToken.END_ARRAY;
        token = parser.nextToken()) {
      list.add(token.isScalarValue() ? parser.getString() : "a container");
      parser.skipChildren();
    }
    return list;
  }

  /** Whether the object at this path is there, of those on the way to a wanted field. */
  boolean hasObject(String path) {
    return objects.contains(path);
  }

  /** The text at the path; null where there is none. */
  @Nullable String text(String path) {
    return values.get(path);
  }

  /** The first of these paths that has a text; null where none has. */
  @Nullable String first(String... paths) {
    for (String path : paths) {
      String text = values.get(path);
      if (text != null) {
        return text;
      }
    }
    return null;
  }

  /** The entries of the array at the path; none where there is no array. */
  List<String> list(String path) {
    return lists.getOrDefault(path, List.of());
  }

  /**
   * The number of seconds at the path in nanoseconds; null where there is none.
   *
   * @throws IllegalArgumentException if it is no finite number
   */
  @Nullable Long seconds(String path) {
    String text = text(path);
    return text == null ? null : (Long) nanos(path, text, SECOND_DIGITS);
  }

  /**
   * A number as nanoseconds.
   *
   * @param digits decimals that a nanosecond is away from the unit
   * @throws IllegalArgumentException if it is no finite number, naming the field
   */
  static long nanos(String field, String text, int digits) {
    try {
      return Decimal.nanos(requireSensible(text), digits);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(field + ": expected a finite number", e);
    }
  }

  /**
   * A count at the first of these paths that has one; null where none has.
   *
   * @throws IllegalArgumentException if it is no whole number from 0, naming the field
   */
  @Nullable Integer count(String... paths) {
    String text = first(paths);
    return text == null ? null : (Integer) wholeNumber(paths[0], text);
  }

  /**
   * A count.
   *
   * @throws IllegalArgumentException if it is no whole number from 0, naming the field
   */
  static int wholeNumber(String field, String text) {
    try {
      long count = Decimal.whole(requireSensible(text));
      if (count >= 0 && count <= Integer.MAX_VALUE) {
        return (int) count;
      }
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(field + ": expected a whole number", e);
    }
    throw new IllegalArgumentException(field + ": " + text + " is out of range");
  }

  private static String requireSensible(String text) {
    if (text.length() > Decimal.MAX_LENGTH) {
      throw new IllegalArgumentException("too long");
    }
    return text;
  }
}
