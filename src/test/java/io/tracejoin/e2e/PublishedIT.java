package io.tracejoin.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracejoin.ingest.otlp.OtlpHttpPort;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import tools.jackson.databind.JsonNode;

/** What the service publishes about itself. */
@ServiceTest
class PublishedIT {

  private final Service service;

  PublishedIT(@LocalServerPort int rest, @Autowired OtlpHttpPort otlp) {
    service = new Service(rest, otlp.port());
  }

  @Test
  void theOpenApiDocumentListsTheContract() {
    JsonNode document = service.json("/v3/api-docs");

    assertThat(document.path("openapi").asString()).startsWith("3.1");
    List<String> paths = List.copyOf(document.path("paths").propertyNames());
    assertThat(paths)
        .contains(
            "/api/v1/runs",
            "/api/v1/runs/{run_id}",
            "/api/v1/runs/{run_id}/finish",
            "/api/v1/runs/{run_id}/client-records",
            "/api/v1/runs/{run_id}/report",
            "/api/v1/runs/{run_id}/requests",
            "/api/v1/runs/{run_id}/anomalies",
            "/api/v1/traces/{trace_id}");
    assertThat(service.get("/swagger-ui/index.html", "text/html").statusCode()).isEqualTo(200);
  }

  @Test
  void healthIsUp() {
    assertThat(service.json("/actuator/health").path("status").asString()).isEqualTo("UP");
  }

  @Test
  void metricsTellWhatCameInAndWhatWasJoined() {
    Service.accepted(service.otlpJson(Generated.otlp(Generated.traceIds(0x3e741c5, 2))));

    String metrics = service.get("/actuator/prometheus", "text/plain").body();
    assertThat(metrics)
        .contains("tracejoin_ingest_spans_total{result=\"stored\"}")
        .contains("tracejoin_join_traces_total")
        .contains("hikaricp_connections_active");
    assertThat(service.get("/actuator/env", "application/json").statusCode()).isEqualTo(404);
  }
}
