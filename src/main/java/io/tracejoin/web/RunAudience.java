package io.tracejoin.web;

import io.tracejoin.run.RunProgress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Those who listen to one run, and what the run was when it was looked at last. */
final class RunAudience {

  private final List<RunListener> listeners = new CopyOnWriteArrayList<>();
  private volatile @Nullable RunProgress told;
  private volatile long restUntil = System.nanoTime();

  RunAudience with(RunListener listener) {
    listeners.add(listener);
    return this;
  }

  boolean isGone() {
    listeners.removeIf(RunListener::isGone);
    return listeners.isEmpty();
  }

  /** Whether it is too early to look again. Who has just come does not wait. */
  boolean rests() {
    return System.nanoTime() < restUntil && listeners.stream().noneMatch(RunListener::isNew);
  }

  void restFor(long nanos) {
    restUntil = System.nanoTime() + nanos;
  }

  /** Null before the first look. */
  @Nullable RunProgress told() {
    return told;
  }

  void tell(RunProgress progress, Executor senders) {
    told = progress;
    listeners.forEach(it -> it.tell(progress, senders));
  }

  void end() {
    listeners.forEach(RunListener::end);
  }
}
