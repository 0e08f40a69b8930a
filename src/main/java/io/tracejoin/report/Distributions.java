package io.tracejoin.report;

import io.tracejoin.decompose.Measure;
import io.tracejoin.decompose.Outcome;
import io.tracejoin.run.RunId;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.springframework.stereotype.Component;

/** Answers how the values of a measure are spread over a run's cohort, always as of now. */
@Component
public final class Distributions {

  private static final int SHARE_DIGITS = 9;
  private static final int MOST_BINS = 40;
  private static final int MOST_DOTS = 500;

  private final ReportStore store;

  Distributions(ReportStore store) {
    this.store = store;
  }

  /**
   * Every value of a small series; of a large one about 150 values, each a measured one.
   *
   * @throws UnknownRunException if there is no such run
   */
  public Distribution of(RunId runId, Measure measure, Outcome outcome) {
    return store
        .read(
            runId,
            data ->
                new Distribution(
                    runId.value(),
                    measure.code(),
                    outcome.code(),
                    curves(data.series(cohort(data), outcome, Selector.ALL), measure)))
        .orElseThrow(() -> new UnknownRunException(runId));
  }

  /**
   * The measure against output tokens: at most 40 bins and 500 requests.
   *
   * @throws UnknownRunException if there is no such run
   */
  public Scatter byTokens(RunId runId, Measure measure, Outcome outcome) {
    return store
        .read(runId, data -> scatter(data, measure, outcome))
        .orElseThrow(() -> new UnknownRunException(runId));
  }

  /**
   * The requests that the run's figures are made of.
   *
   * @throws UnknownRunException if there is no such run
   */
  public Cohort cohort(RunId runId) {
    return store
        .read(runId, Distributions::cohort)
        .orElseThrow(() -> new UnknownRunException(runId));
  }

  private static Cohort cohort(RunData data) {
    return Cohort.of(data, Declaration.parse(data.facts().declaration()), Selector.ALL);
  }

  private static List<Distribution.Curve> curves(SeriesStore values, Measure measure) {
    Map<Series, SeriesStore.Ranks> ranks = new LinkedHashMap<>();
    values
        .totals()
        .series()
        .forEach(
            (series, total) -> {
              if (series.measure() == measure) {
                ranks.put(series, new SeriesStore.Ranks(total.n(), CurveRanks.of(total.n())));
              }
            });
    Map<Series, Map<Long, Long>> found = values.valuesAt(ranks);
    return ranks.entrySet().stream()
        .map(
            it -> curve(it.getKey(), it.getValue(), Objects.requireNonNull(found.get(it.getKey()))))
        .toList();
  }

  private static Distribution.Curve curve(
      Series series, SeriesStore.Ranks ranks, Map<Long, Long> values) {
    List<Distribution.Point> points =
        ranks.ranks().stream()
            .map(
                rank ->
                    new Distribution.Point(
                        share(rank, ranks.n()),
                        Decimals.ms(Objects.requireNonNull(values.get(rank)))))
            .toList();
    String kind = series.kind() == null ? null : series.kind().code();
    return new Distribution.Curve(kind, ranks.n(), points);
  }

  private static BigDecimal share(long rank, long n) {
    BigDecimal share =
        BigDecimal.valueOf(rank)
            .divide(BigDecimal.valueOf(n), SHARE_DIGITS, RoundingMode.DOWN)
            .stripTrailingZeros();
    return share.scale() < 0 ? share.setScale(0) : share;
  }

  private static Scatter scatter(RunData data, Measure measure, Outcome outcome) {
    ScatterData values = data.scatter(cohort(data), outcome);
    List<Scatter.Bin> bins =
        values.bins(measure, MOST_BINS).stream()
            .map(
                it ->
                    new Scatter.Bin(
                        it.fromTokens(),
                        it.toTokens(),
                        it.n(),
                        Decimals.ms(it.p50()),
                        Decimals.ms(it.p95())))
            .toList();
    List<Scatter.Dot> sample =
        values.sample(measure, MOST_DOTS).stream()
            .map(
                it ->
                    new Scatter.Dot(it.traceId().hex(), it.outputTokens(), Decimals.ms(it.nanos())))
            .toList();
    long n = bins.stream().mapToLong(Scatter.Bin::n).sum();
    return new Scatter(data.facts().runId(), measure.code(), outcome.code(), n, bins, sample);
  }
}
