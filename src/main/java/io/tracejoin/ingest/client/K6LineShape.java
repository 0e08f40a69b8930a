package io.tracejoin.ingest.client;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads a line of k6's own layout whose tags are known and whose metadata are plain texts: the
 * first line of most transactions. Whatever is not exactly so is left to a parser.
 */
final class K6LineShape {

  private static final byte[] TO_TAGS = ascii(",\"tags\":");
  private static final byte[] TO_METADATA = ascii(",\"metadata\":{");
  private static final int LONGEST_KEY = 200;
  private static final int MOST_PAIRS = 8;

  private final K6KnownTags known = new K6KnownTags();
  private final K6LineHead head = new K6LineHead();
  private K6KnownTags.@Nullable Known tags;

  /** Start and end of key and value of each pair, counted back from the end of the line. */
  private final int[] places = new int[4 * MOST_PAIRS];

  private int pairs;
  private long metadata;

  /**
   * Where the line ends that starts here; {@code from} where it is no such line, or not all of it
   * is there.
   */
  int end(byte[] bytes, int from, int limit) {
    int at = head.end(bytes, from, limit);
    if (at == from || !startsWith(bytes, at, limit, TO_TAGS)) {
      return from;
    }
    at += TO_TAGS.length;
    tags = known.at(bytes, at, limit);
    if (tags == null) {
      return from;
    }
    at = metadataEnd(bytes, at + tags.length(), limit);
    if (at < 0 || at + 2 > limit || bytes[at] != '}' || bytes[at + 1] != '}') {
      return from;
    }
    at += 2;
    for (int i = 0; i < 4 * pairs; i++) {
      places[i] = at - places[i];
    }
    return at;
  }

  /** Metric, time and value of the line that was found last. */
  K6LineHead head() {
    return head;
  }

  /** The tags of the line that was found last. */
  K6KnownTags.Known tags() {
    return Objects.requireNonNull(tags);
  }

  /** As {@link K6Point#metadataDigest()}, of the line that was found last. */
  long metadataDigest() {
    return metadata;
  }

  /** The metadata of a line with the same end as the one that was found last. */
  Map<String, String> metadata(byte[] bytes, int end) {
    Map<String, String> texts = new HashMap<>();
    for (int i = 0; i < 4 * pairs; i += 4) {
      if (places[i + 2] > places[i + 3]) {
        texts.put(
            text(bytes, end - places[i], end - places[i + 1]),
            text(bytes, end - places[i + 2], end - places[i + 3]));
      }
    }
    return texts;
  }

  /**
   * Remembers the tags of a line, if it has k6's layout.
   *
   * @param digest of tags that were read and are JSON; null where they were not read
   */
  void learn(byte[] bytes, int from, int to, @Nullable Long digest) {
    int at = head.end(bytes, from, to);
    if (at > from && startsWith(bytes, at, to, TO_TAGS)) {
      known.learn(bytes, at + TO_TAGS.length, to, digest);
    }
  }

  /** Passes over metadata, if there are any; -1 where they are not plain, or a key is repeated. */
  private int metadataEnd(byte[] bytes, int from, int limit) {
    pairs = 0;
    metadata = 0;
    if (!startsWith(bytes, from, limit, TO_METADATA)) {
      return from;
    }
    int at = from + TO_METADATA.length;
    if (at < limit && bytes[at] == '}') {
      return at + 1;
    }
    while (true) {
      at = pairEnd(bytes, at, limit);
      if (at < 0 || at >= limit) {
        return -1;
      }
      if (bytes[at] == '}') {
        return at + 1;
      }
      if (bytes[at] != ',') {
        return -1;
      }
      at++;
    }
  }

  private int pairEnd(byte[] bytes, int from, int limit) {
    if (pairs == MOST_PAIRS) {
      return -1;
    }
    int keyEnd = textEnd(bytes, from, limit);
    if (keyEnd < 0 || keyEnd - from > LONGEST_KEY || keyEnd + 1 >= limit) {
      return -1;
    }
    int value = keyEnd + 2;
    int valueEnd = bytes[keyEnd + 1] == ':' ? textEnd(bytes, value, limit) : -1;
    if (valueEnd < 0 || isRepeated(bytes, from + 1, keyEnd)) {
      return -1;
    }
    places[4 * pairs] = from + 1;
    places[4 * pairs + 1] = keyEnd;
    places[4 * pairs + 2] = value + 1;
    places[4 * pairs + 3] = valueEnd;
    pairs++;
    metadata += digest(bytes, from + 1, keyEnd, value + 1, valueEnd);
    return valueEnd + 1;
  }

  private boolean isRepeated(byte[] bytes, int from, int to) {
    for (int i = 0; i < 4 * pairs; i += 4) {
      if (Arrays.equals(bytes, places[i], places[i + 1], bytes, from, to)) {
        return true;
      }
    }
    return false;
  }

  /** As a parser's reader digests a pair: the key's hash, then the value's characters. */
  private static long digest(byte[] bytes, int from, int to, int value, int valueEnd) {
    int key = 0;
    for (int i = from; i < to; i++) {
      key = 31 * key + bytes[i];
    }
    long hash = K6Digest.begin(key);
    for (int i = value; i < valueEnd; i++) {
      hash = K6Digest.step(hash, bytes[i]);
    }
    return K6Digest.end(hash);
  }

  /** The closing quote of the text that starts here; -1 where there is none. */
  private static int textEnd(byte[] bytes, int from, int limit) {
    return from < limit && bytes[from] == '"'
        ? K6LineHead.plainTextEnd(bytes, from + 1, limit)
        : -1;
  }

  private static String text(byte[] bytes, int from, int to) {
    return new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
  }

  static boolean startsWith(byte[] line, int from, int to, byte[] start) {
    int end = from + start.length;
    return end <= to && Arrays.equals(line, from, end, start, 0, start.length);
  }

  static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
