package io.tracejoin.web;

import io.tracejoin.run.RunId;
import io.tracejoin.run.RunProgress;
import io.tracejoin.run.RunProgresses;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/**
 * Tells listeners how far runs are. One thread looks once a second at each run that has any, for
 * all of them: a listener holds neither a thread nor a connection to the database.
 */
@Component
final class RunEvents implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(RunEvents.class);

  static final int MOST_LISTENERS = 200;

  private static final Duration PAUSE = Duration.ofSeconds(1);

  /** Counting the rows of a large run takes no more of the database's time than one in so many. */
  private static final int REST = 20;

  /** A slow reader keeps one of these waiting, and nobody else. */
  private static final int SENDERS = 4;

  private final Source source;
  private final AtomicInteger listeners = new AtomicInteger();
  private final Map<RunId, RunAudience> audiences = new ConcurrentHashMap<>();
  private final ScheduledExecutorService looks =
      Executors.newSingleThreadScheduledExecutor(it -> thread(it, "run-events"));
  private final ExecutorService senders =
      Executors.newFixedThreadPool(SENDERS, it -> thread(it, "run-events-send"));

  @Autowired
  RunEvents(RunProgresses progresses) {
    this(progresses::of);
  }

  RunEvents(Source source) {
    this.source = source;
    looks.scheduleWithFixedDelay(this::look, 0, PAUSE.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** How far a run is; empty if there is none, or none any more. */
  interface Source {
    Optional<RunProgress> progress(RunId run, @Nullable RunProgress before);
  }

  /**
   * A new listener.
   *
   * @throws TooManyListenersException if it would be one too many
   */
  SseEmitter listen(RunId run) {
    if (listeners.incrementAndGet() > MOST_LISTENERS) {
      listeners.decrementAndGet();
      throw new TooManyListenersException(MOST_LISTENERS);
    }
    RunListener listener = new RunListener(listeners::decrementAndGet);
    audiences.compute(
        run, (id, known) -> (known == null ? new RunAudience() : known).with(listener));
    return listener.emitter();
  }

  /** Before the web server waits for the answers under way: these would not end by themselves. */
  @EventListener(ContextClosedEvent.class)
  void closing() {
    looks.shutdownNow();
    audiences.values().forEach(RunAudience::end);
  }

  @Override
  public void close() {
    looks.shutdownNow();
    senders.shutdownNow();
  }

  private void look() {
    audiences.keySet().forEach(this::look);
  }

  private void look(RunId run) {
    RunAudience audience =
        audiences.computeIfPresent(run, (id, known) -> known.isGone() ? null : known);
    if (audience == null || audience.rests()) {
      return;
    }
    try {
      long since = System.nanoTime();
      Optional<RunProgress> progress = source.progress(run, audience.told());
      audience.restFor((System.nanoTime() - since) * REST);
      progress.ifPresentOrElse(it -> audience.tell(it, senders), audience::end);
    } catch (RuntimeException failure) { // the next look finds the database back
      log.debug("the progress of a run cannot be told: {}", failure.toString());
    }
  }

  private static Thread thread(Runnable work, String name) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    return thread;
  }
}
