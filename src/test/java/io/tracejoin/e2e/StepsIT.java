package io.tracejoin.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracejoin.e2e.Simulated.Parts;
import io.tracejoin.e2e.Simulated.Source;
import io.tracejoin.ingest.otlp.OtlpHttpPort;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import tools.jackson.databind.JsonNode;

/** Five steps of load, of which the last is more than the pool carries. */
@ServiceTest
class StepsIT {

  private static final String DECLARATION =
      """
      {"kind": "stepped", "slo": {"total_ms": 2000}, "single_token_tpot": "fail",
       "load": {"model": "open", "stages": [
         {"target_rate": 2, "duration_s": 40}, {"target_rate": 4, "duration_s": 40},
         {"target_rate": 6, "duration_s": 40}, {"target_rate": 8, "duration_s": 40},
         {"target_rate": 10, "duration_s": 40}]}}
      """;

  private final Service service;

  StepsIT(@LocalServerPort int rest, @Autowired OtlpHttpPort otlp) {
    service = new Service(rest, otlp.port());
  }

  @BeforeEach
  void sendFiveSteps() {
    if (service.get("/api/v1/runs/ramp", "application/json").statusCode() == 200) {
      return;
    }
    Simulated ramp =
        new Simulated(0x70000001)
            .step(2, 40, carried(20))
            .step(4, 40, carried(30))
            .step(6, 40, carried(40))
            .step(8, 40, carried(50))
            .step(10, 40, (random, second) -> parts(random.nextDouble() * 20 + 60 * second));
    Service.accepted(service.put("/api/v1/runs/ramp", DECLARATION));
    Service.accepted(service.otlpJson(ramp.otlp()));
    Service.accepted(service.records("ramp", "native", ramp.records()));
    service.finish("ramp");
  }

  @Test
  void theKneeAndTheCapacityAreFound() {
    JsonNode answer = service.json("/api/v1/runs/ramp/steps");

    JsonNode steps = answer.path("steps");
    assertThat(steps.size()).isEqualTo(5);
    assertThat(steps.path(2).path("index").asInt()).isEqualTo(3);
    assertThat(steps.path(2).path("target_rate").asDouble()).isEqualTo(6);
    assertThat(steps.path(2).path("delivered_rate").asDouble()).isBetween(5.8, 6.2);
    assertThat(steps.path(2).path("throughput").asDouble()).isBetween(5.8, 6.2);
    assertThat(steps.path(2).path("attainment").asDouble()).isEqualTo(1);
    assertThat(steps.path(2).path("over_capacity").asBoolean()).isFalse();
    // 1.2 s after the step: what was sent before is answered by then.
    assertThat(steps.path(2).path("from_s").asDouble()).isBetween(81.1, 81.4);
    assertThat(steps.path(4).path("over_capacity").asBoolean()).isTrue();
    assertThat(steps.path(4).path("queue").path("measure").asString()).isEqualTo("gpu_queue");
    assertThat(steps.path(4).path("queue").path("slope_per_s").asDouble()).isBetween(58.0, 62.0);
    assertThat(answer.path("capacity").path("last_pass").asDouble()).isBetween(7.8, 8.2);
    assertThat(answer.path("capacity").path("first_fail").asDouble()).isBetween(9.8, 10.2);
    assertThat(answer.path("knee").path("step").asInt()).isEqualTo(5);
    assertThat(answer.path("knee").path("reason").asString()).isEqualTo("queue_grew");
    assertThat(answer.path("findings").path(0).path("code").asString())
        .isEqualTo("inference_saturated");
    assertThat(answer.path("findings").path(0).path("between").asString())
        .isEqualTo("steps 4 and 5");
    assertThat(answer.path("findings").size()).isEqualTo(1);
  }

  @Test
  void theTextHasAllOfIt() {
    String text = service.text("/api/v1/runs/ramp/steps");
    assertThat(text)
        .contains("Knee     step 5, queue_grew", "Capacity at 95.00 % attainment", "gpu_queue");
  }

  @Test
  void theReportWarnsThatItMixesStepsAndTellsTheGoodput() {
    JsonNode report = service.json("/api/v1/runs/ramp/report");
    assertThat(report.path("warnings").toString()).contains("mixed_steps");
    JsonNode slo = report.path("slo");
    assertThat(slo.path("sent").asInt()).isEqualTo(1200);
    assertThat(slo.path("good").asInt()).isBetween(900, 960);
    assertThat(slo.path("attainment").asDouble()).isBetween(0.75, 0.8);
    assertThat(slo.path("goodput_per_s").asDouble()).isBetween(4.5, 4.8);
    assertThat(service.text("/api/v1/runs/ramp/report"))
        .contains("SLO: client_total <= 2000 ms; an answer of one token: fail");
  }

  @Test
  void twoSteppedRunsAreComparedByWhatTheyCarry() {
    JsonNode comparison = service.json("/api/v1/runs/ramp/compare/ramp");
    assertThat(comparison.path("capacity").path("last_pass_change").asDouble()).isZero();
    assertThat(service.text("/api/v1/runs/ramp/compare/ramp"))
        .contains("Last pass changed by 0.00/s.");
  }

  @Test
  void aRunWithoutStepsSaysSo() {
    Service.accepted(service.put("/api/v1/runs/flat", "{}"));
    assertThat(service.json("/api/v1/runs/flat/steps").path("steps").isEmpty()).isTrue();
    assertThat(service.text("/api/v1/runs/flat/steps")).contains("The run has no steps");
  }

  private static Source carried(double queue) {
    return (random, second) -> parts(random.nextDouble() * queue);
  }

  private static Parts parts(double queue) {
    return new Parts(0.01, 38, queue, 1080);
  }
}
