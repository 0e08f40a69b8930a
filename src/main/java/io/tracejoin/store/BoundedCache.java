package io.tracejoin.store;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Keeps the entries that were used last, up to a number. */
final class BoundedCache<K, V> {

  private final Map<K, V> entries;

  BoundedCache(int limit) {
    entries =
        Collections.synchronizedMap(
            new LinkedHashMap<>(16, 0.75f, true) {
              @Override
              protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
                return size() > limit;
              }
            });
  }

  @Nullable V find(K key) {
    return entries.get(key);
  }

  void put(K key, V value) {
    entries.put(key, value);
  }
}
