package io.tracejoin.ingest.client;

import io.tracejoin.run.ToolFigure;
import io.tracejoin.run.ToolMetric;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Mean and maximum of the figures that AIPerf gives with each request. */
final class AiperfFigures {

  static final List<ToolMetric> METRICS =
      List.of(ToolMetric.AIPERF_TTFT, ToolMetric.AIPERF_ITL, ToolMetric.AIPERF_LATENCY);

  private static final int NANO_DIGITS = 6;

  /** Values of one figure, in nanoseconds. */
  private static final class Sum {
    private BigInteger sum = BigInteger.ZERO;
    private long count;
    private long most;

    private void add(long nanos) {
      sum = sum.add(BigInteger.valueOf(nanos));
      most = Math.max(most, nanos);
      count++;
    }

    private BigDecimal mean() {
      return new BigDecimal(sum)
          .divide(BigDecimal.valueOf(count), RoundingMode.HALF_UP)
          .movePointLeft(NANO_DIGITS);
    }
  }

  private final Map<ToolMetric, Sum> sums = new EnumMap<>(ToolMetric.class);

  /** Takes one request's value in nanoseconds; null where it has none. */
  void add(ToolMetric metric, @Nullable Long nanos) {
    if (nanos != null) {
      sums.computeIfAbsent(metric, it -> new Sum()).add(nanos);
    }
  }

  /** Passes on what came together. */
  void tell(RecordSink sink) {
    sums.forEach(
        (metric, sum) -> {
          sink.reported(new ToolFigure(metric, 0, null, "mean", sum.mean()));
          BigDecimal most = BigDecimal.valueOf(sum.most, NANO_DIGITS);
          sink.reported(new ToolFigure(metric, 0, null, "max", most));
        });
  }
}
