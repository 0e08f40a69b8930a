package io.tracejoin.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracejoin.ingest.otlp.OtlpHttpPort;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import tools.jackson.databind.JsonNode;

/** Bad input, through the whole service: a clear answer, and what was good is kept. */
@ServiceTest
class BadInputIT {

  private final Service service;

  BadInputIT(@LocalServerPort int rest, @Autowired OtlpHttpPort otlp) {
    service = new Service(rest, otlp.port());
  }

  @Test
  void theGoodLinesOfAnUploadAreKept() {
    String lines =
        """
        {"trace_id":"000000000000000700000000bad0012","outcome":"success","total_ms":1}
        {"trace_id":"00000000000000000000000000000000","outcome":"success","total_ms":1}
        {"trace_id":"0000000000000007000000000BAD0001","outcome":"success","total_ms":10}
        {"trace_id":"0000000000000007000000000bad0002","outcome":"success","total_ms":NaN}
        {"trace_id":"0000000000000007000000000bad0003","outcome":"success","total_ms":1e999}
        {"trace_id":"0000000000000007000000000bad0004","outcome":"success","total_ms":-1}
        not json
        """;

    HttpResponse<String> response = service.records("bad-lines", "native", lines);

    Service.accepted(response);
    JsonNode answer = Service.JSON.readTree(response.body());
    assertThat(answer.path("accepted").asInt()).isEqualTo(1);
    assertThat(answer.path("rejected").asInt()).isEqualTo(6);
    assertThat(answer.path("rejections").path(0).path("line").asInt()).isEqualTo(1);
    assertThat(answer.path("rejections").path(0).path("reason").asString())
        .isEqualTo("trace_id: expected 32 hex digits, got 31");
    assertThat(
            service.json("/api/v1/traces/0000000000000007000000000bad0001").path("requests").size())
        .isEqualTo(1);
  }

  @Test
  void aLineOfTenMegabytesIsRejectedAndTheRestKept() {
    String lines =
        "{\"trace_id\":\"0000000000000007000000000bad0010\",\"outcome\":\"success\",\"total_ms\":1,\"x\":\""
            + "x".repeat(10_000_000)
            + "\"}\n{\"trace_id\":\"0000000000000007000000000bad0011\",\"outcome\":\"success\",\"total_ms\":1}\n";

    JsonNode answer = Service.JSON.readTree(service.records("bad-long", "native", lines).body());

    assertThat(answer.path("accepted").asInt()).isEqualTo(1);
    assertThat(answer.path("rejections").path(0).path("line").asInt()).isEqualTo(1);
  }

  @Test
  void errorsAreProblems() {
    problem(
        service.records(
            "bad-all", "native", "{\"trace_id\":\"1\",\"outcome\":\"success\",\"total_ms\":1}"),
        422);
    problem(service.records("bad-format", "k7", "{}"), 400);
    problem(service.post("/api/v1/runs/bad-type/client-records", "image/png", "x"), 415);
    problem(service.get("/api/v1/runs/never-seen", "application/json"), 404);
    problem(service.get("/api/v1/runs/never-seen/report", "application/json"), 404);
    problem(service.get("/api/v1/traces/123", "application/json"), 400);
    problem(
        service.get("/api/v1/traces/00000000000000000000000000000000", "application/json"), 400);
    problem(service.get("/api/v1/no-such-path", "application/json"), 404);
  }

  @Test
  void anUnknownTraceSaysHowFreshTheDataIs() {
    HttpResponse<String> response =
        service.get("/api/v1/traces/0000000000000000000000000000dead", "application/json");

    problem(response, 404);
    assertThat(response.body()).contains("newest_span_received_at").contains("join_lag_ms");
  }

  @Test
  void aSpanThatEndsBeforeItStartsIsRejectedAloneAndSaidSo() {
    String body =
        """
        {"resourceSpans":[{"scopeSpans":[{"spans":[
          {"traceId":"0000000000000007000000000bad0020","spanId":"00000000000000a1","name":"good","kind":2,"startTimeUnixNano":"10","endTimeUnixNano":20},
          {"traceId":"0000000000000007000000000bad0020","spanId":"00000000000000a2","name":"backward","kind":2,"startTimeUnixNano":"20","endTimeUnixNano":"10"},
          {"traceId":"AAAAAAAAAAcAAAAAC60AIA==","spanId":"00000000000000a3","name":"base64","kind":2,"startTimeUnixNano":"10","endTimeUnixNano":"20"}
        ]}]}]}
        """;

    HttpResponse<String> response = service.otlpJson(body);

    Service.accepted(response);
    JsonNode partial = Service.JSON.readTree(response.body()).path("partialSuccess");
    assertThat(partial.path("rejectedSpans").asString()).isEqualTo("2");
    assertThat(partial.path("errorMessage").asString()).isNotBlank();
    assertThat(service.json("/api/v1/traces/0000000000000007000000000bad0020").path("spans").size())
        .isEqualTo(1);
  }

  @Test
  void whatIsNoOtlpIsRefused() {
    assertThat(service.otlpJson("{\"resourceSpans\":").statusCode()).isEqualTo(400);
    assertThat(service.otlp("text/plain", "x".getBytes(StandardCharsets.UTF_8)).statusCode())
        .isEqualTo(415);
    assertThat(
            service
                .otlp(
                    "application/x-protobuf",
                    "not protobuf at all".getBytes(StandardCharsets.UTF_8))
                .statusCode())
        .isEqualTo(400);
    assertThat(service.otlp("application/x-protobuf", new byte[0]).statusCode()).isEqualTo(200);
    assertThat(service.otlpJson("{}").statusCode()).isEqualTo(200);
    String logs =
        """
        {"resourceLogs":[{"scopeLogs":[{"logRecords":[{"timeUnixNano":"1","body":{"stringValue":"hello"}}]}]}]}
        """;
    assertThat(service.otlpJson(logs).statusCode()).isEqualTo(400);
  }

  private static void problem(HttpResponse<String> response, int status) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
    assertThat(response.headers().firstValue("Content-Type").orElse(""))
        .startsWith("application/problem+json");
    assertThat(Service.JSON.readTree(response.body()).path("type").asString())
        .startsWith("https://tracejoin.io/problems/");
  }
}
