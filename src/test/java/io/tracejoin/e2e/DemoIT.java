package io.tracejoin.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tracejoin.ingest.otlp.OtlpHttpPort;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.ActiveProfiles;
import org.springframework.test.context.TestPropertySource;
import tools.jackson.databind.JsonNode;

/** The demo sends both of its runs through the front doors, and they can be read. */
@ServiceTest
@ActiveProfiles("demo")
@TestPropertySource(properties = "tracejoin.demo.duration=20s")
class DemoIT {

  private final Service service;

  DemoIT(@LocalServerPort int rest, @Autowired OtlpHttpPort otlp) {
    service = new Service(rest, otlp.port());
  }

  @ParameterizedTest
  @ValueSource(strings = {"demo-healthy", "demo-saturated"})
  void aRunFinishesWithNearlyAllOfItsTraces(String run) {
    await()
        .atMost(Duration.ofSeconds(90))
        .until(
            () ->
                service
                    .get("/api/v1/runs/" + run, "application/json")
                    .body()
                    .contains("\"state\":\"finished\""));

    JsonNode report = service.json("/api/v1/runs/" + run + "/report");
    assertThat(report.path("revision").asInt()).isPositive();
    JsonNode join = report.path("join");
    assertThat(join.path("coverage").asDouble()).isGreaterThan(0.95);
    assertThat(report.path("population").path("client_records").asInt()).isGreaterThan(100);
    assertThat(report.path("phases").toString()).contains("gpu_queue").contains("generation");
    assertThat(service.text("/api/v1/runs/" + run + "/report")).contains("gpu_queue");
  }
}
