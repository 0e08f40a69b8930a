package io.tracejoin.report;

import io.tracejoin.decompose.Measure;
import io.tracejoin.statistics.Quantile;
import io.tracejoin.statistics.SignedHistogram;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What can still be reported of a run whose raw pairs are removed (semantics 8). */
record WithoutPairs(RunData data, Instant removedAt) {

  private static final String SOURCE = "histogram";

  /** A bound that nobody can tell any more. */
  private static final List<@Nullable BigDecimal> NO_INTERVAL = noInterval();

  /**
   * The last stored report, with other quantiles from histograms.
   *
   * @throws PairsRemovedException if the question is of other requests
   */
  Report report(ReportQuestion question, Function<StoredReport, Report> parser) {
    StoredReport latest = data.latest().orElseThrow(this::gone);
    if (!question.ofStoredCohort()) {
      throw gone();
    }
    Report stored = parser.apply(latest).warned(warning(removedAt, latest.revision()));
    if (question.standard()) {
      return stored;
    }
    List<Quantile> quantiles = FigureSteps.withStandard(question.quantiles());
    return stored.withFigures(
        figures(stored.phases(), quantiles),
        IntervalPools.figures(data.storedIntervals(latest.revision()), quantiles));
  }

  private PairsRemovedException gone() {
    return new PairsRemovedException(data.facts().runId(), removedAt);
  }

  /** What a reader of a stored revision must know once the raw pairs are gone. */
  static Report.Warning warning(Instant removedAt, int revision) {
    return new Report.Warning(
        "pairs_removed",
        ("raw pairs were removed at %s: this is revision %d as it was stored; other quantiles are"
                + " told from histograms, without intervals; filters, requests, timeline, steps and"
                + " comparisons are no longer answered")
            .formatted(removedAt, revision));
  }

  private List<Figure> figures(List<Figure> stored, List<Quantile> quantiles) {
    Map<Series, SignedHistogram> values = data.storedValues();
    List<Figure> figures = new ArrayList<>();
    for (Figure figure : stored) {
      SignedHistogram histogram = values.get(series(figure));
      figures.add(histogram == null ? figure : figure(figure, histogram, quantiles));
    }
    return figures;
  }

  private static Series series(Figure figure) {
    return Series.ALL.stream()
        .filter(
            it ->
                it.measure()
                    == Measure.valueOf(figure.measure().toUpperCase(java.util.Locale.ROOT)))
        .filter(it -> Objects.equals(it.kind() == null ? null : it.kind().code(), figure.kind()))
        .findFirst()
        .orElseThrow();
  }

  private static Figure figure(Figure stored, SignedHistogram values, List<Quantile> quantiles) {
    Map<String, BigDecimal> found = new LinkedHashMap<>();
    Map<String, List<@Nullable BigDecimal>> intervals = new LinkedHashMap<>();
    for (Quantile quantile : quantiles) {
      String name = quantile.name() + "_ms";
      found.put(name, Decimals.ms(values.nanos(quantile)).min(stored.maxMs()));
      intervals.put(name, NO_INTERVAL);
    }
    return new Figure(
        stored.measure(),
        stored.kind(),
        stored.owner(),
        stored.n(),
        stored.known(),
        stored.designEffect(),
        stored.designEffects(),
        stored.flags(),
        found,
        stored.maxMs(),
        stored.meanMs(),
        intervals,
        List.of(),
        SOURCE);
  }

  private static List<@Nullable BigDecimal> noInterval() {
    List<@Nullable BigDecimal> bounds = new ArrayList<>();
    bounds.add(null);
    bounds.add(null);
    return bounds;
  }
}
