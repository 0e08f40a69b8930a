package io.tracejoin.ingest.client;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The streams that the extension xk6-sse reads. It writes a lone {@code http_req_sending} when a
 * request starts, an {@code sse_event} for each event, and the points of a transaction at the end.
 */
final class K6Streams {

  private static final int MOST_OPEN = 5_000;

  private final Map<Long, Stream> open = new LinkedHashMap<>();

  /**
   * One stream.
   *
   * @param start the point of its start
   * @param firstEvent when its first event came, nanoseconds since 1970; null before
   * @param ambiguous another stream with equal tags began meanwhile
   */
  record Stream(K6Point.Identity start, @Nullable Long firstEvent, boolean ambiguous) {

    /**
     * From the start to the first event, in nanoseconds; null where it cannot be told: no event, or
     * stamps that are cut to seconds.
     */
    @Nullable Long timeToFirstEvent() {
      Long first = firstEvent;
      if (first == null || ambiguous || first <= start.time()) {
        return null;
      }
      boolean cut = K6Time.isWholeSecond(first) && K6Time.isWholeSecond(start.time());
      return cut ? null : (Long) (first - start.time());
    }
  }

  /** A request has started. */
  void begin(K6Point.Identity start) {
    Stream before = open.remove(key(start));
    open.put(key(start), new Stream(start, null, before != null));
    if (open.size() > MOST_OPEN) {
      Iterator<Stream> eldest = open.values().iterator();
      eldest.next();
      eldest.remove();
    }
  }

  /** An event has come. */
  void event(K6Point.Identity event) {
    Stream stream = open.get(key(event));
    if (stream != null && stream.firstEvent() == null) {
      open.put(key(event), new Stream(stream.start(), event.time(), stream.ambiguous()));
    }
  }

  /** Whether a stream with the tags of this transaction has started and not ended. */
  boolean isOpen(K6Point.Identity end) {
    return open.containsKey(key(end));
  }

  /** The stream that ends with this transaction, or null. */
  @Nullable Stream end(K6Point.Identity end) {
    return open.remove(key(end));
  }

  /** Tags may change with the answer; what a script puts into metadata stays. */
  private static long key(K6Point.Identity point) {
    return point.metadata() != 0 ? point.metadata() : point.tags();
  }
}
