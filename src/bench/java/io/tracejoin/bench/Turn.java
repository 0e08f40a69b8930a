package io.tracejoin.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Whole traces and the records of the same requests.
 *
 * @param exports as a sender has encoded them
 * @param records one NDJSON upload
 */
record Turn(List<Object> exports, String records) {

  private static final int EXPORTS = 28;
  private static final int IN_FLIGHT = 8;
  private static final long LONGEST_SECONDS = 120;

  /** 28 exports are a whole number of traces of seven spans. */
  static final int TRACES = EXPORTS * SpanBatches.SPANS / SpanBatches.SPANS_OF_A_TRACE;

  /** The next turns, encoded outside of what is measured. */
  static List<Turn> next(SpanBatches batches, Sender sender, int turns) {
    List<Turn> made = new ArrayList<>();
    for (int turn = 0; turn < turns; turn++) {
      List<Object> exports = new ArrayList<>();
      for (int i = 0; i < EXPORTS; i++) {
        exports.add(sender.encoded(batches.next()));
      }
      made.add(new Turn(exports, String.join("", batches.records())));
    }
    return made;
  }

  /**
   * Sends the turns one after the other, each one's exports and records at once, and returns when
   * all are acknowledged.
   */
  static void send(List<ServiceProcess> services, List<Sender> senders, List<Turn> turns)
      throws Exception {
    CompletableFuture<Void> uploads = CompletableFuture.completedFuture(null);
    Semaphore free = new Semaphore(IN_FLIGHT);
    List<CompletableFuture<Void>> answers = new ArrayList<>();
    for (int i = 0; i < turns.size(); i++) {
      Turn turn = turns.get(i);
      ServiceProcess service = services.get(i % services.size());
      uploads = uploads.thenRunAsync(() -> upload(service, turn.records));
      for (Object export : turn.exports) {
        if (!free.tryAcquire(LONGEST_SECONDS, TimeUnit.SECONDS)) {
          throw new IllegalStateException("the service does not answer");
        }
        Sender sender = senders.get(answers.size() % senders.size());
        answers.add(sender.send(export).whenComplete((done, failure) -> free.release()));
      }
    }
    for (CompletableFuture<Void> answer : answers) {
      answer.get(LONGEST_SECONDS, TimeUnit.SECONDS);
    }
    uploads.get(LONGEST_SECONDS, TimeUnit.SECONDS);
  }

  private static void upload(ServiceProcess service, String records) {
    try {
      service.post(
          service.rest("/api/v1/runs/bench/client-records"), "application/x-ndjson", records);
    } catch (Exception failed) {
      throw new IllegalStateException("records were refused", failed);
    }
  }
}
