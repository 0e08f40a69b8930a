package io.tracejoin.report;

import io.tracejoin.budget.Clause;
import io.tracejoin.budget.ClauseEvidence;
import io.tracejoin.budget.GoodRequest;
import io.tracejoin.budget.Interval;
import io.tracejoin.budget.Sample;
import io.tracejoin.budget.Shift;
import io.tracejoin.budget.Subject;
import io.tracejoin.report.ClauseData.Flag;
import io.tracejoin.statistics.BlockBootstrap;
import io.tracejoin.statistics.BlockedValues;
import io.tracejoin.statistics.ClopperPearson;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Measures a clause on a ratio or a count. */
final class CountMeasurement {

  private static final int MOST_EXAMPLES = 5;
  private static final int NANO_DIGITS = 9;

  private final SelectedRequests requests;
  private final Report report;
  private final Clause clause;
  private final Subject.Counted subject;
  private final @Nullable SloRule rule;

  /**
   * @param responseTime users waited from the planned send on
   */
  CountMeasurement(
      SelectedRequests requests,
      Report report,
      Clause clause,
      Subject.Counted subject,
      boolean responseTime) {
    this.requests = requests;
    this.report = report;
    this.clause = clause;
    this.subject = subject;
    this.rule = clause.slo() == null ? null : rule(clause.slo(), responseTime);
  }

  ClauseEvidence evidence(@Nullable BaselineFigure baseline, BlockBootstrap seed) {
    Sample sample = sample();
    return sample == null
        ? ClauseEvidence.NONE
        : new ClauseEvidence(
            sample,
            null,
            Set.of(),
            shift(sample, baseline, seed),
            examples(sample),
            requests.windowS());
  }

  /** The same figure of the run that others are compared with; empty where it has none. */
  Optional<BaselineFigure> asBaseline() {
    Sample sample = sample();
    return sample == null
        ? Optional.empty()
        : Optional.of(new BaselineFigure(sample.value(), flag() == null ? null : flags()));
  }

  private @Nullable Sample sample() {
    return switch (subject) {
      case ERROR_RATE -> errorRate();
      case ATTAINMENT ->
          rule == null
              ? null
              : attainment(SloReport.of(rule, requests.counts(rule), requests.cohort()));
      case GOODPUT ->
          rule == null
              ? null
              : goodput(SloReport.of(rule, requests.counts(rule), requests.cohort()));
      case COVERAGE -> coverage();
      case DROPPED_ITERATIONS -> dropped();
      case RECORD_COMPLETENESS -> completeness();
    };
  }

  private @Nullable Sample errorRate() {
    long sent = requests.populations().cohortSize();
    long successes = requests.populations().successes();
    return sent == 0 ? null : ratio(sent - successes, sent, successes, true);
  }

  private @Nullable Sample attainment(SloReport slo) {
    return slo.attainment() == null
        ? null
        : ratio(slo.good(), slo.sent(), requests.populations().successes(), false);
  }

  private static Sample ratio(long yes, long n, long successes, boolean faults) {
    ClopperPearson interval = ClopperPearson.of(yes, n);
    BigDecimal value = share(yes, n);
    return new Sample(
        value,
        new Interval(decimal(interval.low()), decimal(interval.high())),
        n,
        successes,
        faults ? BigDecimal.ONE.subtract(value) : value);
  }

  private @Nullable Sample goodput(SloReport slo) {
    return slo.goodputPerS() == null
        ? null
        : new Sample(slo.goodputPerS(), null, slo.sent(), requests.populations().successes(), null);
  }

  private @Nullable Sample coverage() {
    long expected = requests.populations().expected();
    return expected == 0
        ? null
        : counted(share(requests.populations().matched(), expected), expected);
  }

  private @Nullable Sample dropped() {
    LoadReport load = report.load();
    return load == null || load.droppedIterations() == null
        ? null
        : counted(
            BigDecimal.valueOf(load.droppedIterations()),
            Math.max(1, load.iterations() == null ? 1 : load.iterations()));
  }

  /** More rows than requests is no completeness: the file is another run's. */
  private @Nullable Sample completeness() {
    BigDecimal share = report.join().recordCompleteness();
    return share == null || hasWarning("other_run")
        ? null
        : counted(share, Math.max(1, report.population().clientRecords()));
  }

  private boolean hasWarning(String code) {
    return report.warnings().stream().anyMatch(it -> it.code().equals(code));
  }

  private static Sample counted(BigDecimal value, long n) {
    return new Sample(value, null, n, n, null);
  }

  private @Nullable Shift shift(
      Sample sample, @Nullable BaselineFigure baseline, BlockBootstrap seed) {
    if (baseline == null || clause.relative() == null) {
      return null;
    }
    BigDecimal difference = sample.value().subtract(baseline.value());
    BlockedValues before = baseline.values();
    if (before == null) {
      return new Shift(baseline.value(), difference, null);
    }
    BlockedValues now = flags();
    Interval interval =
        before.n() == 0 || now.n() == 0
            ? Interval.UNKNOWN
            : SelectedRequests.interval(seed.meanShift(before, now), 0);
    return new Shift(baseline.value(), difference, interval);
  }

  private BlockedValues flags() {
    Flag flag = flag();
    return BlockedValues.of(
        flag == null
            ? List.of()
            : requests.clauses().flagsByBlock(flag, rule, requests.blockNanos()));
  }

  /** What the ratio is the share of; null where it is not estimated. */
  private @Nullable Flag flag() {
    return switch (subject) {
      case ERROR_RATE -> Flag.FAILED;
      case ATTAINMENT -> Flag.GOOD;
      default -> null;
    };
  }

  private List<String> examples(Sample sample) {
    Flag culprit =
        switch (subject) {
          case ERROR_RATE -> Flag.FAILED;
          case ATTAINMENT, GOODPUT -> Flag.NOT_GOOD;
          case COVERAGE -> Flag.UNMATCHED;
          default -> null;
        };
    return culprit == null
            || clause.bound() == null
            || subject.side().within(sample.value(), clause.bound().limit())
        ? List.of()
        : requests.clauses().flagged(culprit, rule, MOST_EXAMPLES);
  }

  private static SloRule rule(GoodRequest good, boolean openLoad) {
    return new SloRule(good.bounds().clauses(), good.singleTokenExempt(), openLoad);
  }

  private static BigDecimal share(long part, long whole) {
    return BigDecimal.valueOf(part).divide(BigDecimal.valueOf(whole), MathContext.DECIMAL64);
  }

  private static BigDecimal decimal(double share) {
    return Decimals.rounded(share, NANO_DIGITS);
  }
}
