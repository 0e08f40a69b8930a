package io.tracejoin.store;

import io.tracejoin.decompose.TraceId;
import io.tracejoin.decompose.TraceInput;
import io.tracejoin.trace.TraceStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Looks traces up where they arrive, so that no answer is older than the last commit. */
@Component
final class PostgresTraces implements TraceStore {

  private final TraceLoader loader;
  private final PostgresBacklog backlog;
  private final ArrivalClock clock;

  PostgresTraces(TraceLoader loader, PostgresBacklog backlog, ArrivalClock clock) {
    this.loader = loader;
    this.backlog = backlog;
    this.clock = clock;
  }

  @Override
  public Optional<TraceInput> find(TraceId id) {
    return loader.load(List.of(id.uuid())).traces().stream().findFirst();
  }

  @Override
  public Freshness freshness() {
    Duration lag = backlog.read().lag();
    return new Freshness(later(clock.newestSpans(), backlog.newest()), lag);
  }

  private static @Nullable Instant later(@Nullable Instant one, @Nullable Instant other) {
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    return one.isAfter(other) ? one : other;
  }
}
