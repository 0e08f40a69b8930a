package io.tracejoin.ingest.client;

import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;

/** The sets of tags that lines came with, byte for byte: a test has few of them. */
final class K6KnownTags {

  private static final int MOST = 16;
  private static final int LONGEST = 8 * 1024;

  private final @Nullable Known[] known = new Known[MOST];
  private int next;

  /**
   * The set that stands here, if it is known; null if not.
   *
   * @param limit where the bytes end
   */
  @Nullable Known at(byte[] bytes, int from, int limit) {
    for (Known tags : known) {
      if (tags != null && tags.isAt(bytes, from, limit)) {
        return tags;
      }
    }
    return null;
  }

  /**
   * Remembers the set that starts here, if it is flat; the eldest is forgotten for it.
   *
   * @param digest of a set that was read as JSON; null for one that was not read
   */
  void learn(byte[] bytes, int from, int limit, @Nullable Long digest) {
    int end = flatEnd(bytes, from, limit);
    if (end - from > LONGEST || end == from) {
      return;
    }
    int place = next;
    for (int i = 0; i < MOST; i++) {
      Known other = known[i];
      if (other != null && other.text.length == end - from && other.isAt(bytes, from, end)) {
        place = i;
      }
    }
    known[place] = new Known(Arrays.copyOfRange(bytes, from, end), digest);
    next = place == next ? (next + 1) % MOST : next;
  }

  /** Where an object ends that holds no other; {@code from} where there is none. */
  private static int flatEnd(byte[] bytes, int from, int limit) {
    boolean inText = false;
    for (int i = from + 1; i < limit; i++) {
      byte b = bytes[i];
      if (b == '"') {
        inText = !inText;
      } else if ((b >= 0 && b < ' ') || b == '\\') {
        return from;
      } else if (!inText && b == '}') {
        return bytes[from] == '{' ? i + 1 : from;
      } else if (!inText && (b == '{' || b == '[')) {
        return from;
      }
    }
    return from;
  }

  /** One set of tags. */
  static final class Known {

    private final byte[] text;
    private final @Nullable Long digest;
    private @Nullable Map<String, String> tags;

    Known(byte[] text, @Nullable Long digest) {
      this.text = text;
      this.digest = digest;
    }

    int length() {
      return text.length;
    }

    /** Whether it was read and is JSON. One that was not may stand in a line of no interest. */
    boolean isRead() {
      return digest != null;
    }

    /** As {@link K6Point#tagsDigest()}; 0 where it was not read. */
    long digest() {
      return digest == null ? 0 : digest;
    }

    /** The tags as texts. */
    Map<String, String> tags() {
      if (tags == null) {
        try (JsonParser parser = JsonBody.parser(text, 0, text.length)) {
          parser.nextToken();
          tags = K6Tags.texts(parser);
        }
      }
      return tags;
    }

    private boolean isAt(byte[] bytes, int from, int limit) {
      return limit - from >= text.length
          && Arrays.equals(bytes, from, from + text.length, text, 0, text.length);
    }
  }
}
