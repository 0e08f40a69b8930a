package io.tracejoin.bench;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * What a benchmark has started. All of it is closed, the last first, when the benchmark ends or
 * fails, and also when the JVM is told to stop in the middle.
 */
final class Resources implements AutoCloseable {

  private final Deque<AutoCloseable> open = new ArrayDeque<>();
  private final Thread hook = new Thread(this::closeAll, "close-resources");

  Resources() {
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /** Owns it from now on, and answers it. */
  synchronized <T extends AutoCloseable> T own(T resource) {
    open.push(resource);
    return resource;
  }

  /** One that cannot be closed is told of, and does not keep the others open. */
  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException stopping) {
      // The hook is at work; together they close each once.
    }
    closeAll();
  }

  private synchronized void closeAll() {
    while (!open.isEmpty()) {
      AutoCloseable resource = open.pop();
      try {
        resource.close();
      } catch (Exception failure) {
        System.err.println("left behind: " + resource + ": " + failure);
      }
    }
  }
}
