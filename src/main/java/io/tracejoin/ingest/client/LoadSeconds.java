package io.tracejoin.ingest.client;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The load of one upload, second by second. A second is kept for a while after it was stored, so
 * that what comes late is added to it: what is stored is always its whole.
 */
final class LoadSeconds {

  private static final int MOST = 20_000;
  private static final int MOST_PENDING = MOST / 2;

  private final Map<Key, LoadSecond> seconds = new LinkedHashMap<>();
  private final Set<Key> pending = new LinkedHashSet<>();
  private @Nullable String generator;

  private record Key(String scenario, long second) {}

  /** Names the generator whose load it is. */
  void generator(String name) {
    generator = name;
  }

  @Nullable String generator() {
    return generator;
  }

  void add(LoadSecond load) {
    Key key = new Key(load.scenario(), load.second());
    seconds.merge(key, load, LoadSecond::plus);
    pending.add(key);
    if (seconds.size() > MOST) {
      forgetEldestStored();
    }
  }

  /** Whether there is so much to store that it cannot wait. */
  boolean isFull() {
    return generator != null && pending.size() >= MOST_PENDING;
  }

  /** What has changed since it was last taken; nothing while the generator has no name. */
  List<LoadSecond> take() {
    if (generator == null || pending.isEmpty()) {
      return List.of();
    }
    List<LoadSecond> taken = new ArrayList<>(pending.size());
    pending.forEach(key -> taken.add(Objects.requireNonNull(seconds.get(key))));
    pending.clear();
    return taken;
  }

  private void forgetEldestStored() {
    Iterator<Key> eldest = seconds.keySet().iterator();
    while (eldest.hasNext()) {
      if (!pending.contains(eldest.next())) {
        eldest.remove();
        return;
      }
    }
  }
}
