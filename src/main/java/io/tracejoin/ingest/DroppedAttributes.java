package io.tracejoin.ingest;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.springframework.stereotype.Component;

/** Counts the attributes that were not stored, by key. Bounded: keys come from outside. */
@Component
public final class DroppedAttributes {

  /** Counts what has no row of its own. */
  public static final String OTHER = "__other__";

  static final int MAX_KEYS = 1_000;
  private static final int MAX_KEY_LENGTH = 100;

  private final Map<String, LongAdder> counts = new ConcurrentHashMap<>();
  private final LongAdder other = new LongAdder();
  private final LongAdder total = new LongAdder();

  /** An empty table, its total published as a meter (no label: keys are unbounded). */
  public DroppedAttributes(MeterRegistry registry) {
    FunctionCounter.builder("tracejoin.ingest.attributes.dropped", total, LongAdder::doubleValue)
        .description("Span attributes that were not stored")
        .register(registry);
  }

  /** Counts one value of this key that was not stored. */
  public void count(String key) {
    total.increment();
    LongAdder count = counts.get(key);
    (count != null ? count : row(key)).increment();
  }

  private synchronized LongAdder row(String key) {
    if (key.length() > MAX_KEY_LENGTH) {
      return other;
    }
    LongAdder row = counts.get(key);
    if (row == null && counts.size() < MAX_KEYS) {
      row = new LongAdder();
      counts.put(key, row);
    }
    return row == null ? other : row;
  }

  /** Counts by key since the start, a copy; {@link #OTHER} where the table was full. */
  public SortedMap<String, Long> snapshot() {
    SortedMap<String, Long> snapshot = new TreeMap<>();
    counts.forEach((key, count) -> snapshot.put(key, count.sum()));
    if (other.sum() > 0) {
      snapshot.merge(OTHER, other.sum(), Long::sum);
    }
    return snapshot;
  }

  /** All that were dropped since the start. */
  public long total() {
    return total.sum();
  }
}
