package io.tracejoin.ingest;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.springframework.stereotype.Component;

/**
 * Counts exports that were not let in. Exporters drop them silently, so somebody else must tell.
 */
@Component
public final class RefusedExports {

  private final MeterRegistry registry;
  private final ConcurrentMap<String, Counter> byReason = new ConcurrentHashMap<>();

  /** Counts into this registry. */
  public RefusedExports(MeterRegistry registry) {
    this.registry = registry;
  }

  /**
   * Counts one export.
   *
   * @param reason one of a few fixed words
   */
  public void count(String reason) {
    byReason.computeIfAbsent(reason, this::counter).increment();
  }

  private Counter counter(String reason) {
    return Counter.builder("tracejoin.refused.exports")
        .description("Exports that were not let in")
        .tag("reason", reason)
        .register(registry);
  }

  /** Counts by reason since the start, a copy. */
  public SortedMap<String, Long> snapshot() {
    SortedMap<String, Long> snapshot = new TreeMap<>();
    byReason.forEach((reason, counter) -> snapshot.put(reason, (long) counter.count()));
    return snapshot;
  }
}
