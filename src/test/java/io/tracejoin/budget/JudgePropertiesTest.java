package io.tracejoin.budget;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracejoin.decompose.Measure;
import io.tracejoin.statistics.BinomialRanks;
import io.tracejoin.statistics.Quantile;
import io.tracejoin.statistics.RankInterval;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.jspecify.annotations.Nullable;

/** What holds for every run and every budget. */
class JudgePropertiesTest {

  private static final Quantile P95 = Quantile.of("0.95");

  /** A run in short: latencies of its successes in ms, and what became of the others. */
  record Attempts(List<Integer> successes, int errors, int cancelled) {

    long sent() {
      return (long) successes.size() + errors + cancelled;
    }
  }

  /** Around the bound of 100 ms, so that every verdict occurs. */
  @Provide
  Arbitrary<Attempts> attempts() {
    return Combinators.combine(
            Arbitraries.integers().between(60, 110).list().ofMinSize(0).ofMaxSize(700),
            Arbitraries.integers().between(0, 40),
            Arbitraries.integers().between(0, 40))
        .as(Attempts::new);
  }

  @Property(tries = 300)
  void aFastErrorOrACancelledRequestNeverMakesAVerdictBetter(
      @ForAll("attempts") Attempts run,
      @ForAll @IntRange(max = 60) int moreErrors,
      @ForAll @IntRange(max = 60) int moreCancelled,
      @ForAll @IntRange(min = 1, max = 1000) int allowedErrors) {
    Attempts worse =
        new Attempts(run.successes, run.errors + moreErrors, run.cancelled + moreCancelled);
    Verdict before = verdict(run, allowedErrors);
    Verdict after = verdict(worse, allowedErrors);

    assertThat(after.worse(before)).as("%s became %s", before, after).isEqualTo(after);
  }

  private static Verdict verdict(Attempts run, int allowedErrors) {
    String rate = new BigDecimal(allowedErrors).movePointLeft(3).toPlainString();
    String attained = BigDecimal.ONE.subtract(new BigDecimal(rate)).toPlainString();
    return new Judge(Cases.SOUND)
        .verdict(
            List.of(
                new Judge.Case(Cases.p95(Measure.CLIENT_TOTAL, "100"), latency(run)),
                new Judge.Case(
                    Cases.latency(Measure.CLIENT_TOTAL, Statistic.MAX, "105", null), max(run)),
                new Judge.Case(
                    Cases.counted(Subject.Counted.ERROR_RATE, rate),
                    run.sent() == 0
                        ? ClauseEvidence.NONE
                        : Cases.errors(run.sent() - run.successes.size(), run.sent())),
                new Judge.Case(
                    Cases.counted(Subject.Counted.ATTAINMENT, attained), attainment(run))),
            Optional::empty)
        .verdict();
  }

  private static ClauseEvidence latency(Attempts run) {
    List<Integer> sorted = run.successes.stream().sorted().toList();
    int n = sorted.size();
    if (n == 0) {
      return ClauseEvidence.NONE;
    }
    RankInterval ranks = BinomialRanks.of(n, P95);
    Sample sample =
        new Sample(
            BigDecimal.valueOf(sorted.get((int) P95.rank(n) - 1)),
            new Interval(at(sorted, ranks.lower()), at(sorted, ranks.upper())),
            n,
            n,
            BigDecimal.valueOf((double) sorted.stream().filter(it -> it <= 100).count() / n));
    return new ClauseEvidence(
        sample, BigDecimal.ONE, censored(run, P95.complement()), null, List.of(), null);
  }

  private static ClauseEvidence max(Attempts run) {
    return run.successes.isEmpty()
        ? ClauseEvidence.NONE
        : new ClauseEvidence(
            new Sample(
                BigDecimal.valueOf(run.successes.stream().mapToInt(it -> it).max().orElse(0)),
                null,
                run.successes.size(),
                run.successes.size(),
                null),
            BigDecimal.ONE,
            censored(run, BigDecimal.ZERO),
            null,
            List.of(),
            null);
  }

  private static ClauseEvidence attainment(Attempts run) {
    if (run.successes.isEmpty()) {
      return ClauseEvidence.NONE;
    }
    long good = run.successes.stream().filter(it -> it <= 105).count();
    ClauseEvidence faults = Cases.errors(run.sent() - good, run.sent());
    Sample of = faults.sample();
    Interval interval = of == null ? null : of.interval();
    if (of == null || interval == null || interval.low() == null || interval.high() == null) {
      throw new AssertionError("an error rate has an interval");
    }
    return new ClauseEvidence(
        new Sample(
            BigDecimal.ONE.subtract(of.value()),
            new Interval(
                BigDecimal.ONE.subtract(interval.high()), BigDecimal.ONE.subtract(interval.low())),
            of.n(),
            run.successes.size(),
            of.within()),
        null,
        Set.of(),
        null,
        List.of(),
        null);
  }

  private static Set<Reason> censored(Attempts run, BigDecimal beyond) {
    double share = (double) run.cancelled / run.sent();
    return share > beyond.doubleValue() ? Set.of(Reason.CENSORED_TAIL) : Set.of();
  }

  private static @Nullable BigDecimal at(List<Integer> sorted, @Nullable Long rank) {
    return rank == null ? null : BigDecimal.valueOf(sorted.get(rank.intValue() - 1));
  }

  @Property
  void theVerdictIsTheWorstOfTheClauses(
      @ForAll @Size(min = 1, max = 8) List<@IntRange(max = 400) Integer> values) {
    List<Judge.Case> cases = new ArrayList<>();
    for (int value : values) {
      cases.add(judged(value, "250"));
    }
    RunVerdict verdict = new Judge(Cases.SOUND).verdict(cases, Optional::empty);

    assertThat(verdict.clauses()).extracting(ClauseVerdict::verdict).contains(verdict.verdict());
    assertThat(verdict.clauses())
        .allSatisfy(
            it -> assertThat(it.verdict().worse(verdict.verdict())).isEqualTo(verdict.verdict()));
  }

  @Property
  void aWiderBoundIsNeverHarderToHold(
      @ForAll @IntRange(max = 400) int value,
      @ForAll @IntRange(max = 500) int bound,
      @ForAll @IntRange(max = 100) int wider) {
    Judge judge = new Judge(Cases.SOUND);
    Verdict tight = judge.clause(judged(value, "" + bound)).verdict();
    Verdict loose = judge.clause(judged(value, "" + (bound + wider))).verdict();

    assertThat(loose.worse(tight)).isEqualTo(tight);
  }

  private static Judge.Case judged(int value, String bound) {
    return new Judge.Case(
        Cases.p95(Measure.GPU_QUEUE, bound),
        Cases.measured("" + value, "" + Math.max(0, value - 20), "" + (value + 20)));
  }

  @Property
  void theLargerAllowanceIsTheLimitAndReadsBack(
      @ForAll @IntRange(min = 1, max = 1000) int baseline,
      @ForAll @IntRange(max = 50) int percent,
      @ForAll @IntRange(max = 50) int amount) {
    Allowance allowance =
        new Allowance(Side.MAX, BigDecimal.valueOf(percent), BigDecimal.valueOf(amount));

    BigDecimal limit = allowance.limit(BigDecimal.valueOf(baseline));

    assertThat(limit).isGreaterThanOrEqualTo(BigDecimal.valueOf(amount));
    assertThat(limit.doubleValue()).isEqualTo(Math.max(amount, baseline * percent / 100.0));
    assertThat(
            Allowance.parse(allowance.toString() + "ms", Cases.p95(Measure.GATEWAY, "1").subject()))
        .isEqualTo(allowance);
  }
}
