package io.tracejoin.store;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.tracejoin.decompose.LargeTrace;
import io.tracejoin.decompose.Span;
import io.tracejoin.decompose.TraceInput.StoredRecord;
import io.tracejoin.join.JoinProperties;
import io.tracejoin.run.MappingCatalog;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Bounds what is looked at of one trace. A trace ID that is used for everything is loaded again at
 * every arrival: that must not cost more each time.
 */
@Component
final class TraceLimits {

  private static final Logger LOG = LoggerFactory.getLogger(TraceLimits.class);

  /** So many times the limit is read to choose from. */
  private static final int CHOICE = 10;

  private static final Comparator<StoredRecord> IN_ORDER =
      Comparator.comparingInt(StoredRecord::run)
          .thenComparingLong(it -> it.record().position())
          .thenComparing(
              it -> it.record().times().sentAt(), Comparator.nullsFirst(Comparator.naturalOrder()));

  private final JoinProperties properties;
  private final MappingCatalog mappings;
  private final Counter cut;

  TraceLimits(JoinProperties properties, MappingCatalog mappings, MeterRegistry meters) {
    this.properties = properties;
    this.mappings = mappings;
    this.cut =
        Counter.builder("tracejoin.join.cut")
            .description("Times that a trace was joined from a part of its spans or records")
            .register(meters);
  }

  /** Spans that are read of one trace, and of many before they are read one by one. */
  int readSpans() {
    return properties.maxSpans() * CHOICE;
  }

  /** As {@link #readSpans}, of records. */
  int readRecords() {
    return properties.maxRecords() * CHOICE;
  }

  List<Span> spans(UUID key, List<Span> read) {
    List<Span> kept = LargeTrace.keep(read, mappings.current(), properties.maxSpans());
    tell(key, "spans", read.size(), kept.size());
    return kept;
  }

  List<StoredRecord> records(UUID key, List<StoredRecord> read) {
    if (read.size() <= properties.maxRecords()) {
      return read;
    }
    List<StoredRecord> kept =
        read.stream().sorted(IN_ORDER).limit(properties.maxRecords()).toList();
    tell(key, "records", read.size(), kept.size());
    return kept;
  }

  private void tell(UUID key, String what, int read, int kept) {
    if (kept < read) {
      cut.increment();
      LOG.warn("trace {}: {} of {} {} or more are looked at", key, kept, read, what);
    }
  }
}
