package io.tracejoin.web;

import io.tracejoin.decompose.TraceId;
import io.tracejoin.trace.Preflight;
import io.tracejoin.trace.Traces;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.springframework.stereotype.Component;

/**
 * Looks at traces until their chain is whole. One thread looks for all who wait: a waiting caller
 * holds neither a thread nor a connection to the database.
 */
@Component
final class PreflightWatch implements AutoCloseable {

  private static final Duration PAUSE = Duration.ofMillis(250);

  private final Traces traces;
  private final Clock clock;
  private final ScheduledExecutorService looks =
      Executors.newSingleThreadScheduledExecutor(PreflightWatch::thread);

  PreflightWatch(Traces traces, Clock clock) {
    this.traces = traces;
    this.clock = clock;
  }

  /**
   * The check as soon as it is ready, else as it is when the time is over; fails with {@link
   * NotFound} if nothing is stored even then. Cancelling it ends the looking.
   */
  CompletableFuture<Preflight> until(TraceId id, Duration wait) {
    Wait caller = new Wait(id, clock.instant().plus(wait), new CompletableFuture<>());
    looks.execute(() -> look(caller));
    return caller.answer();
  }

  @Override
  public void close() {
    looks.shutdownNow();
  }

  private void look(Wait caller) {
    if (caller.answer().isDone()) {
      return;
    }
    try {
      settle(caller, traces.preflight(caller.id()));
    } catch (RuntimeException failure) {
      // Whoever asked learns it from the answer.
      caller.answer().completeExceptionally(failure);
    }
  }

  private void settle(Wait caller, Optional<Preflight> found) {
    if (found.map(Preflight::ready).orElse(false)) {
      caller.answer().complete(found.get());
    } else if (clock.instant().isBefore(caller.until())) {
      looks.schedule(() -> look(caller), PAUSE.toMillis(), TimeUnit.MILLISECONDS);
    } else if (found.isPresent()) {
      caller.answer().complete(found.get());
    } else {
      caller.answer().completeExceptionally(NotFound.trace(caller.id(), traces.freshness()));
    }
  }

  private static Thread thread(Runnable looking) {
    Thread thread = new Thread(looking, "preflight");
    thread.setDaemon(true);
    return thread;
  }

  private record Wait(TraceId id, Instant until, CompletableFuture<Preflight> answer) {}
}
