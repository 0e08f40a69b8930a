package io.tracejoin.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import tools.jackson.databind.annotation.JsonNaming;

/**
 * A report cut by one dimension.
 *
 * @param otherValues how many values {@code __other__} holds
 * @param values the slices, the one with most records first, then {@code __other__}, then the
 *     requests of which the value is not known
 */
@JsonNaming(SnakeCaseStrategy.class)
public record Slices(String dimension, long otherValues, List<Slice> values) {

  /** Copies the list. */
  public Slices {
    values = List.copyOf(values);
  }

  private static final int MOST_LISTED = 5;

  /** The warning that names the slices whose matched requests are no fair sample; empty of none. */
  Optional<Report.Warning> biased() {
    List<Slice> biased = values.stream().filter(Slice::biased).toList();
    if (biased.isEmpty()) {
      return Optional.empty();
    }
    String named =
        biased.stream().limit(MOST_LISTED).map(Slice::biasedText).collect(Collectors.joining(", "));
    return Optional.of(
        new Report.Warning(
            "biased_join",
            "by "
                + dimension
                + ", the matched successes of these slices are another population than those"
                + " without a usable trace: "
                + named
                + (biased.size() > MOST_LISTED ? ", …" : "")
                + ". Phases do not speak for all of them"));
  }

  /**
   * One slice. Counts are of the records that the slice does not rule out: a record that is not
   * matched and lacks the value may belong to any (semantics 7).
   *
   * @param value null where not known
   * @param inWindow the slice's cohort
   * @param undecided how many of the cohort lack the value: they count in every slice
   * @param bias the matched that have the value, held against the unmatched that may; null by
   *     outcome, and in slices that were stored before it was asked for
   * @param slo null where the run declares none, by outcome, and in slices that were stored before
   *     it was asked for
   * @param cachedTokens prompt tokens from the server's cache; null where nobody tells
   * @param phases figures of the requests that have the value
   */
  @JsonNaming(SnakeCaseStrategy.class)
  @JsonInclude(JsonInclude.Include.ALWAYS)
  public record Slice(
      @Nullable String value,
      long clientRecords,
      long inWindow,
      long undecided,
      long success,
      @Nullable BigDecimal errorRate,
      long matched,
      @Nullable BigDecimal coverage,
      @Nullable BigDecimal coverageSuccess,
      @Nullable Bias bias,
      @Nullable SloReport slo,
      @Nullable CachedTokens cachedTokens,
      List<Figure> phases,
      Map<String, Report.Tail> tail) {

    /** Copies the list and puts the tails in order. */
    public Slice {
      phases = List.copyOf(phases);
      tail = InOrder.ofText(tail);
    }

    private boolean biased() {
      return bias != null && bias.biased();
    }

    /** Its name and where it is biased. */
    private String biasedText() {
      return title() + (bias == null ? "" : " (at " + String.join(", ", bias.biasedAt()) + ")");
    }

    /** The value as text. */
    public String title() {
      return value == null ? "(not known)" : value;
    }
  }
}
