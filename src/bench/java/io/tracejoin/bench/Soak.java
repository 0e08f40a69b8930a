package io.tracejoin.bench;

import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/**
 * Sends spans and their client records at a share of what the service was just seen to take, and
 * compares the first third of that time with the last: what grows is not at rest.
 *
 * <p>{@code soak [--minutes M] [--share S]}: half a minute at half the peak by default.
 */
final class Soak {

  private static final long PEAK_SECONDS = 8;
  private static final int IN_FLIGHT = 8;
  private static final int LOOKS_OF_A_THIRD = 3;
  private static final int PARTS = 3;
  private static final long LONGEST_DRAIN_NANOS = TimeUnit.MINUTES.toNanos(2);

  private final ServiceProcess service;
  private final Sender sender;
  private final SoakRecords records;
  private final SpanBatches batches = new SpanBatches();
  private final Deque<CompletableFuture<Void>> inFlight = new ArrayDeque<>();
  private long spans;
  private long refused;

  private Soak(ServiceProcess service, Sender sender) {
    this.service = service;
    this.sender = sender;
    this.records = new SoakRecords(service);
  }

  /**
   * Runs it.
   *
   * @return one JSON line
   * @throws IllegalArgumentException saying what is wrong with the command line
   */
  static String run(String[] arguments) throws Exception {
    Map<String, Double> options = SoakOptions.of(arguments);
    try (Resources resources = new Resources()) {
      ServiceProcess service =
          resources.own(ServiceProcess.launch(resources.own(TemporaryDirectory.create()).path()));
      service.awaitUp();
      Sender sender = resources.own(new GrpcSender(service));
      return new Soak(service, sender)
          .measure(options.getOrDefault("--minutes", 0.5), options.getOrDefault("--share", 0.5));
    }
  }

  private String measure(double minutes, double share) throws Exception {
    double peak = peak();
    double rate = peak * share;
    System.err.printf("peak %.0f spans/s, soaking at %.0f%n", peak, rate);
    drain();
    spans = 0;
    refused = 0;
    records.forget();
    List<SoakLook> looks = soak(rate, minutes);
    drain();
    return json(minutes, peak, rate, looks);
  }

  /** Spans and records, as fast as they are taken. */
  private double peak() throws Exception {
    long begin = System.nanoTime();
    long end = begin + TimeUnit.SECONDS.toNanos(PEAK_SECONDS);
    while (System.nanoTime() < end) {
      sendNext();
    }
    settle(0);
    return Rate.perSecond(spans, begin);
  }

  /** Looks three times in the first third and three times in the last. */
  private List<SoakLook> soak(double rate, double minutes) throws Exception {
    long begin = System.nanoTime();
    double nanos = minutes * TimeUnit.MINUTES.toNanos(1);
    double third = nanos / PARTS;
    List<SoakLook> looks = new ArrayList<>();
    while (System.nanoTime() - begin < nanos) {
      double elapsed = System.nanoTime() - begin;
      if (spans < rate * elapsed / 1e9) {
        sendNext();
      } else {
        Thread.sleep(1);
      }
      if (looks.size() < 2 * LOOKS_OF_A_THIRD && elapsed >= due(looks.size(), third)) {
        looks.add(SoakLook.at(service));
      }
    }
    settle(0);
    while (looks.size() < 2 * LOOKS_OF_A_THIRD) {
      looks.add(SoakLook.at(service));
    }
    return looks;
  }

  /** When the look with this number is due: within its third, evenly. */
  private static double due(int look, double third) {
    int part = look / LOOKS_OF_A_THIRD;
    int place = look % LOOKS_OF_A_THIRD + 1;
    return (part == 0 ? 0 : 2 * third) + place * third / (LOOKS_OF_A_THIRD + 1);
  }

  private void sendNext() throws Exception {
    ExportTraceServiceRequest export = batches.next();
    inFlight.add(sender.send(sender.encoded(export)));
    spans += SpanBatches.SPANS;
    records.add(batches.records());
    settle(IN_FLIGHT - 1);
  }

  /** Waits until at most so many are not answered; who is told to come back is counted. */
  private void settle(int left) {
    while (inFlight.size() > left) {
      try {
        inFlight.remove().join();
      } catch (CompletionException failure) {
        refused++;
      }
    }
  }

  /** Until everything is joined. */
  private void drain() throws Exception {
    records.flush();
    long begin = System.nanoTime();
    while (SoakLook.backlog(service) > 0) {
      if (System.nanoTime() - begin > LONGEST_DRAIN_NANOS) {
        throw new IllegalStateException("the join does not come to rest");
      }
      Thread.sleep(500);
    }
  }

  private String json(double minutes, double peak, double rate, List<SoakLook> looks) {
    SoakLook first = SoakLook.mean(looks.subList(0, LOOKS_OF_A_THIRD));
    SoakLook last = SoakLook.mean(looks.subList(LOOKS_OF_A_THIRD, looks.size()));
    return String.format(
        Locale.ROOT,
        "{\"bench\":\"soak\",\"minutes\":%.2f,\"peak_spans_per_s\":%.0f,\"rate_spans_per_s\":%.0f,"
            + "\"spans\":%d,\"records\":%d,\"exports_refused\":%d,%s}",
        minutes,
        peak,
        rate,
        spans,
        records.sent(),
        refused,
        SoakLook.json(first, last));
  }
}
