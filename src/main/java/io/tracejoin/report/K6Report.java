package io.tracejoin.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.tracejoin.run.K6Summary;
import io.tracejoin.run.K6Summary.Checks;
import io.tracejoin.run.K6Summary.Failures;
import io.tracejoin.run.K6Summary.Gauge;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import tools.jackson.databind.annotation.JsonNaming;

/**
 * What k6 said of the test, beside what was received of it. k6 speaks of the whole test, failures,
 * setup and warm-up included, and interpolates percentiles; our figures are of the measuring window
 * and exact.
 *
 * @param acceptedRows client records, hops counted one by one: what {@code httpReqs} counts
 * @param longestRowMs the greatest duration of one of them; null without any
 */
@JsonNaming(SnakeCaseStrategy.class)
public record K6Report(
    K6Summary.Shape shape,
    Instant receivedAt,
    @Nullable String k6Version,
    @Nullable Instant generatedAt,
    @Nullable BigDecimal testDurationMs,
    @Nullable Long iterations,
    @Nullable Long droppedIterations,
    @Nullable Long httpReqs,
    long acceptedRows,
    @Nullable BigDecimal longestRowMs,
    @Nullable Failed httpReqFailed,
    @Nullable Checks checks,
    @Nullable Gauge vus,
    @Nullable Gauge vusMax,
    List<K6Summary.Threshold> thresholds,
    List<Trend> trends) {

  /** Copies the lists. */
  public K6Report {
    thresholds = List.copyOf(thresholds);
    trends = List.copyOf(trends);
  }

  static K6Report of(LoadData.Summary stored, LoadData.Rows rows, List<Figure> figures) {
    K6Summary summary = stored.summary();
    return new K6Report(
        summary.shape(),
        stored.receivedAt(),
        summary.k6Version(),
        summary.generatedAt(),
        summary.testDurationMs(),
        summary.iterations(),
        summary.droppedIterations(),
        summary.httpReqs(),
        rows.count(),
        rows.longestNanos() == null ? null : Decimals.ms(rows.longestNanos()),
        Failed.of(summary.httpReqFailed()),
        summary.checks(),
        summary.vus(),
        summary.vusMax(),
        summary.thresholds(),
        summary.trends().stream().map(it -> Trend.of(it, figures)).toList());
  }

  /** Rows received by requests made; null where the summary counts none. */
  @Nullable BigDecimal completeness() {
    return httpReqs == null ? null : Decimals.share(acceptedRows, httpReqs);
  }

  /** The greatest {@code http_req_duration} that k6 saw; null where it did not say. */
  @Nullable BigDecimal longestRequestMs() {
    return trends.stream()
        .filter(it -> it.metric().equals("http_req_duration"))
        .findFirst()
        .map(it -> it.stats().get("max"))
        .orElse(null);
  }

  /** Failed requests; the rate is null of none at all. */
  public record Failed(long failed, long total, @Nullable BigDecimal rate) {

    private static @Nullable Failed of(@Nullable Failures failures) {
      return failures == null
          ? null
          : new Failed(
              failures.failed(),
              failures.total(),
              Decimals.faults(failures.failed(), failures.total()));
    }
  }

  /**
   * A trend and our figure of the same thing.
   *
   * @param ours left out where there is none
   */
  public record Trend(
      String metric,
      @Nullable String unit,
      @Nullable Long count,
      Map<String, BigDecimal> stats,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Ours ours) {

    private static final Map<String, String> MEASURES =
        Map.of(
            "http_req_duration", "client_total",
            "http_req_duration{expected_response:true}", "client_total",
            "http_req_blocked", "client_setup");

    /** Puts the figures in reading order. */
    public Trend {
      stats = new K6Summary.Trend(metric, unit, count, stats).stats();
    }

    private static Trend of(K6Summary.Trend trend, List<Figure> figures) {
      String measure = MEASURES.get(trend.metric());
      return new Trend(
          trend.metric(),
          trend.unit(),
          trend.count(),
          trend.stats(),
          figures.stream()
              .filter(it -> it.measure().equals(measure))
              .findFirst()
              .map(Ours::of)
              .orElse(null));
    }
  }

  /** The report's figure of one measure, short. */
  @JsonNaming(SnakeCaseStrategy.class)
  public record Ours(
      String measure,
      long n,
      @Nullable BigDecimal p50Ms,
      @Nullable BigDecimal p95Ms,
      @Nullable BigDecimal p99Ms,
      BigDecimal maxMs,
      BigDecimal meanMs) {

    private static Ours of(Figure figure) {
      Map<String, BigDecimal> quantiles = figure.quantiles();
      return new Ours(
          figure.measure(),
          figure.n(),
          quantiles.get("p50_ms"),
          quantiles.get("p95_ms"),
          quantiles.get("p99_ms"),
          figure.maxMs(),
          figure.meanMs());
    }
  }
}
