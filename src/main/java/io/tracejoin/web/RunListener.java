package io.tracejoin.web;

import io.tracejoin.run.RunProgress;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter.SseEventBuilder;

/** One who listens to a run. What comes while he still reads is left out: the newest is enough. */
final class RunListener {

  /** Browsers come back by themselves. */
  private static final Duration LONGEST = Duration.ofMinutes(30);

  /** Sooner than proxies give up on a silent connection. */
  private static final long KEEP_ALIVE_NANOS = Duration.ofSeconds(15).toNanos();

  private final SseEmitter emitter = new SseEmitter(LONGEST.toMillis());
  private final AtomicBoolean gone = new AtomicBoolean();
  private final AtomicBoolean busy = new AtomicBoolean();
  private final Runnable leaves;
  private volatile @Nullable RunProgress told;
  private volatile long toldAt = System.nanoTime();

  RunListener(Runnable leaves) {
    this.leaves = leaves;
    emitter.onCompletion(this::leave);
    emitter.onTimeout(this::end);
    emitter.onError(failure -> leave());
  }

  SseEmitter emitter() {
    return emitter;
  }

  boolean isGone() {
    return gone.get();
  }

  boolean isNew() {
    return told == null;
  }

  /** Sends what is new, or a sign of life after a while; the end after the run's. */
  void tell(RunProgress progress, Executor senders) {
    boolean news = !progress.equals(told);
    if ((news || System.nanoTime() - toldAt > KEEP_ALIVE_NANOS)
        && busy.compareAndSet(false, true)) {
      senders.execute(() -> send(progress, news));
    }
  }

  void end() {
    emitter.complete();
    leave();
  }

  private void send(RunProgress progress, boolean news) {
    try {
      emitter.send(news ? event(progress) : SseEmitter.event().comment("still here"));
      told = progress;
      toldAt = System.nanoTime();
      if (progress.finished()) {
        end();
      }
    } catch (IOException | IllegalStateException left) {
      // The reader went away; the container tells the emitter as well.
      leave();
    } finally {
      busy.set(false);
    }
  }

  private static SseEventBuilder event(RunProgress progress) {
    return SseEmitter.event().name("progress").data(progress, MediaType.APPLICATION_JSON);
  }

  private void leave() {
    if (gone.compareAndSet(false, true)) {
      leaves.run();
    }
  }
}
