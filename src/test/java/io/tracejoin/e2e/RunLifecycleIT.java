package io.tracejoin.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tracejoin.ingest.otlp.OtlpHttpPort;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import tools.jackson.databind.JsonNode;

/** A run from its declaration over late data to its removal. */
@ServiceTest
class RunLifecycleIT {

  private final Service service;

  RunLifecycleIT(@LocalServerPort int rest, @Autowired OtlpHttpPort otlp) {
    service = new Service(rest, otlp.port());
  }

  @Test
  void aDeclarationIsMergedAndNullClears() {
    Service.accepted(
        service.put(
            "/api/v1/runs/declared",
            "{\"name\":\"one\",\"window\":{\"warmup_s\":30,\"cooldown_s\":10}}"));
    Service.accepted(
        service.put(
            "/api/v1/runs/declared",
            "{\"name\":null,\"window\":{\"cooldown_s\":5},\"kind\":\"steady\"}"));

    JsonNode run = service.json("/api/v1/runs/declared");
    assertThat(run.has("name")).isFalse();
    assertThat(run.path("window").path("warmup_s").asInt()).isEqualTo(30);
    assertThat(run.path("window").path("cooldown_s").asInt()).isEqualTo(5);
    assertThat(run.path("state").asString()).isEqualTo("open");
  }

  @Test
  void aWrongDeclarationIsRefusedByName() {
    assertThat(service.put("/api/v1/runs/wrong", "{\"kind\":\"stedy\"}").body())
        .contains("kind: 'stedy' is none of");
    assertThat(service.put("/api/v1/runs/wrong", "{\"window\":{\"warmup_s\":-1}}").body())
        .contains("window.warmup_s");
    assertThat(service.put("/api/v1/runs/wrong", "[1]").statusCode()).isEqualTo(400);
    assertThat(service.put("/api/v1/runs/wrong", "{\"name\"").statusCode()).isEqualTo(400);
    assertThat(service.put("/api/v1/runs/not%20a%20name", "{}").statusCode()).isEqualTo(400);
    assertThat(service.get("/api/v1/runs/wrong", "application/json").statusCode()).isEqualTo(404);
    assertThat(service.put("/api/v1/runs/typo", "{\"windw\":{}}").body())
        .contains("\"unknown_fields\":[\"windw\"]");
  }

  @Test
  void lateSpansOfAFinishedRunMakeANewRevision() {
    List<String> traces = Generated.traceIds(0x11a7e001, 100);
    Service.accepted(service.records("late", "native", Generated.records(traces)));
    Service.accepted(service.otlpJson(Generated.otlp(traces.subList(0, 60))));
    service.finish("late");

    JsonNode first = service.json("/api/v1/runs/late/report");
    assertThat(first.path("state").asString()).isEqualTo("finished");
    assertThat(first.path("join").path("matched").asInt()).isEqualTo(60);
    assertThat(first.path("join").path("reasons").path("no_spans").asInt()).isEqualTo(40);

    Service.accepted(service.otlpJson(Generated.otlp(traces)));
    await()
        .untilAsserted(
            () -> {
              JsonNode second = service.json("/api/v1/runs/late/report");
              assertThat(second.path("join").path("matched").asInt()).isEqualTo(100);
              assertThat(second.path("revision").asInt())
                  .isGreaterThan(first.path("revision").asInt());
            });
    assertThat(
            service
                .json("/api/v1/runs/late/report?revision=" + first.path("revision").asInt())
                .path("join")
                .path("matched")
                .asInt())
        .isEqualTo(60);
  }

  @Test
  void theReportSaysWhereTheTimeWent() {
    List<String> traces = Generated.traceIds(0x4e904701, 400);
    Service.accepted(service.otlpJson(Generated.otlp(traces)));
    Service.accepted(service.records("figures", "native", Generated.records(traces)));
    service.finish("figures");

    JsonNode report = service.json("/api/v1/runs/figures/report");
    JsonNode total = measure(report, "client_total");
    assertThat(total.path("n").asInt()).isEqualTo(400);
    assertThat(total.path("p50_ms").asInt()).isEqualTo(120 + 199);
    assertThat(total.path("p95_ms").asInt()).isEqualTo(120 + 379);
    assertThat(total.path("max_ms").asInt()).isEqualTo(120 + 399);
    assertThat(measure(report, "gpu_queue").path("p95_ms").asInt()).isEqualTo(30);
    assertThat(measure(report, "unattributed").path("mean_ms").asInt()).isEqualTo(10);
    assertThat(measure(report, "network_envelope").path("max_ms").asInt()).isEqualTo(419);
    String text = service.text("/api/v1/runs/figures/report");
    assertThat(text).contains("network_envelope").contains("gpu_queue").contains("499");
    assertThat(service.get("/api/v1/runs/figures/report", "text/csv").body()).contains("gpu_queue");
  }

  @Test
  void anErasedRunIsGoneAndItsTraceStays() {
    List<String> traces = Generated.traceIds(0xe4a5ed01, 5);
    Service.accepted(service.otlpJson(Generated.otlp(traces)));
    Service.accepted(service.records("erased", "native", Generated.records(traces)));
    await().until(() -> service.json("/api/v1/runs/erased/requests").path("requests").size() == 5);

    assertThat(service.delete("/api/v1/runs/erased").statusCode()).isEqualTo(204);

    assertThat(service.get("/api/v1/runs/erased", "application/json").statusCode()).isEqualTo(404);
    assertThat(service.get("/api/v1/runs/erased/report", "application/json").statusCode())
        .isEqualTo(404);
    JsonNode request = service.json("/api/v1/traces/" + traces.get(0)).path("requests").path(0);
    assertThat(request.path("state").asString()).isEqualTo("server_only");
    assertThat(request.path("client").isNull()).isTrue();
  }

  private static JsonNode measure(JsonNode report, String name) {
    return report
        .path("phases")
        .valueStream()
        .filter(it -> name.equals(it.path("measure").asString()))
        .findFirst()
        .orElseThrow();
  }
}
