package io.tracejoin.web;

import io.tracejoin.run.Run;
import io.tracejoin.run.RunId;
import io.tracejoin.run.RunState;
import io.tracejoin.run.Runs;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.springframework.stereotype.Component;

/**
 * Waits until runs are finished. One thread looks for all who wait: a waiting caller holds neither
 * a thread nor a connection to the database.
 */
@Component
final class VerdictWatch implements AutoCloseable {

  private static final Duration PAUSE = Duration.ofMillis(250);
  private static final int JUDGES = 2;

  private final Runs runs;
  private final Clock clock;
  private final ScheduledExecutorService looks =
      Executors.newSingleThreadScheduledExecutor(it -> thread(it, "verdict-wait"));
  private final ExecutorService judges =
      Executors.newFixedThreadPool(JUDGES, it -> thread(it, "verdict"));

  VerdictWatch(Runs runs, Clock clock) {
    this.runs = runs;
    this.clock = clock;
  }

  /**
   * What the judge says as soon as the run is finished, else when the time is over. Cancelling it
   * ends the looking.
   */
  <T> CompletableFuture<T> until(RunId run, Duration wait, Supplier<T> judge) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    Wait<T> caller = new Wait<>(run, clock.instant().plus(wait), judge, answer);
    looks.execute(() -> look(caller));
    return answer;
  }

  @Override
  public void close() {
    looks.shutdownNow();
    judges.shutdownNow();
  }

  private void look(Wait<?> caller) {
    if (caller.answer.isDone()) {
      return;
    }
    try {
      Optional<Run> run = runs.find(caller.run);
      boolean waits = run.isPresent() && run.get().state() != RunState.FINISHED;
      if (waits && clock.instant().isBefore(caller.until)) {
        looks.schedule(() -> look(caller), PAUSE.toMillis(), TimeUnit.MILLISECONDS);
      } else {
        judges.execute(caller::judged);
      }
    } catch (RuntimeException failure) {
      // Whoever asked learns it from the answer.
      caller.answer.completeExceptionally(failure);
    }
  }

  private static Thread thread(Runnable work, String name) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    return thread;
  }

  private record Wait<T>(RunId run, Instant until, Supplier<T> judge, CompletableFuture<T> answer) {

    void judged() {
      try {
        answer.complete(judge.get());
      } catch (RuntimeException failure) {
        answer.completeExceptionally(failure);
      }
    }
  }
}
