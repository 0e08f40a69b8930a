package io.tracejoin.report;

import io.tracejoin.decompose.Measure;
import io.tracejoin.statistics.ClopperPearson;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import tools.jackson.databind.annotation.JsonNaming;

/**
 * How many requests were good (semantics 11).
 *
 * @param clauses bounds in milliseconds by measure
 * @param singleTokenTpot {@code exempt} or {@code fail}
 * @param sent in the window, never_sent included
 * @param good those of them that succeeded and kept to every clause
 * @param attainment good / sent; null without requests or where a clause has no data
 * @param ci95 Clopper-Pearson bounds of the attainment; null like it
 * @param completed successes that ended in the window, whenever they were sent; null in reports
 *     that were stored before it was told
 * @param goodCompleted those of them that are good
 * @param goodputPerS these over the window's length; null like the attainment
 * @param noData measures of clauses that no request of the window has
 */
@JsonNaming(SnakeCaseStrategy.class)
public record SloReport(
    Map<String, BigDecimal> clauses,
    String singleTokenTpot,
    long sent,
    long good,
    @Nullable BigDecimal attainment,
    @Nullable List<BigDecimal> ci95,
    @Nullable Long completed,
    long goodCompleted,
    @Nullable BigDecimal goodputPerS,
    List<String> noData) {

  private static final int DIGITS = 6;

  /** Puts the clauses in reading order. */
  public SloReport {
    clauses = InOrder.ofMeasures(clauses);
  }

  static SloReport of(SloRule rule, List<SloCounts> counts, Cohort cohort) {
    long sent = counts.stream().mapToLong(SloCounts::sent).sum();
    long good = counts.stream().mapToLong(SloCounts::good).sum();
    List<String> noData =
        rule.clauses().stream()
            .map(it -> it.measure())
            .filter(it -> known(counts, it) == 0)
            .map(Measure::code)
            .toList();
    boolean judged = sent > 0 && noData.isEmpty();
    return new SloReport(
        bounds(rule),
        rule.singleToken(),
        sent,
        good,
        judged ? Decimals.share(good, sent) : null,
        judged ? interval(good, sent) : null,
        counts.stream().mapToLong(SloCounts::completed).sum(),
        counts.stream().mapToLong(SloCounts::goodCompleted).sum(),
        judged ? goodput(counts, cohort) : null,
        noData);
  }

  private static Map<String, BigDecimal> bounds(SloRule rule) {
    Map<String, BigDecimal> bounds = new LinkedHashMap<>();
    rule.clauses().forEach(it -> bounds.put(it.measure().code(), Decimals.ms(it.mostNanos())));
    return bounds;
  }

  private static long known(List<SloCounts> counts, Measure measure) {
    return counts.stream().mapToLong(it -> it.known().getOrDefault(measure, 0L)).sum();
  }

  private static List<BigDecimal> interval(long good, long sent) {
    ClopperPearson interval = ClopperPearson.of(good, sent);
    return List.of(
        Decimals.rounded(interval.low(), DIGITS), Decimals.rounded(interval.high(), DIGITS));
  }

  /** The sum of the generators' rates: each has a window of its own. */
  private static @Nullable BigDecimal goodput(List<SloCounts> counts, Cohort cohort) {
    return cohort.perSecond(
        generator ->
            counts.stream()
                .filter(it -> it.generator().equals(generator))
                .mapToLong(SloCounts::goodCompleted)
                .sum());
  }
}
