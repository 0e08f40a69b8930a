package io.tracejoin.bench;

import java.nio.file.Path;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Spans a second that are acknowledged after their commit, eight requests in flight, against a bare
 * COPY of the same rows. The join is left to other replicas: it is measured by itself.
 *
 * @param connect how the spans are sent
 */
record Ingest(Function<ServiceProcess, Sender> connect) implements Benchmark {

  private static final int REQUESTS = 1_000;

  /** The service's JVM compiles as it goes. */
  private static final int ROUNDS = 7;

  static final int IN_FLIGHT = 8;
  private static final long LONGEST_SECONDS = 120;

  @Override
  public Result measure(double scale) throws Exception {
    try (Resources resources = new Resources()) {
      Path directory = resources.own(TemporaryDirectory.create()).path();
      ServiceProcess service =
          resources.own(ServiceProcess.launch(directory, "--tracejoin.join.workers=0"));
      service.awaitUp();
      HeapWatch heap = resources.own(HeapWatch.of(service));
      Sender sender = resources.own(connect.apply(service));
      return measure(service, heap, sender, (int) Math.max(1, Math.round(REQUESTS * scale)));
    }
  }

  private static Result measure(ServiceProcess service, HeapWatch heap, Sender sender, int requests)
      throws Exception {
    SpanBatches batches = new SpanBatches();
    long spans = (long) requests * SpanBatches.SPANS;
    double ingested = 0;
    double copied = 0;
    for (int round = 1; round <= ROUNDS; round++) {
      empty(service.database());
      List<Object> encoded = new ArrayList<>();
      for (int i = 0; i < requests; i++) {
        encoded.add(sender.encoded(batches.next()));
      }
      ingested = Math.max(ingested, told("service", spansPerSecond(sender, encoded)));
      copied = Math.max(copied, told("copy", BareCopy.rowsPerSecond(service.database(), spans)));
    }
    return new Result(ingested, copied, "spans/s", spans, service.peakRssBytes(), heap.peakBytes());
  }

  /** The baseline's table is empty when it begins, and so is the service's. */
  private static void empty(Database database) throws Exception {
    try (Connection connection = database.connect()) {
      Database.execute(connection, "TRUNCATE span, join_work");
    }
  }

  private static double spansPerSecond(Sender sender, List<Object> requests) throws Exception {
    Semaphore free = new Semaphore(IN_FLIGHT);
    List<CompletableFuture<Void>> answers = new ArrayList<>(requests.size());
    long begin = System.nanoTime();
    for (Object request : requests) {
      if (!free.tryAcquire(LONGEST_SECONDS, TimeUnit.SECONDS)) {
        throw new IllegalStateException("the service does not answer");
      }
      answers.add(sender.send(request).whenComplete((done, failure) -> free.release()));
    }
    for (CompletableFuture<Void> answer : answers) {
      answer.get(LONGEST_SECONDS, TimeUnit.SECONDS);
    }
    return Rate.perSecond((long) requests.size() * SpanBatches.SPANS, begin);
  }

  private static double told(String what, double perSecond) {
    System.err.printf("%s %.0f spans/s%n", what, perSecond);
    return perSecond;
  }
}
