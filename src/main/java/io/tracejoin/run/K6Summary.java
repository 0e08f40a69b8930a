package io.tracejoin.run;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import tools.jackson.databind.annotation.JsonNaming;

/**
 * What k6 itself said of a test at its end, in one form whatever shape it came in; the record is
 * the JSON that is stored and answered. It speaks of one generator and of the whole test: setup,
 * teardown, warm-up and failures included.
 *
 * @param k6Version null but in the machine-readable summary
 * @param generatedAt null but in the machine-readable summary
 * @param testDurationMs setup, teardown and graceful stop included; null where the shape has none
 * @param iterations iterations that ended; null where none did
 * @param droppedIterations 0 where iterations ended and k6 names none; null where none ended
 * @param httpReqs HTTP transactions, redirects counted one by one; null where there were none
 * @param httpReqFailed null without HTTP or without a response callback
 * @param checks null without checks
 * @param vus null in tests of less than a second
 * @param vusMax likewise
 * @param thresholds empty where none is set, and in the machine-readable summary, which omits them
 * @param trends in the order of their names
 */
@JsonNaming(SnakeCaseStrategy.class)
public record K6Summary(
    Shape shape,
    @Nullable String k6Version,
    @Nullable Instant generatedAt,
    @Nullable BigDecimal testDurationMs,
    @Nullable Long iterations,
    @Nullable Long droppedIterations,
    @Nullable Long httpReqs,
    @Nullable Failures httpReqFailed,
    @Nullable Checks checks,
    @Nullable Gauge vus,
    @Nullable Gauge vusMax,
    List<Threshold> thresholds,
    List<Trend> trends) {

  /** Copies the lists. */
  public K6Summary {
    thresholds = List.copyOf(thresholds);
    trends = List.copyOf(trends);
  }

  /** The files that k6 writes at the end of a test. */
  public enum Shape {
    /** {@code --summary-export}. */
    @JsonProperty("summary_export")
    SUMMARY_EXPORT,
    /** What {@code handleSummary(data)} is given. */
    @JsonProperty("handle_summary")
    HANDLE_SUMMARY,
    /** {@code --new-machine-readable-summary}. */
    @JsonProperty("machine_readable")
    MACHINE_READABLE;

    /** The name in JSON and SQL. */
    public String code() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Failed requests among all; k6 calls the failed ones {@code passes}. */
  public record Failures(long failed, long total) {}

  /** Checks in all, and by name. */
  @JsonNaming(SnakeCaseStrategy.class)
  public record Checks(long passed, long failed, List<Check> byName) {

    /** Copies the list. */
    public Checks {
      byName = List.copyOf(byName);
    }
  }

  /**
   * One check.
   *
   * @param name with the names of its groups before it, apart by {@code ::}, where the shape has
   *     them
   */
  public record Check(String name, long passed, long failed) {}

  /**
   * A number that went up and down.
   *
   * @param last when the test ended
   */
  public record Gauge(
      @Nullable BigDecimal last, @Nullable BigDecimal min, @Nullable BigDecimal max) {}

  /** What became of one threshold. */
  public record Threshold(String metric, String expression, Verdict verdict) {}

  /** A threshold without a sample says nothing, whatever k6 makes of it. */
  public enum Verdict {
    @JsonProperty("passed")
    PASSED,
    @JsonProperty("failed")
    FAILED,
    @JsonProperty("no_data")
    NO_DATA
  }

  /**
   * A distribution as far as it was published; k6 interpolates its percentiles.
   *
   * @param unit {@code ms}, or null where the summary does not tell
   * @param count samples, or null where it was not published
   * @param stats by {@code avg}, {@code min}, {@code med}, {@code max}, {@code p95}, {@code p99.9}
   */
  public record Trend(
      String metric, @Nullable String unit, @Nullable Long count, Map<String, BigDecimal> stats) {

    private static final List<String> FIRST = List.of("avg", "min", "med", "max");

    /** Puts the figures in reading order: {@code jsonb} gives them back in another. */
    public Trend {
      Map<String, BigDecimal> sorted = new LinkedHashMap<>();
      stats.entrySet().stream()
          .sorted((a, b) -> compare(a.getKey(), b.getKey()))
          .forEach(it -> sorted.put(it.getKey(), it.getValue()));
      stats = Collections.unmodifiableMap(sorted);
    }

    private static int compare(String left, String right) {
      int byPlace = Integer.compare(place(left), place(right));
      return byPlace != 0 ? byPlace : percent(left).compareTo(percent(right));
    }

    private static int place(String name) {
      int known = FIRST.indexOf(name);
      return known < 0 ? FIRST.size() : known;
    }

    private static BigDecimal percent(String name) {
      return name.matches("p\\d{1,3}(\\.\\d{1,9})?")
          ? new BigDecimal(name.substring(1))
          : BigDecimal.ZERO;
    }
  }
}
