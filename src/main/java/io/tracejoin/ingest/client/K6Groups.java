package io.tracejoin.ingest.client;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Puts points together to transactions. k6 writes the points of one transaction one after the
 * other, beginning with {@code http_reqs}, so neighbours that share time, tags and metadata belong
 * together.
 *
 * <p>In a file that was sorted or filtered, points stand alone. They are gathered by time, tags and
 * metadata, as many transactions at once as memory allows: enough for a file that lost some
 * metrics, not for a long one that was sorted by metric.
 */
final class K6Groups {

  private static final int MOST_LOOSE = 5_000;

  /** Where a point went. */
  enum Place {
    /** To the open transaction. */
    OPEN,
    /** It stands alone, for the time being. */
    LOOSE
  }

  private final RecordSink sink;
  private final Consumer<K6Group> whole;
  private @Nullable K6Group open;
  private boolean anyClosed;
  private boolean lastReached;
  private final Map<K6Point.Identity, K6Group> loose = new LinkedHashMap<>();

  /**
   * @param whole takes what is put together; may refuse it with {@link IllegalArgumentException}
   */
  K6Groups(RecordSink sink, Consumer<K6Group> whole) {
    this.sink = sink;
    this.whole = whole;
  }

  /**
   * Takes a point of a transaction.
   *
   * @throws IllegalArgumentException if the point is unusable
   */
  Place add(K6Point point) {
    K6Point.Identity identity = point.identity();
    if (point.metric() == K6Metric.HTTP_REQS) {
      close();
      K6Group begun = loose.remove(identity);
      open = begun == null ? group(identity, point) : begun;
    }
    K6Group current = open;
    if (current != null && current.identity().equals(identity) && !current.has(point.metric())) {
      current.add(point);
      if (current.isWhole()) {
        // A live body may pause here.
        close();
      }
      return Place.OPEN;
    }
    addLoose(point, identity);
    return Place.LOOSE;
  }

  /** The open transaction has no further points. */
  void close() {
    K6Group closed = open;
    open = null;
    if (closed == null) {
      return;
    }
    anyClosed = true;
    lastReached = closed.has(K6Metric.HTTP_REQ_RECEIVING);
    if (closed.isComplete() || closed.isDamaged()) {
      emit(closed);
    } else {
      keep(closed);
    }
  }

  /** A line was rejected that may belong to the open transaction. */
  void damage() {
    if (open != null) {
      open.damage();
    }
  }

  /** The stream that began with this point has ended. */
  void forgetStart(K6Point.Identity start) {
    K6Group begun = loose.get(start);
    if (begun != null && begun.isStart()) {
      loose.remove(start);
      sink.ignore();
    }
  }

  /**
   * The body ends here. A last transaction that is broken off is left to the next upload.
   *
   * @param streams whether a stream is open that a transaction may end
   */
  void finish(Predicate<K6Point.Identity> streams) {
    K6Group last = open;
    if (last != null && !last.isDamaged() && isBrokenOff(last, streams)) {
      sink.truncated();
      open = null;
    }
    close();
    List<K6Group> left = List.copyOf(loose.values());
    loose.clear();
    left.forEach(this::emit);
  }

  /**
   * The points come in a fixed order, so one that got far and not to the end was cut; but a file
   * may have been rid of some metrics, as the transaction before shows.
   */
  private boolean isBrokenOff(K6Group last, Predicate<K6Point.Identity> streams) {
    if (!last.isComplete()) {
      return true;
    }
    if (last.has(K6Metric.HTTP_REQ_RECEIVING)
        || (last.isStream() && streams.test(last.identity()))) {
      return false;
    }
    return anyClosed ? lastReached : last.has(K6Metric.HTTP_REQ_BLOCKED);
  }

  private void addLoose(K6Point point, K6Point.Identity identity) {
    K6Group group = loose.get(identity);
    if (group == null) {
      group = group(identity, point);
      group.add(point);
      keep(group);
    } else if (group.has(point.metric())) {
      throw new IllegalArgumentException(
          "the lines are not in k6's order, and two requests share time and tags");
    } else {
      group.add(point);
    }
  }

  private void keep(K6Group group) {
    loose.put(group.identity(), group);
    if (loose.size() > MOST_LOOSE) {
      Iterator<K6Group> eldest = loose.values().iterator();
      K6Group evicted = eldest.next();
      eldest.remove();
      emit(evicted);
    }
  }

  private void emit(K6Group group) {
    if (!group.isComplete() && group.isDamaged()) {
      return;
    }
    if (!group.isComplete() && !group.has(K6Metric.HTTP_REQS)) {
      // Stream extensions write such a lone point when a request starts.
      sink.ignore();
      return;
    }
    try {
      whole.accept(group);
    } catch (IllegalArgumentException e) {
      sink.reject(group.line(), String.valueOf(e.getMessage()));
    }
  }

  private static K6Group group(K6Point.Identity identity, K6Point point) {
    return new K6Group(identity, point.tags(), point.line(), point.position());
  }
}
