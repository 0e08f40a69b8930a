package io.tracejoin.budget;

import io.tracejoin.decompose.Measure;
import io.tracejoin.run.Slo;
import io.tracejoin.statistics.ClopperPearson;
import io.tracejoin.statistics.Quantile;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Clauses and evidence with sound defaults. */
final class Cases {

  static final RunEvidence SOUND =
      new RunEvidence(true, List.of(), List.of(), false, decimal("600"), decimal("6"));

  private Cases() {}

  static BigDecimal decimal(String text) {
    return new BigDecimal(text);
  }

  static Clause latency(Measure measure, Statistic stat, String limit, @Nullable String warn) {
    return new Clause(
        measure.code(),
        new Subject.Latency(measure, null),
        stat,
        new Bound(Side.MAX, decimal(limit), warn == null ? null : decimal(warn)),
        null,
        Map.of(),
        new Minima(400L, decimal("0.98"), decimal("600")),
        null);
  }

  static Clause p95(Measure measure, String limit) {
    return latency(measure, Statistic.of(Quantile.of("0.95")), limit, null);
  }

  static Clause counted(Subject.Counted counted, String limit) {
    return new Clause(
        counted.code(),
        counted,
        Statistic.of(counted),
        new Bound(counted.side(), decimal(limit), null),
        null,
        Map.of(),
        new Minima(400L, null, decimal("600")),
        counted.needsSlo() ? new GoodRequest(new Slo(null, null, decimal("6000")), true) : null);
  }

  static ClauseEvidence measured(String value, @Nullable String low, @Nullable String high) {
    return measured(sample(value, low, high, 4_000, "0.97"), "0.99");
  }

  static ClauseEvidence measured(Sample sample, String coverage, Reason... doubts) {
    return new ClauseEvidence(sample, decimal(coverage), Set.of(doubts), null, List.of(), null);
  }

  static Sample sample(
      String value, @Nullable String low, @Nullable String high, long n, String within) {
    return new Sample(
        decimal(value),
        new Interval(low == null ? null : decimal(low), high == null ? null : decimal(high)),
        n,
        n,
        decimal(within));
  }

  static Sample counted(String value) {
    return new Sample(decimal(value), null, 4_000, 4_000, null);
  }

  /** An error rate as it is measured. */
  static ClauseEvidence errors(long failed, long sent) {
    ClopperPearson interval = ClopperPearson.of(failed, sent);
    return new ClauseEvidence(
        new Sample(
            BigDecimal.valueOf((double) failed / sent),
            new Interval(BigDecimal.valueOf(interval.low()), BigDecimal.valueOf(interval.high())),
            sent,
            sent - failed,
            BigDecimal.valueOf((double) (sent - failed) / sent)),
        null,
        Set.of(),
        null,
        List.of(),
        null);
  }
}
