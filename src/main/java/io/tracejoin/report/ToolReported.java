package io.tracejoin.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.tracejoin.report.ToolFigures.Own;
import io.tracejoin.report.ToolFigures.Place;
import io.tracejoin.report.ToolFigures.Told;
import io.tracejoin.run.ToolMetric;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import tools.jackson.databind.annotation.JsonNaming;

/**
 * A figure that a benchmark tool computed itself, beside ours.
 *
 * @param tool the format of its file
 * @param figure the tool's own name
 * @param measure our figure that comes nearest
 * @param step the load step that both are of; null for the whole file
 * @param unit {@code ms} or {@code 1/s}
 * @param ours null where there is none of the same requests
 * @param why why they may differ
 */
@JsonNaming(SnakeCaseStrategy.class)
public record ToolReported(
    String tool,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String generator,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Integer step,
    String figure,
    String measure,
    String stat,
    String unit,
    BigDecimal toolValue,
    @Nullable BigDecimal ours,
    String why) {

  private static final int NANO_DIGITS = 6;

  /**
   * Figures of a run as a whole, which stand for a file where it is the only one.
   *
   * @param intervals pooled over the chunks
   * @param perS completed requests per second
   * @param tokens null where no one counted tokens
   */
  record Whole(List<TokenIntervals> intervals, @Nullable BigDecimal perS, @Nullable Tokens tokens) {

    private @Nullable BigDecimal value(String measure, String stat) {
      return switch (measure) {
        case "throughput" -> perS;
        case "output_tokens_per_s" -> tokens == null ? null : tokens.outputTokensPerS();
        default ->
            intervals.stream()
                .filter(it -> it.measure().equals(measure))
                .findFirst()
                .map(it -> ofIntervals(it, stat))
                .orElse(null);
      };
    }

    private static @Nullable BigDecimal ofIntervals(TokenIntervals intervals, String stat) {
      return switch (stat) {
        case "mean" -> intervals.meanMs();
        case "max" -> intervals.maxMs();
        default -> intervals.quantiles().get(stat + "_ms");
      };
    }
  }

  static List<ToolReported> of(ToolFigures figures, Whole whole) {
    Map<Place, Set<Integer>> parts = new HashMap<>();
    for (Told it : figures.told()) {
      parts.computeIfAbsent(place(it), place -> new HashSet<>()).add(it.figure().part());
    }
    List<ToolReported> reported = new ArrayList<>(figures.told().size());
    for (Told it : figures.told()) {
      // Requests of several results that nothing tells apart are no one result's.
      boolean alone = parts.getOrDefault(place(it), Set.of()).size() == 1;
      Whole ofAll = parts.size() == 1 ? whole : new Whole(List.of(), null, null);
      reported.add(of(it, alone ? ours(it, figures, ofAll) : null));
    }
    return List.copyOf(reported);
  }

  private static Place place(Told told) {
    return new Place(told.generator(), told.figure().step());
  }

  private static @Nullable BigDecimal ours(Told told, ToolFigures figures, Whole whole) {
    ToolMetric metric = told.figure().metric();
    String stat = told.figure().stat();
    BigDecimal nanos = figures.ours().get(new Own(place(told), metric.measure(), stat));
    return nanos == null
        ? whole.value(metric.measure(), stat)
        : nanos.movePointLeft(NANO_DIGITS).setScale(NANO_DIGITS, RoundingMode.HALF_UP);
  }

  private static ToolReported of(Told told, @Nullable BigDecimal ours) {
    ToolMetric metric = told.figure().metric();
    return new ToolReported(
        metric.tool(),
        told.generator().isEmpty() ? null : told.generator(),
        told.figure().step(),
        metric.figure(),
        metric.measure(),
        told.figure().stat(),
        metric.unit(),
        plain(told.figure().value()),
        ours == null ? null : plain(ours),
        metric.why() + ".");
  }

  private static BigDecimal plain(BigDecimal value) {
    BigDecimal bare = value.stripTrailingZeros();
    return bare.scale() < 0 ? bare.setScale(0) : bare;
  }
}
