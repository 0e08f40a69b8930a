package io.tracejoin.report;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import tools.jackson.databind.annotation.JsonNaming;

/**
 * The first step that the system does not carry as it did the one before (semantics 11).
 *
 * @param step its index
 * @param reason {@code completions_short} or {@code queue_grew}
 * @param message the numbers
 */
@JsonNaming(SnakeCaseStrategy.class)
public record Knee(int step, String reason, String message) {

  private static final double SHORT = 0.05;
  private static final double SIGMAS = 3;
  private static final double FACTOR = 2;

  /** A queue's p95 that grows by less is no sign of anything. */
  static final double LEAST_MS = 50;

  /** Nor is one that grows by a smaller share of client_total's p50. */
  static final double OF_TOTAL = 0.05;

  private static final double SAME = 0.15;

  /**
   * What of a step tells.
   *
   * @param rate delivered a second
   * @param delivered requests
   * @param completed successes
   * @param queueMs p95 of gpu_queue; null where not known
   * @param perTokenMs mean generation per output token, else of a whole answer; null where neither
   *     is known
   * @param totalMs p50 of client_total; null where not known
   */
  record Seen(
      int index,
      double rate,
      long delivered,
      long completed,
      @Nullable Double queueMs,
      @Nullable Double perTokenMs,
      @Nullable Double totalMs) {}

  /** Empty where every step is carried. */
  static Optional<Knee> of(List<Seen> steps) {
    for (int i = 0; i < steps.size(); i++) {
      Seen step = steps.get(i);
      if (isShort(step)) {
        return Optional.of(new Knee(step.index, "completions_short", completions(step)));
      }
      if (i > 0 && queueGrew(steps.get(i - 1), step)) {
        return Optional.of(new Knee(step.index, "queue_grew", queue(steps.get(i - 1), step)));
      }
    }
    return Optional.empty();
  }

  private static boolean isShort(Seen step) {
    double missing = (double) step.delivered - step.completed;
    return missing > SHORT * step.delivered + SIGMAS * Math.sqrt(step.delivered);
  }

  private static boolean queueGrew(Seen before, Seen step) {
    if (before.queueMs == null || step.queueMs == null || before.rate <= 0) {
      return false;
    }
    double grown = step.queueMs - before.queueMs;
    double total = step.totalMs == null ? 0 : step.totalMs;
    return step.queueMs > FACTOR * step.rate / before.rate * before.queueMs
        && grown >= LEAST_MS
        && grown >= OF_TOTAL * total
        && sameGeneration(before.perTokenMs, step.perTokenMs);
  }

  private static boolean sameGeneration(@Nullable Double before, @Nullable Double after) {
    return before != null && after != null && Math.abs(after - before) <= SAME * before;
  }

  private static String completions(Seen step) {
    return String.format(
        Locale.ROOT,
        "%d of %d delivered requests were completed in the step's window",
        step.completed,
        step.delivered);
  }

  private static String queue(Seen before, Seen step) {
    return String.format(
        Locale.ROOT,
        "gpu_queue p95 grew from %.1f to %.1f ms while the rate grew from %.2f to %.2f/s and"
            + " generation stayed the same",
        before.queueMs,
        step.queueMs,
        before.rate,
        step.rate);
  }
}
