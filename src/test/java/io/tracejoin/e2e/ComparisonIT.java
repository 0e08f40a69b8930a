package io.tracejoin.e2e;

import static io.tracejoin.e2e.Simulated.spread;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracejoin.e2e.Simulated.Parts;
import io.tracejoin.e2e.Simulated.Source;
import io.tracejoin.ingest.otlp.OtlpHttpPort;
import java.math.BigDecimal;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import tools.jackson.databind.JsonNode;

/** What moved between two runs, and whose it is, over the wire. */
@ServiceTest
class ComparisonIT {

  private static final Source HEALTHY =
      (random, second) ->
          new Parts(
              random.nextDouble() < 0.02 ? 20 : 0.01,
              spread(random, 38, 3),
              spread(random, 100, 90),
              spread(random, 1080, 30));

  private final Service service;

  ComparisonIT(@LocalServerPort int rest, @Autowired OtlpHttpPort otlp) {
    service = new Service(rest, otlp.port());
  }

  @Test
  void halfAsMuchLoadAgainSaturatesInferenceAndNotTheGateway() {
    load("sat-6", declared("6", ""), new Simulated(0x60000001).step(6, 160, HEALTHY));
    Source queued =
        (random, second) ->
            new Parts(
                0.01, spread(random, 38, 3), spread(random, 1400, 1200), spread(random, 1080, 30));
    load("sat-9", declared("9", ""), new Simulated(0x60000002).step(9, 160, queued));

    JsonNode comparison = service.json("/api/v1/runs/sat-9/compare/sat-6");

    assertThat(comparison.path("conditions_changed").toString())
        .isEqualTo("[{\"field\":\"load.target_rate\",\"baseline\":6,\"run\":9}]");
    assertThat(comparison.path("confounded").asBoolean()).isFalse();
    assertThat(codes(comparison)).containsExactly("inference_saturated");
    JsonNode total = phase(comparison, "client_total");
    assertThat(total.path("baseline").path("p95_ms").asDouble()).isBetween(1300.0, 1500.0);
    assertThat(total.path("run").path("p95_ms").asDouble()).isBetween(3600.0, 4000.0);
    JsonNode queue = phase(comparison, "gpu_queue");
    assertThat(queue.path("moved").asBoolean()).isTrue();
    assertThat(queue.path("baseline").path("p95_ms").asDouble()).isBetween(170.0, 190.0);
    assertThat(queue.path("run").path("p95_ms").asDouble()).isBetween(2350.0, 2600.0);
    JsonNode bounds = queue.path("shift").path("ci95_ms");
    assertThat(queue.path("shift").path("p95_ms").asDouble())
        .isBetween(bounds.path(0).asDouble(), bounds.path(1).asDouble());
    assertThat(phase(comparison, "gateway").path("moved").asBoolean()).isFalse();
    assertThat(phase(comparison, "generation").path("moved").asBoolean()).isFalse();
    assertTailAddsUp(comparison.path("tail").path("p95"));
    assertThat(comparison.path("tail").path("p95").path("explains").asString())
        .isEqualTo("gpu_queue");

    String text = service.text("/api/v1/runs/sat-9/compare/sat-6");
    assertThat(text)
        .contains("inference_saturated", "Owner: inference capacity", "load.target_rate");
    assertThat(text.indexOf("Conditions that differ")).isLessThan(text.indexOf("What moved"));
    String markdown = service.get("/api/v1/runs/sat-9/compare/sat-6", "text/markdown").body();
    assertThat(markdown)
        .startsWith("# Run sat-9 against baseline sat-6")
        .contains("| measure | n |")
        .contains("## Findings");
  }

  @Test
  void aHandshakeInNearlyEveryRequestMeansThatConnectionsAreNotReused() {
    load("tls-old", declared("6", ""), new Simulated(0x61000001).step(6, 160, HEALTHY));
    Source handshakes =
        (random, second) -> {
          Parts usual = HEALTHY.draw(random, second);
          double setup = random.nextDouble() < 0.97 ? spread(random, 500, 30) : 0.01;
          return new Parts(setup, usual.gateway(), usual.queue(), usual.generation());
        };
    load("tls-new", declared("6", ""), new Simulated(0x61000002).step(6, 160, handshakes));

    JsonNode comparison = service.json("/api/v1/runs/tls-new/compare/tls-old");

    assertThat(codes(comparison)).containsExactly("connections_not_reused");
    assertThat(comparison.path("conditions_changed").isEmpty()).isTrue();
    JsonNode setup = comparison.path("findings").path(0).path("evidence").path("client_setup");
    assertThat(setup.path("run_share_above_1_ms").asDouble()).isGreaterThan(0.9);
    assertThat(setup.path("baseline_share_above_1_ms").asDouble()).isLessThan(0.1);
    JsonNode wall = phase(comparison, "client_wall");
    assertThat(wall.path("shift").path("p95_ms").asDouble()).isBetween(400.0, 600.0);
    assertThat(phase(comparison, "client_total").path("moved").asBoolean()).isFalse();
  }

  @Test
  void nothingIsFoundBetweenEqualRunsNorWithinThem() {
    load("same-1", declared("6", ""), new Simulated(0x62000001).step(6, 120, HEALTHY));
    load("same-2", declared("6", ""), new Simulated(0x62000002).step(6, 120, HEALTHY));

    JsonNode comparison = service.json("/api/v1/runs/same-2/compare/same-1");

    assertThat(comparison.path("findings").isEmpty()).isTrue();
    assertThat(comparison.path("phases").size()).isGreaterThan(5);
    comparison.path("phases").forEach(it -> assertThat(it.path("moved").asBoolean()).isFalse());
    assertThat(service.json("/api/v1/runs/same-1/report").path("findings").isEmpty()).isTrue();
    assertThat(service.text("/api/v1/runs/same-2/compare/same-1"))
        .contains("None by what was declared.", "None: no rule fires on what moved.");
    assertThat(service.json("/api/v1/runs/same-2/compare/same-1").path("phases"))
        .isEqualTo(comparison.path("phases"));
  }

  @Test
  void aQueueThatGrowsInTheSecondHalfIsFoundInTheReport() {
    Source growing =
        (random, second) ->
            new Parts(
                0.01,
                spread(random, 38, 3),
                second < 60 ? spread(random, 100, 90) : spread(random, 900, 300),
                spread(random, 1080, 30));
    load("halves", declared("6", ""), new Simulated(0x63000001).step(6, 120, growing));
    JsonNode report = service.json("/api/v1/runs/halves/report");
    assertThat(codes(report)).containsExactly("inference_saturated");
    assertThat(report.path("findings").path(0).path("between").asString())
        .isEqualTo("first and second half");
    assertThat(service.text("/api/v1/runs/halves/report"))
        .contains("What moved within the run", "inference_saturated (first and second half)");
  }

  @Test
  void whatRepeatsDifferByIsNoMovement() {
    String group = ", \"labels\": {\"group\": \"nightly\"}";
    load("rep-1", declared("6", group), new Simulated(0x64000001).step(6, 60, queueAround(100)));
    load("rep-2", declared("6", group), new Simulated(0x64000002).step(6, 60, queueAround(200)));
    load("rep-3", declared("6", ""), new Simulated(0x64000003).step(6, 60, queueAround(170)));

    JsonNode comparison = service.json("/api/v1/runs/rep-3/compare/rep-1");

    assertThat(comparison.path("repeats").path("baseline").toString())
        .isEqualTo("[\"rep-2\",\"rep-1\"]");
    JsonNode queue = phase(comparison, "gpu_queue");
    assertThat(queue.path("shift").path("mean_ms").asDouble()).isBetween(60.0, 80.0);
    assertThat(queue.path("shift").path("noise_floor_ms").path("mean_ms").asDouble())
        .isBetween(90.0, 110.0);
    assertThat(queue.path("moved").asBoolean()).isFalse();
  }

  @Test
  void slicesAndFiltersNarrowTheComparison() {
    load("cut-1", declared("6", ""), new Simulated(0x65000001).step(6, 60, queueAround(100)));
    load(
        "cut-2",
        declared("6", ""),
        new Simulated(0x65000002).step(6, 60, queueAround(100)).step(6, 60, queueAround(800)));
    JsonNode slices = service.json("/api/v1/runs/cut-2/compare/cut-2?slice=step").path("slices");
    assertThat(slices.size()).isEqualTo(2);
    assertThat(slices.path(0).path("dimension").asString()).isEqualTo("step");
    JsonNode filtered = service.json("/api/v1/runs/cut-2/compare/cut-2?step=2");
    assertThat(phase(filtered, "gpu_queue").path("run").path("n").asInt()).isEqualTo(360);
    assertThat(filtered.path("where").asString()).isEqualTo("step=2");
  }

  @Test
  void anUnknownRunIsNotFoundAndAnUnknownDimensionIsRefused() {
    load("known", "{}", new Simulated(0x66000001).step(1, 1, HEALTHY));
    assertThat(service.get("/api/v1/runs/known/compare/nobody", "application/json").statusCode())
        .isEqualTo(404);
    assertThat(service.get("/api/v1/runs/nobody/compare/known", "application/json").body())
        .contains("nobody");
    assertThat(
            service
                .get("/api/v1/runs/known/compare/known?slice=colour", "application/json")
                .statusCode())
        .isEqualTo(400);
    assertThat(
            service.get("/api/v1/runs/known/steps?attainment=2", "application/json").statusCode())
        .isEqualTo(400);
    assertThat(service.get("/api/v1/runs/nobody/steps", "application/json").statusCode())
        .isEqualTo(404);
    HttpResponse<String> refused =
        service.put("/api/v1/runs/known", "{\"slo\": {\"total_ms\": -1}}");
    assertThat(refused.statusCode()).isEqualTo(400);
    assertThat(refused.body()).contains("slo.total_ms");
    assertThat(service.put("/api/v1/runs/known", "{\"single_token_tpot\": \"pass\"}").statusCode())
        .isEqualTo(400);
  }

  private static Source queueAround(double mean) {
    return (random, second) ->
        new Parts(0.01, spread(random, 38, 3), spread(random, mean, 20), spread(random, 300, 10));
  }

  private static String declared(String rate, String more) {
    return """
    {"kind": "steady", "load": {"model": "open", "arrival": "constant", "target_rate": %s}%s}"""
        .formatted(rate, more);
  }

  private void load(String run, String declaration, Simulated simulated) {
    Service.accepted(service.put("/api/v1/runs/" + run, declaration));
    Service.accepted(service.otlpJson(simulated.otlp()));
    Service.accepted(service.records(run, "native", simulated.records()));
    service.finish(run);
  }

  private static void assertTailAddsUp(JsonNode tail) {
    BigDecimal sum = BigDecimal.ZERO;
    for (JsonNode part : tail.path("parts")) {
      sum = sum.add(part.path("difference_ms").decimalValue());
    }
    assertThat(sum).isEqualByComparingTo(tail.path("difference_ms").decimalValue());
  }

  private static List<String> codes(JsonNode answer) {
    return answer.path("findings").valueStream().map(it -> it.path("code").asString()).toList();
  }

  private static JsonNode phase(JsonNode comparison, String measure) {
    return comparison
        .path("phases")
        .valueStream()
        .filter(it -> it.path("measure").asString().equals(measure))
        .findFirst()
        .orElseThrow();
  }
}
