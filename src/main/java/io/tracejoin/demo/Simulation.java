package io.tracejoin.demo;

import io.tracejoin.demo.SimulatedRequest.Fate;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;

/**
 * An open load against a gateway with a GPU pool of few slots: requests arrive on schedule whatever
 * the pool does, and wait for a slot in the order of arrival. So the queue's times come out of the
 * model; they are not drawn.
 */
final class Simulation {

  private static final long MILLI = 1_000_000L;
  private static final double NANOS = 1e9;
  private static final double FAILURES = 0.002;
  private static final int MEAN_TOKENS = 170;
  private static final double MS_PER_TOKEN = 6.2;
  private static final double PREFILL_MS = 60;
  private static final int CONNECTIONS = 24;
  private static final int SLOTS = 12;
  private static final double DRAINED_FROM = 0.5;
  private static final double DRAINED_FOR = 0.125;

  private final Random random;
  private final DemoProperties settings;
  private final int drained;
  private final PriorityQueue<Long> freeSlots = new PriorityQueue<>();

  Simulation(DemoProperties settings, Scenario scenario) {
    this.settings = settings;
    this.drained = scenario.drained();
    this.random = new Random(settings.seed() * 31 + scenario.runId().hashCode());
  }

  List<SimulatedRequest> requests(long startNanos) {
    long count = settings.rate() * settings.duration().toSeconds();
    long gap = Math.round(NANOS / settings.rate());
    long dropped = count * 2 / 3;
    long drain = Math.round(count * DRAINED_FROM);
    long refill = Math.round(count * (DRAINED_FROM + DRAINED_FOR));
    addSlots(SLOTS, startNanos);
    List<SimulatedRequest> requests = new ArrayList<>();
    for (long i = 0; i < count; i++) {
      long plannedAt = startNanos + i * gap;
      if (i == drain) {
        removeSlots(drained);
      } else if (i == refill) {
        addSlots(drained, plannedAt);
      }
      requests.add(request(plannedAt, i, i == dropped));
    }
    return requests;
  }

  private void addSlots(int count, long freeFrom) {
    for (int i = 0; i < count; i++) {
      freeSlots.add(freeFrom);
    }
  }

  private void removeSlots(int count) {
    for (int i = 0; i < count; i++) {
      freeSlots.remove();
    }
  }

  private SimulatedRequest request(long plannedAt, long index, boolean dropped) {
    long lag = millis(0.05, 0.4);
    long setup = index < CONNECTIONS ? millis(18, 8) : 0;
    long upstream = millis(22, 9);
    long auth = millis(6, 2);
    long prepare = millis(18, 6);
    long route = millis(6, 2);
    int outputTokens = tokens();
    Fate fate =
        dropped
            ? Fate.CONTEXT_DROPPED
            : random.nextDouble() < FAILURES ? Fate.FAILED : Fate.ANSWERED;
    long generation = generation(outputTokens, fate);
    long ready = plannedAt + lag + upstream + auth + prepare + route;
    long start = Math.max(ready, freeSlots.remove());
    freeSlots.add(start + generation);
    return new SimulatedRequest(
        traceId(plannedAt),
        hex(8),
        plannedAt,
        lag,
        setup,
        upstream,
        auth,
        prepare,
        route,
        start - ready,
        generation,
        Math.min(generation, Math.round(PREFILL_MS * MILLI)),
        millis(4, 3),
        millis(7, 2),
        millis(55, 14),
        120 + random.nextInt(400),
        outputTokens,
        fate);
  }

  private long generation(int outputTokens, Fate fate) {
    double full = PREFILL_MS + outputTokens * MS_PER_TOKEN * (1 + 0.04 * random.nextGaussian());
    return Math.round((fate == Fate.FAILED ? full / 5 : full) * MILLI);
  }

  private int tokens() {
    return (int) Math.max(8, Math.min(400, MEAN_TOKENS + 45 * random.nextGaussian()));
  }

  private long millis(double least, double spread) {
    return Math.round((least + Math.abs(random.nextGaussian()) * spread) * MILLI);
  }

  /**
   * Time first, as the k6 helper does: a demo that is simulated again never meets its old traces.
   */
  private String traceId(long plannedAt) {
    return "%012x".formatted(plannedAt / MILLI) + hex(16).substring(12);
  }

  private String hex(int bytes) {
    byte[] drawn = new byte[bytes];
    random.nextBytes(drawn);
    return HexFormat.of().formatHex(drawn);
  }
}
