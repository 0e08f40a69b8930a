package io.tracejoin.ingest.client;

import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of k6's points, in the order of the file: transactions become records, iterations
 * and virtual users become the load of each second, the script's own time to first token goes to
 * the record of its request.
 */
final class K6Points {

  /** Load that is held back until a request names the generator. */
  private static final int MOST_NAMELESS = 5_000;

  private final RecordSink sink;
  private final K6Metrics metrics;
  private final K6Streams streams = new K6Streams();
  private final K6Groups groups;
  private final @Nullable K6FirstTokens firstTokens;
  private @Nullable String generator;
  private @Nullable String nameOfLoad;
  private int nameless;

  K6Points(RecordSink sink, UploadOptions options) {
    TtftTrend ttft = options.ttft();
    this.sink = sink;
    metrics = new K6Metrics(ttft == null ? null : ttft.metric());
    firstTokens = ttft == null ? null : new K6FirstTokens(sink, ttft);
    groups = new K6Groups(sink, this::emit);
    generator = options.generator();
    if (generator != null) {
      sink.generator(generator);
    }
  }

  /** The metrics that are to be read. */
  K6Metrics metrics() {
    return metrics;
  }

  /**
   * Takes the next point.
   *
   * @throws IllegalArgumentException if it is unusable
   */
  void take(K6Point point) {
    K6Metric.Role role = point.metric().role();
    if (role == K6Metric.Role.TRANSACTION) {
      if (groups.add(point) == K6Groups.Place.LOOSE
          && point.metric() == K6Metric.HTTP_REQ_SENDING) {
        streams.begin(point.identity());
      }
      return;
    }
    groups.close();
    switch (role) {
      case LOAD -> load(point);
      case STREAM_EVENT -> {
        sink.ignore();
        streams.event(point.identity());
      }
      case FIRST_TOKEN -> firstToken(point);
      default -> sink.ignore();
    }
  }

  /** A line was rejected that may belong to the open transaction. */
  void damage() {
    groups.damage();
  }

  /** The body ends here. */
  void finish() {
    groups.finish(streams::isOpen);
    if (firstTokens != null) {
      firstTokens.finish();
    }
    nameAfterLoad();
  }

  private void emit(K6Group group) {
    String from = generator(group);
    K6Streams.Stream stream = group.isStream() ? streams.end(group.identity()) : null;
    if (stream != null) {
      groups.forgetStart(stream.start());
    }
    var record = group.record(from, stream, firstTokens == null);
    sink.accept(firstTokens == null ? record : firstTokens.awaited(record));
  }

  private void firstToken(K6Point point) {
    if (firstTokens == null) {
      throw new IllegalStateException("a metric that nobody asked for");
    }
    firstTokens.take(point);
  }

  private void load(K6Point point) {
    long second = Math.floorDiv(point.nanosSince1970(), K6Time.SECOND);
    int count = point.count();
    LoadSecond load =
        switch (point.metric()) {
          case VUS -> LoadSecond.ofVus(second, count);
          case VUS_MAX -> LoadSecond.ofVusMax(second, count);
          case DROPPED_ITERATIONS -> LoadSecond.ofDropped(point.tags().scenario(), second, count);
          default -> LoadSecond.ofIterations(point.tags().scenario(), second, count);
        };
    sink.load(load);
    if (generator == null) {
      awaitName(point, count);
    }
  }

  private void awaitName(K6Point point, int count) {
    if (nameOfLoad == null) {
      nameOfLoad = named(point.identity(), count);
    }
    nameless++;
    if (nameless >= MOST_NAMELESS) {
      nameAfterLoad();
    }
  }

  /** A file without requests has load all the same. */
  private void nameAfterLoad() {
    if (generator == null && nameOfLoad != null) {
      name(nameOfLoad);
    }
  }

  private String generator(K6Group group) {
    String known = generator;
    return known != null ? known : name(named(group.identity(), group.fingerprint()));
  }

  private String name(String chosen) {
    generator = chosen;
    sink.generator(chosen);
    return chosen;
  }

  /**
   * The same for every upload of a file, however it is packed; another for another file, also where
   * two pods begin in the same second.
   */
  private static String named(K6Point.Identity first, long fingerprint) {
    long mixed = first.time() * 31 + first.tags() * 0x9e3779b97f4a7c15L + first.metadata();
    long hash = K6Digest.end(mixed + fingerprint * 0xd6e8feb86659fd93L);
    return "k6-" + HexFormat.of().toHexDigits((int) (hash >>> 32));
  }
}
