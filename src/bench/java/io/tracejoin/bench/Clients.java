package io.tracejoin.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Clients that ask one question after the other, all at once. */
final class Clients {

  static final int CLIENTS = 16;

  private Clients() {}

  /** A question; each client has its own. */
  interface Question extends AutoCloseable {
    void ask() throws Exception;

    @Override
    default void close() throws Exception {}
  }

  /** Makes the question of a client. */
  interface Asker {
    Question of(int client) throws Exception;
  }

  /**
   * Asks by one client: the compiler of the service's JVM gets the other core, of which it sees
   * little while sixteen clients ask.
   */
  static void warmUp(Asker asker, int questions) throws Exception {
    nanos(asker, questions, 1);
  }

  /** The nanoseconds of every question, in ascending order. */
  static long[] nanos(Asker asker, int questions) throws Exception {
    return nanos(asker, questions, CLIENTS);
  }

  private static long[] nanos(Asker asker, int questions, int count) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(count);
    try {
      List<Callable<long[]>> clients = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        int client = i;
        clients.add(() -> ask(asker, client, questions / count));
      }
      long[] all = {};
      for (Future<long[]> answered : threads.invokeAll(clients)) {
        long[] more = answered.get();
        all = Arrays.copyOf(all, all.length + more.length);
        System.arraycopy(more, 0, all, all.length - more.length, more.length);
      }
      Arrays.sort(all);
      return all;
    } finally {
      threads.shutdownNow();
    }
  }

  private static long[] ask(Asker asker, int client, int questions) throws Exception {
    try (Question question = asker.of(client)) {
      long[] nanos = new long[questions];
      for (int i = 0; i < questions; i++) {
        long begin = System.nanoTime();
        question.ask();
        nanos[i] = System.nanoTime() - begin;
      }
      return nanos;
    }
  }

  /** The p99 in milliseconds, also told to the error stream with p50. */
  static double p99(String what, long[] sorted) {
    double p50 = sorted[(sorted.length - 1) / 2] / 1e6;
    double p99 = sorted[(int) Math.ceil(0.99 * sorted.length) - 1] / 1e6;
    System.err.printf("%s p50 %.3f ms, p99 %.3f ms%n", what, p50, p99);
    return p99;
  }
}
