package io.tracejoin.bench;

import java.io.IOException;
import java.util.OptionalLong;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Samples the service's used heap until it is closed. */
final class HeapWatch implements AutoCloseable {

  private static final long PERIOD_MS = 250;

  /** This meter alone: to tell all of them costs the service more than it should be seen to. */
  private static final String USED = "/actuator/prometheus?includedNames=jvm_memory_used_bytes";

  private static final String USED_HEAP = "jvm_memory_used_bytes{area=\"heap\"";

  private final AtomicLong peak = new AtomicLong();
  private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
  private final ServiceProcess service;

  private HeapWatch(ServiceProcess service) {
    this.service = service;
  }

  static HeapWatch of(ServiceProcess service) {
    HeapWatch watch = new HeapWatch(service);
    var unused =
        watch.timer.scheduleWithFixedDelay(watch::sample, 0, PERIOD_MS, TimeUnit.MILLISECONDS);
    return watch;
  }

  /** Garbage included, as sampled; empty before the first sample. */
  OptionalLong peakBytes() {
    long bytes = peak.get();
    return bytes == 0 ? OptionalLong.empty() : OptionalLong.of(bytes);
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }

  private void sample() {
    try {
      peak.accumulateAndGet(usedHeap(service.get(USED)), Math::max);
    } catch (IOException missed) {
      return; // the next sample will do
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    }
  }

  private static long usedHeap(String metrics) {
    return (long)
        metrics
            .lines()
            .filter(line -> line.startsWith(USED_HEAP))
            .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
            .sum();
  }
}
