package io.tracejoin.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
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

  /**
   * One slice. Counts are of the records that the slice does not rule out: a record that is not
   * matched and lacks the value may belong to any (semantics 7).
   *
   * @param value null where not known
   * @param inWindow the slice's cohort
   * @param undecided how many of the cohort lack the value: they count in every slice
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
      List<Figure> phases,
      Map<String, Report.Tail> tail) {

    /** Copies the list and puts the tails in order. */
    public Slice {
      phases = List.copyOf(phases);
      tail = InOrder.ofText(tail);
    }

    /** The value as text. */
    public String title() {
      return value == null ? "(not known)" : value;
    }
  }
}
