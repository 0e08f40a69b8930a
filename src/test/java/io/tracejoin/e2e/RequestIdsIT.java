package io.tracejoin.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tracejoin.ingest.otlp.OtlpHttpPort;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.JdbcTemplate;
import tools.jackson.databind.JsonNode;

/** Clients that can send nothing but a request ID are joined by it. */
@ServiceTest
class RequestIdsIT {

  private static final String TABLES =
      """
      SELECT inhrelid::regclass::text FROM pg_inherits
       WHERE inhparent IN ('span'::regclass, 'client_record'::regclass, 'request_id_span'::regclass)
       UNION ALL
      SELECT tablename::text FROM pg_tables WHERE schemaname = 'public'
      """;

  private final Service service;
  private final JdbcTemplate jdbc;

  RequestIdsIT(
      @LocalServerPort int rest, @Autowired OtlpHttpPort otlp, @Autowired JdbcTemplate jdbc) {
    this.service = new Service(rest, otlp.port());
    this.jdbc = jdbc;
  }

  @Test
  void spansFirst() {
    String trace = "00000000000000e10000000000000001";
    spans(trace, "gen_ai.request.id", "{\"stringValue\": \"chatcmpl-first-1\"}");
    JsonNode answer = record("rid-1", "first-1", 100);

    assertThat(answer.path("accepted").asInt()).isEqualTo(1);
    assertThat(answer.path("uncorrelated").asInt()).isZero();
    awaitState("rid-1", "matched", trace);
    JsonNode request = service.json("/api/v1/traces/" + trace).path("requests").path(0);
    assertThat(request.path("run_id").asString()).isEqualTo("rid-1");
    assertThat(request.path("state").asString()).isEqualTo("matched");
    assertThat(request.path("breakdown").path("network_envelope_ms").asInt()).isEqualTo(10);
  }

  @Test
  void recordsFirstWithTheIdInACapturedHeader() {
    String trace = "00000000000000e10000000000000002";
    record("rid-2", "CC73ABE9-9EBA-409F-822A-87DC52E17FD9", 100);
    awaitState("rid-2", "client_only", null);
    assertThat(only("rid-2").path("reason").asString()).isEqualTo("no_spans");

    spans(
        trace,
        "http.request.header.x-request-id",
        """
        {"arrayValue": {"values": [{"stringValue": "cc73abe9-9eba-409f-822a-87dc52e17fd9"}]}}
        """);

    awaitState("rid-2", "matched", trace);
    service.finish("rid-2");
    JsonNode join = service.json("/api/v1/runs/rid-2/report").path("join");
    assertThat(join.path("matched").asInt()).isEqualTo(1);
    assertThat(join.path("coverage").asDouble()).isEqualTo(1.0);
  }

  @Test
  void aSecondTraceMakesAnIdAmbiguousAlsoLater() {
    String trace = "00000000000000e10000000000000003";
    spans(trace, "gen_ai.request.id", "{\"stringValue\": \"cmpl-twice-3-0\"}");
    record("rid-3", "twice-3", 100);
    awaitState("rid-3", "matched", trace);

    spans(
        "00000000000000e10000000000000004",
        "gen_ai.request.id",
        "{\"stringValue\": \"chatcmpl-twice-3\"}");

    awaitState("rid-3", "excluded", null);
    assertThat(only("rid-3").path("reason").asString()).isEqualTo("ambiguous_request_id");
    JsonNode request = service.json("/api/v1/traces/" + trace).path("requests").path(0);
    assertThat(request.path("state").asString()).isEqualTo("server_only");
    JsonNode report = service.json("/api/v1/runs/rid-3/report");
    assertThat(report.path("join").path("reasons").path("ambiguous_request_id").asInt())
        .isEqualTo(1);
    assertThat(service.get("/api/v1/runs/rid-3/anomalies", "application/json").body())
        .contains("ambiguous_request_id");
  }

  @Test
  void oneIdToldTwiceIsOneRequestOrACollision() {
    String trace = "00000000000000e10000000000000005";
    spans(trace, "gen_ai.request.id", "{\"stringValue\": \"again\"}");
    record("rid-4", "again", 100);
    assertThat(record("rid-4", "chatcmpl-again", 100).path("duplicates").asInt()).isEqualTo(1);
    awaitState("rid-4", "matched", trace);

    assertThat(record("rid-4", "again", 120).path("collisions").asInt()).isEqualTo(1);
    await()
        .untilAsserted(
            () ->
                assertThat(
                        service
                            .json("/api/v1/runs/rid-4/requests?reason=collision")
                            .path("requests")
                            .size())
                    .isEqualTo(2));
  }

  @Test
  void anErasedRunLeavesTheTraceToOthers() {
    String trace = "00000000000000e10000000000000006";
    spans(trace, "gen_ai.request.id", "{\"stringValue\": \"erased-6\"}");
    record("rid-5", "erased-6", 100);
    awaitState("rid-5", "matched", trace);

    assertThat(service.delete("/api/v1/runs/rid-5").statusCode()).isLessThan(300);

    await()
        .untilAsserted(
            () -> {
              assertThat(jdbc.queryForList("SELECT run_id FROM run", String.class))
                  .doesNotContain("rid-5");
              JsonNode request = service.json("/api/v1/traces/" + trace).path("requests").path(0);
              assertThat(request.path("state").asString()).isEqualTo("server_only");
            });
    record("rid-6", "erased-6", 100);
    awaitState("rid-6", "matched", trace);
  }

  @Test
  void theIdItselfIsNowhereInTheDatabase() {
    String trace = "00000000000000e10000000000000007";
    spans(trace, "gen_ai.request.id", "{\"stringValue\": \"chatcmpl-private-id-4711\"}");
    record("rid-7", "private-id-4711", 100);
    awaitState("rid-7", "matched", trace);

    for (String table : jdbc.queryForList(TABLES, String.class)) {
      List<String> rows =
          jdbc.queryForList(
              "SELECT row_to_json(stored)::text FROM " + table + " AS stored", String.class);
      assertThat(rows).as(table).noneMatch(it -> it.contains("private-id"));
    }
    assertThat(service.json("/api/v1/ingest").path("dropped_attributes").has("gen_ai.request.id"))
        .isTrue();
  }

  private void spans(String trace, String attribute, String value) {
    Service.accepted(
        service.otlpJson(
            """
            {"resourceSpans": [{"resource": {"attributes": [
               {"key": "service.name", "value": {"stringValue": "llm-gateway"}}]},
              "scopeSpans": [{"spans": [
               {"traceId": "%1$s", "spanId": "00000000000000a1", "name": "POST /v1/completions",
                "kind": 2, "startTimeUnixNano": "1795946400005000000",
                "endTimeUnixNano": "1795946400095000000"},
               {"traceId": "%1$s", "spanId": "00000000000000a2",
                "parentSpanId": "00000000000000a1", "name": "llm_request", "kind": 1,
                "startTimeUnixNano": "1795946400010000000",
                "endTimeUnixNano": "1795946400090000000",
                "attributes": [{"key": "%2$s", "value": %3$s}]}]}]}]}
            """
                .formatted(trace, attribute, value)));
  }

  private JsonNode record(String run, String id, int totalMs) {
    var answer =
        service.records(
            run,
            "native",
            """
            {"request_id": "%s", "status": 200, "sent_at": "2026-11-29T10:00:00Z", "total_ms": %d}
            """
                .formatted(id, totalMs));
    Service.accepted(answer);
    return Service.JSON.readTree(answer.body());
  }

  private JsonNode only(String run) {
    JsonNode requests = service.json("/api/v1/runs/" + run + "/requests").path("requests");
    assertThat(requests.size()).isEqualTo(1);
    return requests.path(0);
  }

  private void awaitState(String run, String state, @Nullable String trace) {
    await()
        .untilAsserted(
            () -> {
              JsonNode request = only(run);
              assertThat(request.path("state").asString()).isEqualTo(state);
              JsonNode traceId = request.path("trace_id");
              assertThat(traceId.isNull() ? null : traceId.asString()).isEqualTo(trace);
            });
  }
}
