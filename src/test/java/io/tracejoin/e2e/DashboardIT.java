package io.tracejoin.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tracejoin.e2e.Simulated.Parts;
import io.tracejoin.ingest.otlp.OtlpHttpPort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.JdbcTemplate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Every query of the Grafana dashboard answers on the schema as it is. */
@ServiceTest
class DashboardIT {

  private static final String RUN = "on-the-dashboard";
  private static final String BUDGET =
      "clauses: [{id: queue, measure: gpu_queue, stat: p95, max_ms: 1}]";

  private final Service service;
  private final JdbcTemplate jdbc;

  DashboardIT(
      @LocalServerPort int rest, @Autowired OtlpHttpPort otlp, @Autowired JdbcTemplate jdbc) {
    this.service = new Service(rest, otlp.port());
    this.jdbc = jdbc;
  }

  @Test
  void everyPanelHasRowsForAFinishedAndJudgedRun() throws IOException {
    assertThat(service.putYaml("/api/v1/budgets/dashboard", BUDGET).statusCode()).isEqualTo(201);
    Service.accepted(
        service.put("/api/v1/runs/" + RUN, "{\"labels\": {\"budget\": \"dashboard\"}}"));
    Simulated load =
        new Simulated(0x70000d00)
            .step(20, 20, (random, second) -> new Parts(0, 10, 40 + random.nextInt(9), 100));
    Service.accepted(service.otlpJson(load.otlp()));
    Service.accepted(service.records(RUN, "native", load.records()));
    service.finish(RUN);
    await().until(() -> service.json("/api/v1/runs/" + RUN).path("verdict").isObject());

    Map<String, String> queries = queries();
    assertThat(queries).hasSize(10);
    queries.forEach(
        (panel, sql) -> assertThat(jdbc.queryForList(sql)).as(panel + ": " + sql).isNotEmpty());
    assertThat(jdbc.queryForMap(queries.get("Verdict")))
        .containsEntry("verdict", "fail")
        .containsEntry("guilty_phase", "gpu_queue")
        .containsEntry("guilty_owner", "inference capacity");
  }

  /** As Grafana sends them: with the variable and the macro filled in. */
  private static Map<String, String> queries() throws IOException {
    JsonNode dashboard =
        new JsonMapper().readTree(Files.readString(Path.of("docs/grafana/tracejoin.json")));
    List<JsonNode> panels = dashboard.path("panels").valueStream().toList();
    return panels.stream()
        .collect(
            Collectors.toMap(
                it -> it.path("title").asString(),
                it ->
                    it.path("targets")
                        .path(0)
                        .path("rawSql")
                        .asString()
                        .replace("$run", RUN)
                        .replace("$__timeFilter(started_at)", "started_at IS NOT NULL")));
  }
}
