package io.tracejoin.ingest.client;

import java.time.Duration;
import java.util.concurrent.Future;

/** Runs a task once, some time later, on another thread. */
@FunctionalInterface
interface Alarm {

  /** The task's handle, by which it can be called off. */
  Future<?> in(Duration delay, Runnable task);
}
