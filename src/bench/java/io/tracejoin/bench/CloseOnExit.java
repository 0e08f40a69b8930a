package io.tracejoin.bench;

import java.util.List;

/** Closes what it is given when the JVM is told to stop before the benchmark has ended. */
final class CloseOnExit implements AutoCloseable {

  private final Thread hook;

  private CloseOnExit(Thread hook) {
    this.hook = hook;
  }

  /** In the given order. What is closed must bear to be closed again by its owner. */
  static CloseOnExit of(AutoCloseable... resources) {
    Thread hook = new Thread(() -> closeAll(List.of(resources)), "close-on-exit");
    Runtime.getRuntime().addShutdownHook(hook);
    return new CloseOnExit(hook);
  }

  /** The owner closes them now. */
  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException stopping) {
      return; // the hook is at work
    }
  }

  private static void closeAll(List<AutoCloseable> resources) {
    for (AutoCloseable resource : resources) {
      try {
        resource.close();
      } catch (Exception failure) {
        System.err.println("left behind: " + failure);
      }
    }
  }
}
