package io.tracejoin.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracejoin.ingest.otlp.OtlpHttpPort;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import tools.jackson.databind.JsonNode;

/** Runs are found among thousands, and told apart without opening them. */
@ServiceTest
class RunListIT {

  private final Service service;

  RunListIT(@LocalServerPort int rest, @Autowired OtlpHttpPort otlp) {
    service = new Service(rest, otlp.port());
  }

  @Test
  void pagesFollowEachOtherWithoutGapsOrRepeats() {
    for (int i = 0; i < 5; i++) {
      Service.accepted(service.put("/api/v1/runs/paged-" + i, "{\"labels\":{\"team\":\"Pager\"}}"));
    }
    List<String> found = new ArrayList<>();
    String cursor = "";
    do {
      JsonNode page = service.json("/api/v1/runs?q=pager&limit=2" + cursor);
      page.path("runs").forEach(run -> found.add(run.path("run_id").asString()));
      JsonNode next = page.path("next_cursor");
      cursor = next.isNull() ? "" : "&cursor=" + next.asString();
    } while (!cursor.isEmpty());

    assertThat(found).containsExactly("paged-4", "paged-3", "paged-2", "paged-1", "paged-0");
  }

  @Test
  void aRunIsFoundByIdNameOrLabel() {
    Service.accepted(
        service.put(
            "/api/v1/runs/needle.1",
            "{\"name\":\"Checkout 100% _x\",\"labels\":{\"team\":\"Haystack\"}}"));

    for (String words : List.of("NEEDLE.1", "checkout%20100%25%20_", "haystack")) {
      assertThat(
              service
                  .json("/api/v1/runs?q=" + words)
                  .path("runs")
                  .path(0)
                  .path("run_id")
                  .asString())
          .as(words)
          .isEqualTo("needle.1");
    }
    assertThat(service.json("/api/v1/runs?q=needle_1").path("runs").size()).isZero();
    assertThat(service.get("/api/v1/runs?limit=0", "application/json").statusCode()).isEqualTo(400);
    assertThat(service.get("/api/v1/runs?cursor=x", "application/json").statusCode())
        .isEqualTo(400);
  }

  @Test
  void aFinishedRunShowsTheFiguresOfItsReport() {
    List<String> traces = Generated.traceIds(0x5a11, 40);
    Service.accepted(service.otlpJson(Generated.otlp(traces)));
    Service.accepted(service.records("summed", "native", Generated.records(traces)));
    assertThat(line("summed").path("summary").isNull()).isTrue();

    service.finish("summed");
    JsonNode report = service.json("/api/v1/runs/summed/report");
    JsonNode summary = line("summed").path("summary");
    assertThat(summary.path("revision").asInt()).isEqualTo(1);
    assertThat(summary.path("stale").asBoolean()).isFalse();
    assertThat(summary.path("client_records").asInt()).isEqualTo(40);
    assertThat(summary.path("coverage").asDouble()).isEqualTo(1);
    assertThat(summary.path("p95_ms")).isEqualTo(report.path("phases").path(0).path("p95_ms"));
    assertThat(summary.path("grows").path("measure").asString()).isEqualTo("network_envelope");
    assertThat(summary.path("grows").path("owner").asString()).isEqualTo("network");

    Service.accepted(service.put("/api/v1/runs/summed", "{\"window\":{\"warmup_s\":1}}"));
    assertThat(line("summed").path("summary").path("stale").asBoolean()).isTrue();
  }

  private JsonNode line(String run) {
    return service.json("/api/v1/runs?q=" + run).path("runs").path(0);
  }
}
