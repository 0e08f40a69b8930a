package io.tracejoin.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracejoin.ingest.otlp.OtlpHttpPort;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import tools.jackson.databind.JsonNode;

/** Budgets are made, read and checked. */
@ServiceTest
class BudgetIT {

  private static final String YAML =
      """
      # what the queue may take
      clauses:
        - {id: queue, measure: gpu_queue, stat: p95, max_ms: 250.0}
      """;
  private static final String JSON =
      """
      {"clauses": [{"max_ms": 250, "stat": "p95", "measure": "gpu_queue", "id": "queue"}]}""";

  private final Service service;
  private final int rest;

  BudgetIT(@LocalServerPort int rest, @Autowired OtlpHttpPort otlp) {
    this.service = new Service(rest, otlp.port());
    this.rest = rest;
  }

  @Test
  void aVersionThatSaysTheSameIsNone() {
    HttpResponse<String> first = service.putYaml("/api/v1/budgets/same", YAML);
    assertThat(first.statusCode()).as(first.body()).isEqualTo(201);
    assertThat(first.headers().firstValue("ETag")).contains("\"1\"");

    HttpResponse<String> second = service.put("/api/v1/budgets/same", JSON);
    assertThat(second.statusCode()).as(second.body()).isEqualTo(200);
    assertThat(second.body()).contains("\"version\":1").contains("\"created\":false");

    HttpResponse<String> third = service.put("/api/v1/budgets/same", JSON.replace("250", "251"));
    assertThat(third.statusCode()).isEqualTo(201);
    JsonNode newest = service.json("/api/v1/budgets/same");
    assertThat(newest.path("version").asInt()).isEqualTo(2);
    assertThat(newest.path("versions").size()).isEqualTo(2);
    assertThat(newest.path("document").path("clauses").path(0).path("max_ms").asInt())
        .isEqualTo(251);
    assertThat(service.json("/api/v1/budgets/same/versions/1").path("text").asString())
        .isEqualTo(YAML);
    assertThat(service.json("/api/v1/budgets").path("budgets").toString())
        .contains("\"name\":\"same\",\"version\":2");
  }

  @Test
  void aDocumentIsGivenBackAsYaml() {
    service.putYaml("/api/v1/budgets/yaml", YAML);
    assertThat(service.get("/api/v1/budgets/yaml", "application/yaml").body()).isEqualTo(YAML);

    service.put("/api/v1/budgets/json", JSON);
    HttpResponse<String> asYaml = service.get("/api/v1/budgets/json", "application/yaml");
    assertThat(asYaml.headers().firstValue("Content-Type")).contains("application/yaml");
    assertThat(asYaml.body()).contains("measure: gpu_queue").contains("max_ms: 250");
    assertThat(service.putYaml("/api/v1/budgets/json", asYaml.body()).body())
        .contains("\"created\":false");
  }

  @Test
  void whoHasSeenAnEarlierVersionIsRefused() throws Exception {
    assertThat(conditional("If-Match", "\"1\"")).isEqualTo(412);
    assertThat(conditional("If-None-Match", "*")).isEqualTo(201);
    assertThat(conditional("If-None-Match", "*")).isEqualTo(412);
    assertThat(conditional("If-Match", "\"1\"")).isEqualTo(200);
    assertThat(conditional("If-Match", "\"2\"")).isEqualTo(412);
    assertThat(conditional("If-Match", "two")).isEqualTo(400);
  }

  private int conditional(String header, String value) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://localhost:" + rest + "/api/v1/budgets/seen"))
            .header(header, value)
            .PUT(BodyPublishers.ofString(YAML))
            .build();
    return HttpClient.newHttpClient()
        .send(request, HttpResponse.BodyHandlers.ofString())
        .statusCode();
  }

  @Test
  void whatIsWrongIsToldByFieldAndLine() {
    String wrong =
        """
        clauses:
          - {measure: gpu_queue, stat: p95, max_ms: fast}
          - {measure: gpu_queue, stat: p99, max_ms: 1, max_ms: 2, colour: red}
        """;

    HttpResponse<String> put = service.putYaml("/api/v1/budgets/wrong", wrong);
    assertThat(put.statusCode()).isEqualTo(400);
    assertThat(put.headers().firstValue("Content-Type")).contains("application/problem+json");
    JsonNode problem = Service.JSON.readTree(put.body());
    assertThat(problem.path("type").asString()).endsWith("/bad-budget");
    assertThat(problem.path("problems").size()).isEqualTo(3);
    assertThat(problem.path("problems").path(0).path("field").asString())
        .isEqualTo("clauses[0].max_ms");
    assertThat(problem.path("problems").path(0).path("line").asInt()).isEqualTo(2);
    assertThat(service.get("/api/v1/budgets/wrong", "application/json").statusCode())
        .isEqualTo(404);

    HttpResponse<String> check =
        service.post("/api/v1/budgets/validate", "application/yaml", wrong);
    assertThat(check.statusCode()).isEqualTo(422);
    assertThat(check.body()).contains("\"valid\":false").contains("repeated key");
    HttpResponse<String> fine = service.post("/api/v1/budgets/validate", "application/json", JSON);
    assertThat(fine.statusCode()).as(fine.body()).isEqualTo(200);
    assertThat(fine.body()).contains("\"valid\":true").contains("no_min_coverage");
    assertThat(service.put("/api/v1/budgets/wrong", YAML).statusCode()).isEqualTo(400);
    assertThat(service.putYaml("/api/v1/budgets/not%20a%20name", YAML).statusCode()).isEqualTo(400);
    assertThat(service.get("/api/v1/budgets/wrong/versions/x", "application/json").statusCode())
        .isEqualTo(400);
  }
}
