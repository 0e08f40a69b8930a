package io.tracejoin.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracejoin.statistics.BlockBootstrap;
import io.tracejoin.statistics.Trend;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

class StepRulesTest {

  private static final BigDecimal TARGET = new BigDecimal("0.95");

  @Test
  void aStageThatChangesItsRateIsARampOfARampingExecutor() {
    List<StepPlan.Planned> steps =
        planned(
            """
            {"load": {"executor": "ramping-arrival-rate", "start_rate": 2, "stages": [
              {"target_rate": 2, "duration_s": 60}, {"target_rate": 4, "duration_s": 10},
              {"target_rate": 4, "duration_s": 60}, {"target_rate": 0, "duration_s": 10}]}}
            """);
    assertThat(steps)
        .containsExactly(
            new StepPlan.Planned(0, 60, 2.0, null), new StepPlan.Planned(70, 130, 4.0, null));
  }

  @Test
  void everyStageOfAnotherExecutorIsAStep() {
    assertThat(
            planned(
                """
                {"load": {"start_s": 5, "stages": [
                  {"target_rate": 4, "duration_s": 300}, {"target_rate": 8, "duration_s": 300}]}}
                """))
        .containsExactly(
            new StepPlan.Planned(5, 305, 4.0, null), new StepPlan.Planned(305, 605, 8.0, null));
  }

  @Test
  void stagesOfTheOnlyStagedScenarioCountAndThoseOfTwoDoNot() {
    String one =
        """
        "%s": {"load": {"executor": "ramping-vus", "vus": 3, "stages": [
          {"target_vus": 3, "duration_s": 30}, {"target_vus": 6, "duration_s": 5}]}}
        """;
    assertThat(planned("{\"scenarios\": {" + one.formatted("a") + "}}"))
        .containsExactly(new StepPlan.Planned(0, 30, null, 3));
    assertThat(planned("{\"scenarios\": {" + one.formatted("a") + "," + one.formatted("b") + "}}"))
        .isEmpty();
    assertThat(planned("{}")).isEmpty();
  }

  @Test
  void capacityLiesBetweenTheLastSurePassAndTheFirstSureFail() {
    Capacity capacity =
        Capacity.of(
            TARGET, List.of(judged("10", 300, 400), judged("4", 400, 400), judged("8", 383, 400)));
    assertThat(capacity.lastPass()).isEqualByComparingTo("4");
    assertThat(capacity.firstFail()).isEqualByComparingTo("10");
  }

  @Test
  void aPassAfterAnUndecidedStepIsNone() {
    Capacity capacity = Capacity.of(TARGET, List.of(judged("4", 40, 40), judged("8", 400, 400)));
    assertThat(capacity.lastPass()).isNull();
    assertThat(capacity.firstFail()).isNull();
  }

  @Test
  void theKneeIsTheFirstStepThatCompletesTooFew() {
    assertThat(Knee.of(List.of(seen(1, 4, 400, 400, 20), seen(2, 8, 800, 674, 20))))
        .hasValueSatisfying(
            it -> {
              assertThat(it.step()).isEqualTo(2);
              assertThat(it.reason()).isEqualTo("completions_short");
            });
    // 5 % of 800 and 3 * sqrt(800) are 124.9: 675 of 800 are enough.
    assertThat(Knee.of(List.of(seen(1, 4, 400, 400, 20), seen(2, 8, 800, 676, 20)))).isEmpty();
  }

  @Test
  void theKneeIsTheFirstStepWhoseQueueGrowsOutOfProportion() {
    assertThat(Knee.of(List.of(seen(1, 4, 400, 400, 20), seen(2, 6, 600, 600, 90))))
        .hasValueSatisfying(it -> assertThat(it.reason()).isEqualTo("queue_grew"));
  }

  @Test
  void aQueueThatGrowsWithTheRateIsNoKnee() {
    // Twice the rate's factor is 3: 300 ms is not beyond 3 * 100 ms.
    assertThat(Knee.of(List.of(seen(1, 4, 400, 400, 100), seen(2, 6, 600, 600, 300)))).isEmpty();
    // 49 ms more is too little, whatever the factor.
    assertThat(Knee.of(List.of(seen(1, 4, 400, 400, 1), seen(2, 6, 600, 600, 50)))).isEmpty();
    // 60 ms more is less than 5 % of 2 s.
    assertThat(
            Knee.of(
                List.of(
                    new Knee.Seen(1, 4, 400, 400, 1.0, 6.0, 2000.0),
                    new Knee.Seen(2, 6, 600, 600, 61.0, 6.0, 2000.0))))
        .isEmpty();
  }

  @Test
  void aQueueThatGrowsBecauseGenerationIsSlowerIsNoKnee() {
    assertThat(
            Knee.of(
                List.of(
                    new Knee.Seen(1, 4, 400, 400, 20.0, 6.0, 1000.0),
                    new Knee.Seen(2, 6, 600, 600, 900.0, 7.0, 1000.0))))
        .isEmpty();
  }

  @Test
  void aQueueRisesWhereEachThirdIsHigherAndTheSlopeIsSure() {
    assertThat(trend(block -> 10 + 5 * block).rises()).isTrue();
    assertThat(trend(block -> block % 2 == 0 ? 10 : 11).rises()).isFalse();
    assertThat(trend(block -> block < 20 ? 30 - block : 40).rises()).isFalse();
    assertThat(Trend.of(List.of(new Trend.Point(0, 5, 5)), 30, new BlockBootstrap(1))).isEmpty();
  }

  @Test
  void aSlopeIsPerBlock() {
    Trend trend = trend(block -> 10 + 5 * block);
    assertThat(trend.slope()).isBetween(4.999, 5.001);
    assertThat(trend.thirds()).containsExactly(10 + 5 * 4.5, 10 + 5 * 14.5, 10 + 5 * 24.5);
  }

  private static Trend trend(IntToDoubleFunction mean) {
    List<Trend.Point> points = new ArrayList<>();
    for (int block = 0; block < 30; block++) {
      points.add(new Trend.Point(block, 10, 10 * mean.applyAsDouble(block)));
    }
    return Trend.of(points, 30, new BlockBootstrap(1)).orElseThrow();
  }

  private static List<StepPlan.Planned> planned(String declaration) {
    return StepPlan.of(PromisedLoad.parse(declaration));
  }

  private static Capacity.Judged judged(String rate, long good, long sent) {
    return new Capacity.Judged(new BigDecimal(rate), good, sent);
  }

  private static Knee.Seen seen(
      int index, double rate, long delivered, long completed, double queue) {
    return new Knee.Seen(index, rate, delivered, completed, queue, 6.0, 1000.0);
  }
}
