package io.tracejoin.ingest.otlp;

import io.tracejoin.ingest.AllowList;
import java.util.Map;

/**
 * What protobuf bytes were read as before: senders repeat themselves from span to span. Holds only
 * what is stored as well; what is dropped, such as a prompt or a request ID, never comes in.
 */
final class SeenBefore {

  private static final int LONGEST_ATTRIBUTES = 1_024;
  private static final int LONGEST_TEXT = 256;

  private final AllowList allowed;
  private final ByteCache<Map<String, Object>> attributes = new ByteCache<>(LONGEST_ATTRIBUTES);
  private final ByteCache<Kept> single = new ByteCache<>(LONGEST_TEXT);
  private final ByteCache<String> names = new ByteCache<>(LONGEST_TEXT);

  /**
   * One attribute.
   *
   * @param received the key that was received
   * @param key the one under which it is kept
   */
  record Kept(String received, String key, Object value) {}

  /**
   * @param allowed what decided, and decides from now on
   */
  SeenBefore(AllowList allowed) {
    this.allowed = allowed;
  }

  /** This where the list is the same, else a new one: another list keeps other attributes. */
  SeenBefore under(AllowList list) {
    return list == allowed ? this : new SeenBefore(list);
  }

  /** All attributes of a span, of which none was dropped, cut or repeated. */
  ByteCache<Map<String, Object>> attributes() {
    return attributes;
  }

  /** Attributes that are kept. */
  ByteCache<Kept> single() {
    return single;
  }

  /** Names that are kept as they came. */
  ByteCache<String> names() {
    return names;
  }
}
