package io.tracejoin.ingest.client;

import io.tracejoin.run.ToolFigure;
import io.tracejoin.run.ToolMetric;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The {@code metrics} of a benchmark: GuideLLM's own figures of the successful requests. */
final class GuidellmFigures {

  private static final List<ToolMetric> METRICS =
      List.of(
          ToolMetric.GUIDELLM_TTFT,
          ToolMetric.GUIDELLM_ITL,
          ToolMetric.GUIDELLM_TPOT,
          ToolMetric.GUIDELLM_LATENCY);

  private static final Map<String, String> STATS =
      new TreeMap<>(
          Map.of(
              "mean", "mean",
              "max", "max",
              "percentiles.p50", "p50",
              "percentiles.p90", "p90",
              "percentiles.p95", "p95",
              "percentiles.p99", "p99",
              "percentiles.p999", "p99.9"));

  static final PickedFields.Wanted WANTED =
      PickedFields.Wanted.of(
          METRICS.stream()
              .flatMap(it -> STATS.keySet().stream().map(stat -> path(it, stat)))
              .toArray(String[]::new));

  private GuidellmFigures() {}

  /**
   * What is told of them.
   *
   * @param step the benchmark's place in the report
   */
  static List<ToolFigure> of(PickedFields metrics, int step) {
    List<ToolFigure> figures = new ArrayList<>();
    for (ToolMetric metric : METRICS) {
      STATS.forEach(
          (stat, name) -> {
            String text = metrics.text(path(metric, stat));
            BigDecimal told = ToolNumbers.sensible(text, digits(metric));
            if (told != null) {
              figures.add(new ToolFigure(metric, step, step, name, told));
            }
          });
    }
    return figures;
  }

  /** The latency is told in seconds. */
  private static int digits(ToolMetric metric) {
    return metric == ToolMetric.GUIDELLM_LATENCY ? 3 : 0;
  }

  private static String path(ToolMetric metric, String stat) {
    return metric.figure() + ".successful." + stat;
  }
}
