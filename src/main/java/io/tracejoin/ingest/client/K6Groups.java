package io.tracejoin.ingest.client;

import java.util.HexFormat;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
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

  private final RecordSink sink;
  private final @Nullable String declaredGenerator;
  private @Nullable String generator;
  private @Nullable K6Group open;
  private final Map<K6Point.Identity, K6Group> loose = new LinkedHashMap<>();

  /**
   * @param generator the caller's name of the generator; null: it is named after its first point
   */
  K6Groups(RecordSink sink, @Nullable String generator) {
    this.sink = sink;
    this.declaredGenerator = generator;
  }

  /**
   * Takes a point of a transaction.
   *
   * @throws IllegalArgumentException if the point is unusable
   */
  void add(K6Point point, JsonDocuments document) {
    K6Point.Identity identity = point.identity();
    if (point.metric() == K6Metric.HTTP_REQS) {
      close();
      K6Group begun = loose.remove(identity);
      open = begun == null ? group(identity, document) : begun;
    }
    K6Group current = open;
    if (current != null && current.identity().equals(identity) && !current.has(point.metric())) {
      current.add(point);
    } else {
      addLoose(point, identity, document);
    }
  }

  /** The open transaction has no further points. */
  void close() {
    K6Group closed = open;
    open = null;
    if (closed == null) {
      return;
    }
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

  /** The body ends here. A last transaction that is broken off is left to the next upload. */
  void finish() {
    K6Group last = open;
    if (last != null && !last.isComplete() && !last.isDamaged()) {
      sink.truncated();
      open = null;
    }
    close();
    loose.values().forEach(this::emit);
    loose.clear();
  }

  private void addLoose(K6Point point, K6Point.Identity identity, JsonDocuments document) {
    K6Group group = loose.get(identity);
    if (group == null) {
      group = group(identity, document);
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
      sink.accept(group.record(generator(group)));
    } catch (IllegalArgumentException e) {
      sink.reject(group.line(), String.valueOf(e.getMessage()));
    }
  }

  private K6Group group(K6Point.Identity identity, JsonDocuments document) {
    if (generator == null) {
      generator = declaredGenerator == null ? named(identity) : declaredGenerator;
    }
    try (var parser = JsonBody.parser(document)) {
      return new K6Group(identity, K6Tags.read(parser), document.line(), document.position());
    }
  }

  /** The same for every upload of a file, however it is packed; another for another file. */
  private static String named(K6Point.Identity first) {
    long mixed = first.time() * 31 + first.tags() * 0x9e3779b97f4a7c15L + first.metadata();
    mixed = (mixed ^ mixed >>> 32) * 0xd6e8feb86659fd93L;
    return "k6-" + HexFormat.of().toHexDigits((int) (mixed >>> 32));
  }

  private String generator(K6Group group) {
    return generator == null ? named(group.identity()) : generator;
  }
}
