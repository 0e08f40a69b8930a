package io.tracejoin.ingest.otlp;

import java.util.ArrayList;
import java.util.List;

/** The spans of one request that were not taken: how many, and the first few with their reasons. */
final class Rejections {

  private static final int SHOWN = 10;

  private final List<String> shown = new ArrayList<>();
  private int count;

  void add(Place place, String name, String reason) {
    count++;
    if (shown.size() < SHOWN) {
      shown.add("%s %s: %s".formatted(place, Texts.quote(name), reason));
    }
  }

  int count() {
    return count;
  }

  /** What partial_success says: which spans and why. */
  String message() {
    String more = count > shown.size() ? "; and %d more".formatted(count - shown.size()) : "";
    return String.join("; ", shown) + more;
  }

  /**
   * The same, and how many were refused later.
   *
   * @param refused spans that the database did not take
   */
  String message(int refused) {
    String later = "%d spans: the database does not take what they hold".formatted(refused);
    return refused == 0 ? message() : count == 0 ? later : message() + "; " + later;
  }
}
