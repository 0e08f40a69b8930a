package io.tracejoin.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tracejoin.ingest.otlp.OtlpHttpPort;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.TestPropertySource;
import tools.jackson.databind.JsonNode;

/** Load generators that export spans need send nothing else. */
@ServiceTest
@TestPropertySource(properties = "tracejoin.generator-services=always-a-generator")
class GeneratorSpansIT {

  private static final String CALL =
      """
      {"resourceSpans": [
        {"resource": {"attributes": [
           {"key": "service.name", "value": {"stringValue": "%2$s"}}%3$s]},
         "scopeSpans": [{"spans": [
           {"traceId": "%1$s", "spanId": "00000000000000c1", "name": "POST", "kind": 3,
            "startTimeUnixNano": "%4$d000000", "endTimeUnixNano": "%5$d000000",
            "attributes": [{"key": "http.response.status_code", "value": {"intValue": "200"}}]}]}]},
        {"resource": {"attributes": [
           {"key": "service.name", "value": {"stringValue": "llm-gateway"}}]},
         "scopeSpans": [{"spans": [
           {"traceId": "%1$s", "spanId": "00000000000000a1", "parentSpanId": "00000000000000c1",
            "name": "POST /v1/chat/completions", "kind": 2,
            "startTimeUnixNano": "1795946400010000000",
            "endTimeUnixNano": "1795946400090000000"}]}]}]}
      """;

  private static final long START = 1_795_946_400_000L;

  private final Service service;

  GeneratorSpansIT(@LocalServerPort int rest, @Autowired OtlpHttpPort otlp) {
    this.service = new Service(rest, otlp.port());
  }

  @Test
  void declaredBeforeTheSpans() {
    declare("gen-1", "locust-1");
    String trace = "00000000000000f10000000000000001";
    export(trace, "locust-1", "");
    export(trace, "locust-1", "");

    JsonNode request = awaitMatched("gen-1", trace);
    assertThat(request.path("client_total_ms").asInt()).isEqualTo(100);
    assertThat(request.path("network_envelope_ms").asInt()).isEqualTo(20);
    assertThat(request.path("generator").asString()).isEqualTo("locust-1");
    JsonNode report = service.json("/api/v1/runs/gen-1/report");
    assertThat(report.path("population").path("client_records").asInt()).isEqualTo(1);
    assertThat(report.path("warnings").valueStream().map(it -> it.path("code").asString()))
        .contains("generator_sampling");
  }

  @Test
  void declaredAfterTheSpansByServiceAndNameOfTheRun() {
    String trace = "00000000000000f10000000000000002";
    export(trace, "locust-2", runAttribute("gen-2"));
    assertThat(service.json("/api/v1/traces/" + trace).path("requests").path(0).path("state"))
        .hasToString("\"server_only\"");

    declare("gen-2", "locust-2");
    declare("gen-2", "locust-2");

    awaitMatched("gen-2", trace);
  }

  @Test
  void spansThatNoRunClaimsAreCountedAndFoundLater() {
    long before = unassigned();
    declare("gen-3", "locust-3");
    declare("gen-4", "locust-3");
    String trace = "f4f4000000000000000000000000000a";
    export(trace, "locust-3", "");

    assertThat(unassigned()).isEqualTo(before + 1);
    Service.accepted(service.put("/api/v1/runs/gen-4", "{\"trace_id_prefix\": \"f4f4\"}"));

    awaitMatched("gen-4", trace);
    assertThat(service.json("/api/v1/runs/gen-3/requests").path("requests").size()).isZero();
  }

  @Test
  void aConfiguredServiceMakesTheRunThatItNames() {
    String trace = "00000000000000f10000000000000005";
    export(trace, "always-a-generator", runAttribute("gen-5"));

    awaitMatched("gen-5", trace);
    assertThat(service.get("/api/v1/runs/gen-5", "application/json").body())
        .contains("always-a-generator");
  }

  private long unassigned() {
    return service.json("/api/v1/ingest").path("unassigned_generator_spans").asLong();
  }

  private void declare(String run, String generator) {
    Service.accepted(
        service.put("/api/v1/runs/" + run, "{\"generator_services\": [\"" + generator + "\"]}"));
  }

  private static String runAttribute(String run) {
    return ", {\"key\": \"tracejoin.run_id\", \"value\": {\"stringValue\": \"" + run + "\"}}";
  }

  private void export(String trace, String generator, String attributes) {
    Service.accepted(
        service.otlpJson(CALL.formatted(trace, generator, attributes, START, START + 100)));
  }

  private JsonNode awaitMatched(String run, String trace) {
    await()
        .untilAsserted(
            () -> {
              JsonNode requests =
                  service.json("/api/v1/runs/" + run + "/requests").path("requests");
              assertThat(requests.size()).isEqualTo(1);
              assertThat(requests.path(0).path("state").asString()).isEqualTo("matched");
              assertThat(requests.path(0).path("trace_id").asString()).isEqualTo(trace);
            });
    return service.json("/api/v1/runs/" + run + "/requests").path("requests").path(0);
  }
}
