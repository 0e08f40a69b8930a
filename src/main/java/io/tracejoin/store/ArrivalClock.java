package io.tracejoin.store;

import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** The service's own time, and when this process last committed spans. */
@Component
final class ArrivalClock {

  private final Clock clock;
  private final AtomicReference<@Nullable Instant> newestSpans = new AtomicReference<>();

  ArrivalClock(Clock clock) {
    this.clock = clock;
  }

  Instant now() {
    return clock.instant();
  }

  /** The day of arrival: UTC. */
  LocalDate today() {
    return LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
  }

  void spansCommitted() {
    newestSpans.set(clock.instant());
  }

  /** Null if none since the process started. */
  @Nullable Instant newestSpans() {
    return newestSpans.get();
  }
}
