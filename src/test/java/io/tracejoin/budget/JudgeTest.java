package io.tracejoin.budget;

import static io.tracejoin.budget.Cases.SOUND;
import static io.tracejoin.budget.Cases.counted;
import static io.tracejoin.budget.Cases.decimal;
import static io.tracejoin.budget.Cases.latency;
import static io.tracejoin.budget.Cases.measured;
import static io.tracejoin.budget.Cases.p95;
import static io.tracejoin.budget.Cases.sample;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracejoin.decompose.Measure;
import io.tracejoin.statistics.Quantile;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class JudgeTest {

  private static final Clause QUEUE = p95(Measure.GPU_QUEUE, "250");

  @ParameterizedTest
  @CsvSource({
    "200,190,210,PASS",
    "200,190,250,PASS",
    "200,190,250.000001,INCONCLUSIVE",
    "260,249,300,INCONCLUSIVE",
    "260,250,300,INCONCLUSIVE",
    "260,250.000001,300,FAIL",
    "260,255,,FAIL",
    "200,190,,INCONCLUSIVE",
    "260,,300,INCONCLUSIVE"
  })
  void theIntervalDecides(
      String value, @Nullable String low, @Nullable String high, Verdict verdict) {
    ClauseVerdict judged = clause(QUEUE, measured(value, low, high));

    assertThat(judged.verdict()).isEqualTo(verdict);
    assertThat(judged.reasons())
        .isEqualTo(
            verdict == Verdict.INCONCLUSIVE ? List.of(Reason.INTERVAL_STRADDLES_BOUND) : List.of());
  }

  @Test
  void aMaximumIsCountedAndComparedUnrounded() {
    Clause clause = latency(Measure.CLIENT_TOTAL, Statistic.MAX, "4.00", null);

    ClauseVerdict over = clause(clause, measured(counted("4.004"), "1"));
    assertThat(over.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(over.overBy()).isEqualByComparingTo("0.004");
    assertThat(clause(clause, measured(counted("4.000000"), "1")).verdict())
        .isEqualTo(Verdict.PASS);
  }

  @Test
  void noDataIsNeverAPass() {
    for (Subject.Counted it : Subject.Counted.values()) {
      ClauseVerdict judged = clause(counted(it, it.side() == Side.MAX ? "1" : "0"), NONE());
      assertThat(judged.verdict()).as(it.code()).isEqualTo(Verdict.INCONCLUSIVE);
      assertThat(judged.reasons()).containsExactly(Reason.NO_DATA);
    }
    assertThat(clause(QUEUE, NONE()).reasons()).containsExactly(Reason.NO_DATA);
    assertThat(new Judge(SOUND).verdict(List.of(), Optional::empty).verdict())
        .isEqualTo(Verdict.INCONCLUSIVE);
  }

  private static ClauseEvidence NONE() {
    return ClauseEvidence.NONE;
  }

  @Test
  void everyMissingEvidenceIsNamed() {
    RunEvidence run =
        new RunEvidence(false, List.of("late"), List.of("kind"), true, decimal("29"), decimal("6"));
    ClauseEvidence evidence =
        measured(
            sample("300", "200", "400", 399, "0.9"),
            "0.62",
            Reason.BIASED_JOIN,
            Reason.MIXED_ROOTS,
            Reason.CENSORED_TAIL);

    ClauseVerdict judged = new Judge(run).clause(new Judge.Case(QUEUE, evidence));

    assertThat(judged.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
    assertThat(judged.reasons())
        .containsExactlyInAnyOrder(
            Reason.TOO_FEW_SAMPLES,
            Reason.COVERAGE_BELOW_MINIMUM,
            Reason.WINDOW_TOO_SHORT,
            Reason.BIASED_JOIN,
            Reason.MIXED_ROOTS,
            Reason.CENSORED_TAIL,
            Reason.LOAD_NOT_DELIVERED,
            Reason.OTHER_CONDITIONS,
            Reason.NOT_FINISHED,
            Reason.INTERVAL_STRADDLES_BOUND,
            Reason.POST_HOC);
  }

  @Test
  void theWindowOfTheClausesOwnRequestsMustBeLongEnough() {
    ClauseEvidence run = measured("1", "1", "1");
    ClauseEvidence short590 =
        new ClauseEvidence(
            run.sample(), run.coverage(), run.doubts(), null, List.of(), decimal("590"));

    assertThat(clause(QUEUE, run).reasons()).isEmpty();
    assertThat(clause(QUEUE, short590).reasons()).containsExactly(Reason.WINDOW_TOO_SHORT);
  }

  @ParameterizedTest
  @CsvSource({"594,100,true", "593.9,100,false", "600,120,true", "600,120.1,false"})
  void aWindowIsLongEnoughAt99PercentAndFiveOfTheLongestRequests(
      String window, String longest, boolean enough) {
    RunEvidence run =
        new RunEvidence(true, List.of(), List.of(), false, decimal(window), decimal(longest));

    assertThat(new Judge(run).clause(new Judge.Case(QUEUE, measured("1", "1", "1"))).reasons())
        .isEqualTo(enough ? List.of() : List.of(Reason.WINDOW_TOO_SHORT));
  }

  @ParameterizedTest
  @EnumSource(
      value = Reason.class,
      names = {"CENSORED_TAIL", "LOAD_NOT_DELIVERED"})
  void aDoubtThatCanOnlyFlatterTakesAPassAndLeavesAFailure(Reason doubt) {
    assertThat(doubted("200", "190", "210", doubt).verdict()).isEqualTo(Verdict.INCONCLUSIVE);
    ClauseVerdict failed = doubted("300", "290", "310", doubt);
    assertThat(failed.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(failed.reasons()).containsExactly(doubt);
  }

  @ParameterizedTest
  @EnumSource(
      value = Reason.class,
      names = {"BIASED_JOIN", "MIXED_ROOTS"})
  void aDoubtThatCanGoEitherWayTakesAFailureToo(Reason doubt) {
    assertThat(doubted("300", "290", "310", doubt).verdict()).isEqualTo(Verdict.INCONCLUSIVE);
  }

  private static ClauseVerdict doubted(String value, String low, String high, Reason doubt) {
    return clause(QUEUE, measured(sample(value, low, high, 4_000, "0.9"), "1", doubt));
  }

  @Test
  void beyondTheWarningIsAWarning() {
    Clause clause = latency(Measure.GPU_QUEUE, Statistic.of(Quantile.of("0.95")), "250", "200");

    assertThat(clause(clause, measured("201", "190", "210")).verdict()).isEqualTo(Verdict.WARN);
    assertThat(clause(clause, measured("200", "190", "210")).verdict()).isEqualTo(Verdict.PASS);
  }

  @Test
  void theSamplesThatWouldDecideAreTold() {
    ClauseEvidence close = measured(sample("240", "230", "260", 4_000, "0.97"), "1");
    assertThat(clause(QUEUE, close).neededSamples()).isEqualTo(280);
    ClauseEvidence even = measured(sample("240", "230", "260", 4_000, "0.95"), "1");
    assertThat(clause(QUEUE, even).neededSamples()).isNull();
    ClauseEvidence few = measured(sample("240", "230", null, 20, "1"), "1");
    assertThat(clause(QUEUE, few).neededSamples()).isEqualTo(72);
    assertThat(clause(QUEUE, measured("1", "1", "1")).neededSamples()).isNull();
  }

  @Test
  void aMissingBaselineIsInconclusive() {
    ClauseVerdict judged = clause(relative(), measured("110", "105", "115"));

    assertThat(judged.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
    assertThat(judged.reasons()).containsExactly(Reason.NO_BASELINE);
  }

  @ParameterizedTest
  @CsvSource({
    "100,9,8,10,PASS",
    "100,11,10.1,12,FAIL",
    "100,9,8,11,INCONCLUSIVE",
    "20,4,3,5,PASS",
    "20,6,5.5,6.5,FAIL"
  })
  void theLargerOfTheTwoAllowancesCounts(
      String baseline, String difference, String low, String high, Verdict verdict) {
    Shift shift =
        new Shift(
            decimal(baseline), decimal(difference), new Interval(decimal(low), decimal(high)));
    ClauseEvidence evidence =
        new ClauseEvidence(
            sample("24", "20", "29", 4_000, "1"), decimal("1"), Set.of(), shift, List.of(), null);

    assertThat(clause(relative(), evidence).verdict()).isEqualTo(verdict);
  }

  private static Clause relative() {
    return new Clause(
        "relative",
        new Subject.Latency(Measure.NETWORK_ENVELOPE, null),
        Statistic.of(Quantile.of("0.95")),
        new Bound(Side.MAX, decimal("120"), null),
        new Allowance(Side.MAX, decimal("10"), decimal("5")),
        Map.of(),
        Minima.NONE,
        null);
  }

  @Test
  void failuresAloneNeverMakeASampleLargeEnoughToPass() {
    Clause loose = counted(Subject.Counted.ERROR_RATE, "0.5");

    assertThat(clause(loose, Cases.errors(1, 400)).reasons())
        .containsExactly(Reason.TOO_FEW_SAMPLES);
    assertThat(clause(loose, Cases.errors(1, 401)).verdict()).isEqualTo(Verdict.PASS);
    assertThat(clause(loose, Cases.errors(400, 400)).verdict()).isEqualTo(Verdict.FAIL);
  }

  @Test
  void aFailureNamesThePhasesByHowFarTheyAreOver() {
    RunVerdict verdict =
        verdict(
            SOUND,
            new Judge.Case(p95(Measure.GATEWAY, "60"), measured("70", "65", "75")),
            new Judge.Case(QUEUE, measured("2500.4", "2400", "2600")),
            new Judge.Case(p95(Measure.CLIENT_TOTAL, "1"), measured("9", "8", "9")));

    assertThat(verdict.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(verdict.guilty())
        .containsExactly(
            new Guilty("gpu_queue", "inference capacity", decimal("2250.4"), false),
            new Guilty("gateway", "gateway team", decimal("10"), false));
  }

  @Test
  void ofAFailureOfTheWholeASuspectIsInferred() {
    RunVerdict slow =
        verdict(SOUND, new Judge.Case(p95(Measure.CLIENT_TOTAL, "1"), measured("9", "8", "9")));
    RunVerdict faulty =
        verdict(
            SOUND,
            new Judge.Case(counted(Subject.Counted.ERROR_RATE, "0.01"), Cases.errors(400, 4_000)));

    assertThat(slow.guilty()).containsExactly(SUSPECT);
    assertThat(faulty.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(faulty.guilty()).isEmpty();
  }

  private static final Guilty SUSPECT =
      new Guilty("gpu_queue", "inference capacity", BigDecimal.TEN, true);

  private static RunVerdict verdict(RunEvidence run, Judge.Case... cases) {
    return new Judge(run).verdict(List.of(cases), () -> Optional.of(SUSPECT));
  }

  @Test
  void anUnfinishedRunKeepsItsVerdictBack() {
    RunEvidence open =
        new RunEvidence(false, List.of(), List.of(), false, decimal("600"), decimal("6"));

    RunVerdict verdict = verdict(open, new Judge.Case(QUEUE, measured("300", "290", "310")));

    assertThat(verdict.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
    assertThat(verdict.wouldBe()).isEqualTo(Verdict.FAIL);
    assertThat(verdict.guilty()).isEmpty();
  }

  private static ClauseVerdict clause(Clause clause, ClauseEvidence evidence) {
    return new Judge(SOUND).clause(new Judge.Case(clause, evidence));
  }
}
