package io.tracejoin.budget;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads the fields of one object; what is wrong with one does not hide what is with another. */
record Fields(Place object, Map<String, Place> keys, List<Problem> problems) {

  /** The value; null where the key is absent or its value is wrong. */
  <T> @Nullable T read(String key, Function<Place, T> read) {
    Place place = keys.get(key);
    return place == null ? null : attempt(place, read, problems);
  }

  /** Likewise; an absent key is wrong. */
  <T> @Nullable T required(String key, Function<Place, T> read) {
    if (!keys.containsKey(key)) {
      problems.add(object.problem(key + ": is missing"));
    }
    return read(key, read);
  }

  boolean has(String key) {
    return keys.containsKey(key);
  }

  /** What is refused is a problem of its place, and the value null. */
  static <T> @Nullable T attempt(Place place, Function<Place, T> read, List<Problem> problems) {
    try {
      return read.apply(place);
    } catch (Place.Wrong wrong) {
      problems.add(wrong.problem());
    } catch (IllegalArgumentException refused) {
      problems.add(place.problem(String.valueOf(refused.getMessage())));
    }
    return null;
  }
}
