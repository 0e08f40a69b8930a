package io.tracejoin.bench;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * The service at one moment.
 *
 * @param heapBytes used right after a full collection
 * @param threads of its JVM
 * @param connections to its database, idle ones included
 * @param partitions of spans and records
 * @param lagSeconds how far the join is behind
 * @param backlog pieces of work that wait for the join
 */
record SoakLook(
    double heapBytes,
    double threads,
    double connections,
    double partitions,
    double lagSeconds,
    double backlog) {

  private static final String BACKLOG = "tracejoin_join_backlog";

  /** Looks; collects the garbage of the service first. */
  static SoakLook at(ServiceProcess service) throws IOException, InterruptedException {
    service.collectGarbage();
    String metrics = metrics(service);
    return new SoakLook(
        sum(metrics, "jvm_memory_used_bytes{area=\"heap\""),
        sum(metrics, "jvm_threads_live_threads"),
        sum(metrics, "hikaricp_connections{"),
        sum(metrics, "tracejoin_partitions{"),
        sum(metrics, "tracejoin_join_lag_seconds"),
        sum(metrics, BACKLOG));
  }

  /** Pieces of work that wait for the join, without a collection. */
  static double backlog(ServiceProcess service) throws IOException, InterruptedException {
    return sum(metrics(service), BACKLOG);
  }

  private static String metrics(ServiceProcess service) throws IOException, InterruptedException {
    return service.get("/actuator/prometheus");
  }

  static SoakLook mean(List<SoakLook> looks) {
    return new SoakLook(
        mean(looks, SoakLook::heapBytes),
        mean(looks, SoakLook::threads),
        mean(looks, SoakLook::connections),
        mean(looks, SoakLook::partitions),
        mean(looks, SoakLook::lagSeconds),
        mean(looks, SoakLook::backlog));
  }

  /** Each figure of the first third and of the last. */
  static String json(SoakLook first, SoakLook last) {
    return String.join(
        ",",
        pair("heap_after_gc_bytes", first, last, SoakLook::heapBytes),
        pair("threads", first, last, SoakLook::threads),
        pair("connections", first, last, SoakLook::connections),
        pair("partitions", first, last, SoakLook::partitions),
        pair("join_lag_s", first, last, SoakLook::lagSeconds),
        pair("join_backlog", first, last, SoakLook::backlog));
  }

  private static String pair(
      String name, SoakLook first, SoakLook last, ToDoubleFunction<SoakLook> figure) {
    return String.format(
        Locale.ROOT,
        "\"%s\":{\"first_third\":%.1f,\"last_third\":%.1f}",
        name,
        figure.applyAsDouble(first),
        figure.applyAsDouble(last));
  }

  private static double mean(List<SoakLook> looks, ToDoubleFunction<SoakLook> figure) {
    return looks.stream().mapToDouble(figure).average().orElse(Double.NaN);
  }

  private static double sum(String metrics, String start) {
    return metrics
        .lines()
        .filter(line -> line.startsWith(start))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }
}
