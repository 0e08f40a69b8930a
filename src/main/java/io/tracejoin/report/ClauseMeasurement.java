package io.tracejoin.report;

import io.tracejoin.budget.Clause;
import io.tracejoin.budget.ClauseEvidence;
import io.tracejoin.budget.Interval;
import io.tracejoin.budget.Reason;
import io.tracejoin.budget.Sample;
import io.tracejoin.budget.Shift;
import io.tracejoin.budget.Subject;
import io.tracejoin.statistics.BlockBootstrap;
import io.tracejoin.statistics.BlockedValues;
import io.tracejoin.statistics.Bootstrapped;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Measures a latency clause. */
final class ClauseMeasurement {

  private static final int MOST_EXAMPLES = 5;
  private static final int MS_DIGITS = 6;

  private final SelectedRequests requests;
  private final Clause clause;
  private final Subject.Latency subject;
  private final Optional<Series> series;

  ClauseMeasurement(SelectedRequests requests, Clause clause, Subject.Latency subject) {
    this.requests = requests;
    this.clause = clause;
    this.subject = subject;
    this.series = requests.series(subject.measure(), subject.kind());
  }

  /**
   * What is known for the clause.
   *
   * @param interrupted traces that the generator's stop cut off
   * @param baseline null where there is none
   */
  ClauseEvidence evidence(
      long interrupted,
      boolean mixedRoots,
      @Nullable BaselineFigure baseline,
      BlockBootstrap seed) {
    return new ClauseEvidence(
        series.map(it -> sample(it, seed)).orElse(null),
        coverage(),
        doubts(interrupted, mixedRoots),
        series.map(it -> shift(it, baseline, seed)).orElse(null),
        examples(),
        requests.windowS());
  }

  /** The same figure of the run that others are compared with; empty where it has none. */
  Optional<BaselineFigure> asBaseline() {
    return series.map(
        it ->
            new BaselineFigure(
                requests.value(it, clause.stat()),
                clause.stat().isMax() ? null : requests.values(it)));
  }

  private Sample sample(Series of, BlockBootstrap seed) {
    long n = requests.n(of);
    return new Sample(
        requests.value(of, clause.stat()),
        requests.interval(of, clause.stat(), seed),
        n,
        n,
        within(of, n));
  }

  private @Nullable BigDecimal within(Series of, long n) {
    if (clause.stat().quantile() == null || clause.bound() == null) {
      return null;
    }
    long within = requests.clauses().within(of, nanos(clause.bound().limit()));
    return BigDecimal.valueOf(within).divide(BigDecimal.valueOf(n), MathContext.DECIMAL64);
  }

  /** Values over all successes that may be selected: what has no trace has no value. */
  private @Nullable BigDecimal coverage() {
    long successes = requests.populations().successes();
    long known = series.map(requests::n).orElse(0L);
    return successes == 0
        ? null
        : BigDecimal.valueOf(known)
            .divide(BigDecimal.valueOf(successes), 9, RoundingMode.DOWN)
            .stripTrailingZeros();
  }

  private Set<Reason> doubts(long interrupted, boolean mixedRoots) {
    Set<Reason> doubts = EnumSet.noneOf(Reason.class);
    if (subject.ofPairs() && requests.biased(clause.stat().quantile())) {
      doubts.add(Reason.BIASED_JOIN);
    }
    if (subject.ofPairs() && mixedRoots) {
      doubts.add(Reason.MIXED_ROOTS);
    }
    BigDecimal beyond =
        clause.stat().quantile() == null ? BigDecimal.ZERO : clause.stat().quantile().complement();
    if (!clause.stat().isMean()
        && requests.populations().censored(interrupted).compareTo(beyond) > 0) {
      doubts.add(Reason.CENSORED_TAIL);
    }
    return doubts;
  }

  private @Nullable Shift shift(Series of, @Nullable BaselineFigure baseline, BlockBootstrap seed) {
    if (baseline == null || clause.relative() == null) {
      return null;
    }
    BigDecimal difference = requests.value(of, clause.stat()).subtract(baseline.value());
    return new Shift(baseline.value(), difference, interval(of, baseline, seed));
  }

  private @Nullable Interval interval(Series of, BaselineFigure baseline, BlockBootstrap seed) {
    BlockedValues before = baseline.values();
    if (before == null) {
      return null;
    }
    BlockedValues now = requests.values(of);
    if (before.n() == 0 || now.n() == 0) {
      return Interval.UNKNOWN;
    }
    Bootstrapped shift =
        clause.stat().quantile() == null
            ? seed.meanShift(before, now)
            : seed.quantileShift(before, now, clause.stat().quantile());
    return SelectedRequests.interval(shift, MS_DIGITS);
  }

  private List<String> examples() {
    if (clause.bound() == null || series.isEmpty()) {
      return List.of();
    }
    BigDecimal limit = clause.bound().limit();
    return clause.bound().side().within(requests.value(series.get(), clause.stat()), limit)
        ? List.of()
        : requests.clauses().above(series.get(), nanos(limit), MOST_EXAMPLES);
  }

  /** The greatest whole number of nanoseconds that is within the limit. */
  private static long nanos(BigDecimal ms) {
    return ms.movePointRight(MS_DIGITS).min(BigDecimal.valueOf(Long.MAX_VALUE)).longValue();
  }
}
