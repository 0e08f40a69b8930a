package io.tracejoin.ingest.client;

import io.tracejoin.run.ToolFigure;
import io.tracejoin.run.ToolMetric;
import java.math.BigDecimal;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The figures of a {@code vllm bench serve} result that stand beside its arrays. */
final class VllmBenchFigures {

  private static final Pattern LATENCY =
      Pattern.compile("(mean|median|p[0-9]{1,2}(?:\\.[0-9]{1,3})?)_(ttft|tpot|itl|e2el)_ms");

  private static final Map<String, ToolMetric> LATENCIES =
      Map.of(
          "ttft", ToolMetric.VLLM_TTFT,
          "tpot", ToolMetric.VLLM_TPOT,
          "itl", ToolMetric.VLLM_ITL,
          "e2el", ToolMetric.VLLM_E2EL);

  private static final Map<String, ToolMetric> RATES =
      Map.of(
          "request_throughput", ToolMetric.VLLM_THROUGHPUT,
          "output_throughput", ToolMetric.VLLM_OUTPUT_THROUGHPUT);

  private VllmBenchFigures() {}

  /** Whether the field of this name is such a figure. */
  static boolean isOne(String name) {
    return RATES.containsKey(name) || LATENCY.matcher(name).matches();
  }

  /**
   * The figure; null where it is none.
   *
   * @param part which result of the file
   */
  static @Nullable ToolFigure of(String name, String value, int part) {
    BigDecimal number = ToolNumbers.sensible(value);
    if (number == null) {
      return null;
    }
    ToolMetric rate = RATES.get(name);
    if (rate != null) {
      return new ToolFigure(rate, part, null, "rate", number);
    }
    Matcher latency = LATENCY.matcher(name);
    ToolMetric metric = latency.matches() ? LATENCIES.get(latency.group(2)) : null;
    String stat = latency.matches() ? latency.group(1).replace("median", "p50") : "";
    return metric == null ? null : new ToolFigure(metric, part, null, stat, number);
  }
}
