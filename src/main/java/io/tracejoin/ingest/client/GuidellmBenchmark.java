package io.tracejoin.ingest.client;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a benchmark of a report says of all its requests, as far as it was read. */
final class GuidellmBenchmark {

  /** Those that plan each request; the common start of the others is not a plan. */
  private static final Set<String> SCHEDULED = Set.of("constant", "poisson");

  final int step;
  int made;
  int listed;
  boolean cooldown;
  @Nullable String model;
  @Nullable String strategy;
  private @Nullable Long measureStart;
  private @Nullable Long measureEnd;

  GuidellmBenchmark(int step) {
    this.step = step;
  }

  void configure(PickedFields config) {
    strategy = config.text("strategy.type_");
    String own = config.text("backend.model");
    model = own == null ? model : own;
    cooldown |= config.first("cooldown.value", "cooldown.percent") != null;
  }

  void measured(PickedFields metrics) {
    measureStart = metrics.seconds("measure_start_time");
    measureEnd = metrics.seconds("measure_end_time");
    made(metrics.count("requests_made.total"));
  }

  void made(@Nullable Integer requests) {
    made = requests == null ? made : Math.max(made, requests);
  }

  boolean isScheduled() {
    return strategy != null && SCHEDULED.contains(strategy);
  }

  /** Whether a request was sent, and neither in the warm-up nor in a cool-down. */
  boolean measures(GuidellmRequest request) {
    Long sentAt = request.sentAt();
    if (sentAt == null) {
      return !request.isCancelled();
    }
    boolean early = measureStart != null && sentAt < measureStart;
    boolean late = cooldown && measureEnd != null && sentAt > measureEnd;
    return !early && !late;
  }
}
