package io.tracejoin.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracejoin.run.K6Summary;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DeliveryTest {

  private static final long S = 1_000_000_000L;
  private static final String EIGHT =
      "{\"load\":{\"model\":\"open\",\"target_rate\":8,\"planned_duration_s\":100%s}}";

  @Test
  void pointsAreComparedInIterations() {
    Delivery delivery =
        closed(EIGHT.formatted(""), points(new LoadData.Iterations("", 790, 0, 99)));

    LoadReport report = delivery.report();
    assertThat(report.source()).isEqualTo("points");
    assertThat(report.targetPerS()).isEqualByComparingTo("8");
    assertThat(report.deliveredPerS()).isEqualByComparingTo("7.9");
    assertThat(report.durationS()).isEqualByComparingTo("100");
    assertThat(delivery.warning()).isEmpty();
  }

  @Test
  void oneDroppedIterationIsALoadNotDelivered() {
    Delivery delivery =
        closed(EIGHT.formatted(""), points(new LoadData.Iterations("", 799, 1, 99)));

    assertThat(delivery.report().offeredPerS()).isEqualByComparingTo("8");
    assertThat(delivery.warning().orElseThrow().code()).isEqualTo("load_not_delivered");
    assertThat(delivery.warning().orElseThrow().message()).contains("1 iterations were dropped");
  }

  @Test
  void moreThanAFivePercentShortfallIsALoadNotDelivered() {
    assertThat(
            closed(EIGHT.formatted(""), points(new LoadData.Iterations("", 760, 0, 99))).warning())
        .isEmpty();
    assertThat(
            closed(EIGHT.formatted(""), points(new LoadData.Iterations("", 759, 0, 99)))
                .warning()
                .orElseThrow()
                .message())
        .contains("7.59/s")
        .contains("8.00/s")
        .contains("5.1 % short");
  }

  @Test
  void randomArrivalsMayBeShortByThreeDeviations() {
    String poisson = EIGHT.formatted(",\"arrival\":\"poisson\"");

    // 3 sqrt(800) = 84.9
    assertThat(closed(poisson, points(new LoadData.Iterations("", 716, 0, 99))).warning())
        .isEmpty();
    assertThat(closed(poisson, points(new LoadData.Iterations("", 714, 0, 99))).warning())
        .isPresent();
  }

  @Test
  void requestsAreDividedByThoseOfAnIteration() {
    Delivery delivery =
        new Delivery(
            PromisedLoad.parse(EIGHT.formatted(",\"requests_per_iteration\":2")),
            points(),
            100 * S,
            new Delivery.Requests(1280, 10 * S, 80 * S),
            false);

    assertThat(delivery.report().source()).isEqualTo("requests");
    assertThat(delivery.report().deliveredPerS()).isEqualByComparingTo("8");
    assertThat(delivery.report().iterations()).isNull();
    assertThat(delivery.warning()).isEmpty();
  }

  @Test
  void whatIsMissingOfAnOpenRunMayStillCome() {
    Delivery delivery =
        new Delivery(
            PromisedLoad.parse(EIGHT.formatted("")),
            points(new LoadData.Iterations("", 60, 0, 10)),
            10 * S,
            new Delivery.Requests(60, 0, 10 * S),
            true);

    assertThat(delivery.report().durationS()).isEqualByComparingTo("10");
    assertThat(delivery.warning()).isEmpty();
  }

  @Test
  void aScenarioThatFallsShortIsNamedWhereTheSumHidesIt() {
    String two =
        """
        {"scenarios": {
          "a": {"load": {"target_rate": 100, "planned_duration_s": 10}},
          "b": {"load": {"target_rate": 1, "planned_duration_s": 10}}}}
        """;
    Delivery delivery =
        closed(
            two,
            points(
                new LoadData.Iterations("a", 1000, 0, 10), new LoadData.Iterations("b", 2, 0, 3)));

    assertThat(delivery.report().targetPerS()).isEqualByComparingTo("101");
    assertThat(delivery.warning().orElseThrow().message()).contains("of scenario b");
  }

  @Test
  void aRampIsTheAreaBelowIt() {
    RateProfile ramp =
        PromisedLoad.parse(
                """
                {"load": {"executor": "ramping-arrival-rate", "start_rate": 5, "start_s": 4,
                  "stages": [{"target_rate": 5, "duration_s": 60}, {"target_rate": 10, "duration_s": 120}]}}
                """)
            .profile();

    assertThat(ramp.arrivals(0, 184)).isEqualTo(300 + 900);
    assertThat(ramp.arrivals(0, 4)).isZero();
    assertThat(ramp.arrivals(64, 124)).isEqualTo(60 * (5 + 7.5) / 2);
    assertThat(ramp.arrivals(184, 1000)).isZero();
  }

  @Test
  void stagesWithoutARampAreHeld() {
    RateProfile steps =
        PromisedLoad.parse(
                "{\"load\":{\"stages\":[{\"target_rate\":4,\"duration_s\":10},"
                    + "{\"target_rate\":8,\"duration_s\":10}]}}")
            .profile();

    assertThat(steps.arrivals(0, 20)).isEqualTo(120);
  }

  @Test
  void nothingDeclaredAndNothingSentIsNothing() {
    LoadReport report = closed("{}", points()).report();

    assertThat(report.source()).isNull();
    assertThat(report.targetPerS()).isNull();
    assertThat(report.vus()).isNull();
  }

  private static Delivery closed(String declaration, LoadData data) {
    return new Delivery(
        PromisedLoad.parse(declaration), data, 99 * S, new Delivery.Requests(0, 0, 0), false);
  }

  private static LoadData points(LoadData.Iterations... iterations) {
    return new Told(List.of(iterations), null);
  }

  private record Told(List<Iterations> iterations, @Nullable K6Summary k6) implements LoadData {
    @Override
    public Users users() {
      return new Users(null, null);
    }

    @Override
    public Optional<Summary> summary() {
      return Optional.ofNullable(k6).map(it -> new Summary(it, Instant.EPOCH));
    }

    @Override
    public Rows rows() {
      return new Rows(0, null);
    }
  }
}
