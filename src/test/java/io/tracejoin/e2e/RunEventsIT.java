package io.tracejoin.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tracejoin.ingest.otlp.OtlpHttpPort;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import tools.jackson.databind.JsonNode;

/** The progress of a run as it is told to whoever listens. */
@ServiceTest
class RunEventsIT {

  private final Service service;
  private final int rest;

  RunEventsIT(@LocalServerPort int rest, @Autowired OtlpHttpPort otlp) {
    this.rest = rest;
    this.service = new Service(rest, otlp.port());
  }

  @Test
  void aListenerIsToldFromTheFirstRecordToTheEnd() {
    List<String> ids = Generated.traceIds(0x7e000001, 5);
    Service.accepted(service.put("/api/v1/runs/told", "{}"));
    List<JsonNode> told = new CopyOnWriteArrayList<>();
    CompletableFuture<?> end = listen("told", told);
    await().until(() -> !told.isEmpty());

    Service.accepted(service.otlpJson(Generated.otlp(ids)));
    Service.accepted(service.records("told", "native", Generated.records(ids)));
    await().until(() -> last(told).path("matched").asInt() == 5);
    service.finish("told");
    end.orTimeout(30, java.util.concurrent.TimeUnit.SECONDS).join();

    assertThat(told.get(0).path("client_records").asInt()).isZero();
    assertThat(told.get(0).path("state").asString()).isEqualTo("open");
    assertThat(last(told).path("state").asString()).isEqualTo("finished");
    assertThat(last(told).path("client_records").asInt()).isEqualTo(5);
    assertThat(told)
        .filteredOn(it -> it.path("state").asString().equals("settling"))
        .allMatch(it -> it.path("settles_at").isString() && it.path("settles_by").isString());
  }

  @Test
  void anUnknownRunIsNotFound() {
    HttpResponse<String> answer = service.get("/api/v1/runs/none-such/events", "text/event-stream");
    assertThat(answer.statusCode()).isEqualTo(404);
    assertThat(answer.body()).contains("unknown-run");
  }

  private static JsonNode last(List<JsonNode> told) {
    return told.get(told.size() - 1);
  }

  private CompletableFuture<?> listen(String run, List<JsonNode> told) {
    HttpRequest request =
        HttpRequest.newBuilder(
                URI.create("http://localhost:" + rest + "/api/v1/runs/" + run + "/events"))
            .header("Accept", "text/event-stream")
            .build();
    return HttpClient.newHttpClient()
        .sendAsync(request, HttpResponse.BodyHandlers.ofLines())
        .thenAccept(
            answer ->
                answer
                    .body()
                    .filter(it -> it.startsWith("data:"))
                    .forEach(it -> told.add(Service.JSON.readTree(it.substring(5)))));
  }
}
