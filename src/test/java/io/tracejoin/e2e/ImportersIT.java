package io.tracejoin.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tracejoin.ingest.otlp.OtlpHttpPort;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import tools.jackson.databind.JsonNode;

/** Files of benchmark tools over the wire: requests in, our figures out. */
@ServiceTest
class ImportersIT {

  private static final String SPAN =
      """
      {"resourceSpans": [{"resource": {"attributes": [
         {"key": "service.name", "value": {"stringValue": "llm-gateway"}}]},
        "scopeSpans": [{"spans": [
         {"traceId": "75055a82d0c845d3ae5732255d9c8760", "spanId": "00000000000000b1",
          "parentSpanId": "5f1b6c90d2a3e847", "name": "POST /v1/chat/completions", "kind": 2,
          "startTimeUnixNano": "1789380454920000000",
          "endTimeUnixNano": "1789380455400000000"}]}]}]}
      """;

  private final Service service;

  ImportersIT(@LocalServerPort int rest, @Autowired OtlpHttpPort otlp) {
    this.service = new Service(rest, otlp.port());
  }

  @Test
  void vllmBenchBecomesFiguresOfOurDefinition() {
    JsonNode answer = upload("imp-vllm", "vllm-bench", "sample-vllm-bench.json");
    assertThat(answer.path("accepted").asInt()).isEqualTo(5);
    assertThat(
            upload("imp-vllm", "vllm-bench", "sample-vllm-bench.json").path("duplicates").asInt())
        .isEqualTo(5);

    service.finish("imp-vllm");
    JsonNode report = service.json("/api/v1/runs/imp-vllm/report");
    assertMs(figure(report, "client_total"), "p50_ms", "332.760116");
    assertMs(figure(report, "client_ttft"), "p50_ms", "183.274116");
    assertMs(figure(report, "tpot_estimate"), "p50_ms", "10.180364");
    JsonNode intervals = report.path("token_intervals").path(0);
    assertThat(intervals.path("measure").asString()).isEqualTo("chunk_interval");
    assertThat(intervals.path("n").asLong()).isEqualTo(11);
    JsonNode ttft = reported(report, "ttft", "p50");
    assertThat(ttft.path("tool").asString()).isEqualTo("vllm-bench");
    assertThat(ttft.path("measure").asString()).isEqualTo("client_ttft");
    assertMs(ttft, "tool_value", "183.274116");
    assertMs(ttft, "ours", "183.274116");
    assertThat(ttft.path("why").asString()).contains("first event");
    assertMs(reported(report, "tpot", "mean"), "tool_value", "15.767753");
    assertMs(reported(report, "e2el", "p99"), "tool_value", "619.044900");
    assertMs(reported(report, "e2el", "p99"), "ours", "624.887447");
    assertMs(reported(report, "itl", "mean"), "tool_value", "23.77");
    assertMs(reported(report, "itl", "mean"), "ours", "23.77");
    assertThat(report.path("tool_reported").size()).isEqualTo(14);
    assertThat(service.text("/api/v1/runs/imp-vllm/report"))
        .contains("The tool's own figures beside ours")
        .contains("vllm-bench");
    assertThat(report.path("population").path("errors").path("rejected").asInt()).isEqualTo(1);
    assertThat(report.path("population").path("errors").path("disconnected").asInt()).isEqualTo(1);
  }

  @Test
  void aiperfIsJoinedByTheTraceparentInItsHeaders() {
    Service.accepted(service.otlpJson(SPAN));
    JsonNode answer = upload("imp-aiperf", "aiperf-jsonl", "sample-aiperf-profile_export.jsonl");
    assertThat(answer.path("accepted").asInt()).isEqualTo(5);
    assertThat(answer.path("ignored").asInt()).isEqualTo(1);
    assertThat(answer.path("uncorrelated").asInt()).isZero();

    JsonNode request =
        service.json("/api/v1/traces/75055a82d0c845d3ae5732255d9c8760").path("requests").path(0);
    assertThat(request.path("state").asString()).isEqualTo("matched");
    JsonNode breakdown = request.path("breakdown");
    assertMs(breakdown, "client_total_ms", "485.75481");
    assertMs(breakdown, "client_ttft_ms", "402.77133");
    assertMs(breakdown, "tpot_estimate_ms", "8.298348");
    assertMs(breakdown, "server_root_ms", "480");
    assertMs(breakdown, "network_envelope_ms", "5.75481");
  }

  @Test
  void aiperfIsJoinedByTheRequestIdThatItSends() {
    String trace = "8321aa1400000000000000000000b1b1";
    Service.accepted(
        service.otlpJson(
            SPAN.replace("75055a82d0c845d3ae5732255d9c8760", trace)
                .replace(
                    "\"endTimeUnixNano\": \"1789380455400000000\"",
                    "\"endTimeUnixNano\": \"1789380455120000000\", \"attributes\": [{\"key\":"
                        + " \"gen_ai.request.id\", \"value\": {\"stringValue\":"
                        + " \"chatcmpl-8321aa14-3311-4035-9634-dd0d436aecf3\"}}]")));
    upload("imp-aiperf-id", "aiperf-jsonl", "sample-aiperf-profile_export.jsonl");

    JsonNode request = service.json("/api/v1/traces/" + trace).path("requests").path(0);
    assertThat(request.path("state").asString()).isEqualTo("matched");
    assertMs(request.path("breakdown"), "client_total_ms", "293.234993");
    assertMs(request.path("breakdown"), "network_envelope_ms", "93.234993");
  }

  @Test
  void guidellmTellsFirstChunksAndWholes() {
    JsonNode answer = upload("imp-guidellm", "guidellm", "sample-guidellm.json");
    assertThat(answer.path("accepted").asInt()).isEqualTo(5);

    service.finish("imp-guidellm");
    JsonNode report = service.json("/api/v1/runs/imp-guidellm/report");
    assertMs(figure(report, "client_total"), "p50_ms", "301.45");
    assertMs(figure(report, "client_ttft"), "p50_ms", "152.31");
    assertMs(figure(report, "schedule_lag"), "max_ms", "418.7");
    assertThat(report.path("token_intervals").size()).isZero();
    JsonNode latency = reported(report, "request_latency", "max");
    assertMs(latency, "tool_value", "445.609808");
    assertThat(latency.path("ours").asDouble()).isCloseTo(445.61, within(0.01));
    assertThat(latency.path("step").asInt()).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "vllm-bench,vllm-bench-v0.25.1-aggregates-only.json,--save-detailed",
    "vllm-bench,vllm-bench-v0.25.1-all-failed.json,--save-detailed",
    "vllm-bench,sglang-bench-serving-infinity.jsonl,--output-details",
    "vllm-bench,inference-perf-stage-lifecycle.json,--save-detailed",
    "aiperf-jsonl,inference-perf-stage-lifecycle.json,--export-level records",
    "guidellm,vllm-bench-v0.25.1-aggregates-only.json,no report of GuideLLM"
  })
  void aggregatesAreRefusedWithTheWayOut(String format, String file, String wayOut) {
    HttpResponse<String> answer = service.records("imp-none", format, read("real/" + file));
    assertThat(answer.statusCode()).isEqualTo(422);
    assertThat(Service.JSON.readTree(answer.body()).path("detail").asString()).contains(wayOut);
  }

  @ParameterizedTest
  @CsvSource({
    "vllm-bench,vllm-bench-2025-03-detailed-cut.json,6,94 of the 100",
    "guidellm,guidellm-0.5.0-version1-cut.json,3,of 27 requests made"
  })
  void vanishedRequestsAreToldInTheHint(String format, String file, int accepted, String hint) {
    HttpResponse<String> answer = service.records("imp-gone", format, read("real/" + file));
    Service.accepted(answer);
    JsonNode told = Service.JSON.readTree(answer.body());
    assertThat(told.path("accepted").asInt()).isEqualTo(accepted);
    assertThat(told.path("hint").asString()).contains(hint);
  }

  private JsonNode upload(String run, String format, String sample) {
    HttpResponse<String> answer = service.records(run, format, read("llm-bench-samples/" + sample));
    Service.accepted(answer);
    return Service.JSON.readTree(answer.body());
  }

  private static JsonNode reported(JsonNode report, String figure, String stat) {
    return report
        .path("tool_reported")
        .valueStream()
        .filter(it -> it.path("figure").asString().equals(figure))
        .filter(it -> it.path("stat").asString().equals(stat))
        .findFirst()
        .orElseThrow();
  }

  private static JsonNode figure(JsonNode report, String measure) {
    return report
        .path("phases")
        .valueStream()
        .filter(it -> it.path("measure").asString().equals(measure))
        .findFirst()
        .orElseThrow();
  }

  private static void assertMs(JsonNode node, String field, String expected) {
    assertThat(node.path(field).isNumber()).as(field + " of " + node).isTrue();
    assertThat(new BigDecimal(node.path(field).asString()))
        .as(field)
        .isEqualByComparingTo(expected);
  }

  private static String read(String file) {
    try (InputStream in = ImportersIT.class.getResourceAsStream("/formats/" + file)) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
