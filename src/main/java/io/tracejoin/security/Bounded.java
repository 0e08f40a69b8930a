package io.tracejoin.security;

import java.util.LinkedHashMap;
import java.util.Map;

/** A map that forgets what was not asked for the longest: its keys come from outside. */
final class Bounded<K, V> extends LinkedHashMap<K, V> {

  private static final int MOST = 10_000;
  private static final long serialVersionUID = 1L;

  Bounded() {
    super(16, 0.75f, true);
  }

  @Override
  protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
    return size() > MOST;
  }
}
