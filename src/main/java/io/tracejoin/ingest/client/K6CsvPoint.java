package io.tracejoin.ingest.client;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A row of k6's CSV output. */
final class K6CsvPoint extends K6Point {

  private final K6Metrics metrics;
  private final CsvRows row;
  private @Nullable K6CsvColumns columns;
  private K6Metric metric = K6Metric.OTHER;
  private long tags;
  private long metadata;

  /**
   * @param row where the rows come by
   */
  K6CsvPoint(K6Metrics metrics, CsvRows row) {
    super("timestamp", "metric_value");
    this.metrics = metrics;
    this.row = row;
  }

  /** From here on the columns are these. */
  void header(K6CsvColumns header) {
    columns = header;
  }

  /**
   * Reads the current row, no further than needed to know that it is of no interest.
   *
   * @throws IllegalArgumentException if it has not the columns of the header
   */
  void read() {
    K6CsvColumns by = columns();
    if (row.fields() != by.count()) {
      metric = K6Metric.OTHER;
      throw new IllegalArgumentException(
          "expected " + by.count() + " columns as in the header, got " + row.fields());
    }
    metric = metrics.of(row.text(by.metric()));
    if (metric.role() == K6Metric.Role.NONE) {
      return;
    }
    time.set(row.bytes(), row.from(by.time()), row.to(by.time()));
    value.set(row.bytes(), row.from(by.value()), row.to(by.value()));
    tags = by.extraTags() < 0 ? 0 : pairs(by.extraTags());
    for (int i = 0; i < by.count(); i++) {
      if (by.isTag(i)) {
        tags += digest(i + 1, row.from(i), row.to(i));
      }
    }
    metadata = by.metadata() < 0 ? 0 : pairs(by.metadata());
  }

  @Override
  K6Metric metric() {
    return metric;
  }

  @Override
  long tagsDigest() {
    return tags;
  }

  @Override
  long metadataDigest() {
    return metadata;
  }

  @Override
  K6Tags tags() {
    K6CsvColumns by = columns();
    Map<String, String> named = new HashMap<>();
    if (by.extraTags() >= 0) {
      K6CsvPairs.read(row.text(by.extraTags()), named);
    }
    for (int i = 0; i < by.count(); i++) {
      if (by.isTag(i) && row.to(i) > row.from(i)) {
        named.put(by.names().get(i), row.text(i));
      }
    }
    Map<String, String> meta = new HashMap<>();
    if (by.metadata() >= 0) {
      K6CsvPairs.read(row.text(by.metadata()), meta);
    }
    return new K6Tags(named, meta);
  }

  @Override
  long line() {
    return row.line();
  }

  @Override
  long position() {
    return row.line();
  }

  private K6CsvColumns columns() {
    if (columns == null) {
      throw new IllegalStateException("no header read");
    }
    return columns;
  }

  /** Pairs come in random order, in each row anew. */
  private long pairs(int column) {
    byte[] bytes = row.bytes();
    int end = row.to(column);
    int from = row.from(column);
    long sum = 0;
    for (int at = from; at < end; at++) {
      if (bytes[at] == '&') {
        sum += digest(0, from, at);
        from = at + 1;
      }
    }
    return from < end ? sum + digest(0, from, end) : sum;
  }

  private long digest(long seed, int from, int to) {
    if (from == to) {
      return 0;
    }
    byte[] bytes = row.bytes();
    long hash = K6Digest.begin(seed + 1);
    for (int i = from; i < to; i++) {
      hash = K6Digest.step(hash, bytes[i]);
    }
    return K6Digest.end(hash);
  }
}
