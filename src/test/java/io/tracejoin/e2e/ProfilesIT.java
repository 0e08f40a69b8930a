package io.tracejoin.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tracejoin.ingest.otlp.OtlpHttpPort;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import tools.jackson.databind.JsonNode;

/** Traces of real servers through the front door, and mappings that are looked at and tried. */
@ServiceTest
class ProfilesIT {

  private static final String LITELLM_V1 = "dc071818d12a15e0699b00c4d27a8e16";
  private static final String LITELLM_V2 = "dc071818d12a15fe1e5a0077b9e0315d";

  private final Service service;

  ProfilesIT(@LocalServerPort int rest, @Autowired OtlpHttpPort otlp) {
    service = new Service(rest, otlp.port());
  }

  static Stream<String> traces() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("src/test/resources/profiles"))) {
      return files.map(it -> it.getFileName().toString()).sorted().toList().stream();
    }
  }

  @ParameterizedTest
  @MethodSource("traces")
  void aTraceOfEachServerComesOutOverTheWire(String file) {
    JsonNode trace = read("/profiles/" + file);
    Service.accepted(service.otlpJson(trace.path("otlp").toString()));

    JsonNode request =
        service
            .json("/api/v1/traces/" + trace.path("trace_id").asString())
            .path("requests")
            .path(0);

    JsonNode breakdown = request.path("breakdown");
    JsonNode expected = trace.path("expect");
    assertThat(numbers(breakdown.path("phases"))).isEqualTo(numbers(expected.path("phases")));
    for (String field : new String[] {"server_root_ms", "unattributed_ms", "server_ttft_ms"}) {
      assertThat(number(breakdown.path(field))).isEqualTo(number(expected.path(field)));
    }
    assertThat(request.path("anomalies").valueStream().map(it -> it.path("code").asString()))
        .containsExactlyInAnyOrderElementsOf(
            expected.path("anomalies").valueStream().map(JsonNode::asString).toList());
  }

  @Test
  void liteLlmSplitsAsItsPageSays() {
    sendLiteLlm();

    JsonNode v1 = breakdown(LITELLM_V1);
    assertThat(number(v1.path("server_root_ms"))).isEqualTo(new BigDecimal("1288.412"));
    assertThat(number(v1.path("phases").path("provider_request")))
        .isEqualTo(new BigDecimal("1276.211"));
    assertThat(number(v1.path("unattributed_ms"))).isEqualTo(new BigDecimal("1.369"));
    assertThat(v1.path("phases").has("gpu_queue")).isFalse();
    JsonNode v2 = breakdown(LITELLM_V2);
    assertThat(number(v2.path("phases").path("provider_request")))
        .isEqualTo(new BigDecimal("1435.5"));
    assertThat(number(v2.path("phases").path("gateway"))).isEqualTo(new BigDecimal("7.5"));
    assertThat(number(v2.path("unattributed_ms"))).isEqualTo(new BigDecimal("23.9"));
  }

  @Test
  void theReportSaysThatAProviderHidesItsQueue() {
    JsonNode trace = read("/profiles/genai-client.json");
    Service.accepted(service.otlpJson(trace.path("otlp").toString()));
    Service.accepted(
        service.records(
            "hidden-queue",
            "native",
            "{\"trace_id\": \"%s\", \"status\": 200, \"total_ms\": 1010}"
                .formatted(trace.path("trace_id").asString())));

    await()
        .untilAsserted(
            () ->
                assertThat(
                        service
                            .json("/api/v1/runs/hidden-queue/report")
                            .path("warnings")
                            .toString())
                    .contains("queue_unknown", "queue unknown: provider.request"));
  }

  @Test
  void theMappingInForceIsShownAsJsonAndAsYaml() {
    JsonNode mapping = service.json("/api/v1/mappings");

    assertThat(mapping.path("name").asString()).isEqualTo("llm-gateway");
    assertThat(mapping.path("version").asInt()).isEqualTo(1);
    assertThat(mapping.path("dimensions").path("model").path(0).asString()).isEqualTo("llm.model");
    JsonNode vllm =
        mapping
            .path("profiles")
            .valueStream()
            .filter(it -> it.path("name").asString().equals("vllm"))
            .findFirst()
            .orElseThrow();
    assertThat(vllm.path("rules").path(0).toString())
        .isEqualTo(
            "{\"index\":0,\"when\":{\"names\":[\"vllm_queue\",\"vllm.request.queue\"]},\"phase\":\"gpu_queue\"}");
    assertThat(vllm.path("rules").path(4).path("parts").path(0).path("unit").asString())
        .isEqualTo("s");
    HttpResponse<String> yaml = service.get("/api/v1/mappings", "application/yaml");
    assertThat(yaml.body()).startsWith("name: llm-gateway\n").contains("name: triton", "87.1µs");
    assertThat(service.json("/api/v1/mappings/llm-gateway/versions/1")).isEqualTo(mapping);
    assertThat(service.get("/api/v1/mappings/llm-gateway/versions/1", "application/yaml").body())
        .isEqualTo(yaml.body());
    HttpResponse<String> none =
        service.get("/api/v1/mappings/llm-gateway/versions/9", "application/json");
    assertThat(none.statusCode()).isEqualTo(404);
    assertThat(none.body()).contains("unknown-mapping");
  }

  @Test
  void aStoredTraceIsTriedWithTheMappingInForce() {
    sendLiteLlm();

    JsonNode answer = tried("{\"trace_id\": \"" + LITELLM_V2 + "\"}");

    assertThat(answer.path("mapping").path("version").asInt()).isEqualTo(1);
    assertThat(answer.path("not_kept").isEmpty()).isTrue();
    JsonNode trace = answer.path("traces").path(0);
    assertThat(number(trace.path("requests").path(0).path("breakdown").path("unattributed_ms")))
        .isEqualTo(new BigDecimal("23.9"));
    assertThat(rules(trace))
        .containsEntry("POST /v1/chat/completions", "null null null")
        .containsEntry("POST /v1/chat/completions http send", "noise 0 ignored")
        .containsEntry("auth /v1/chat/completions", "litellm 3 gateway")
        .containsEntry("chat gpt-4o-mini", "litellm 4 provider_request");
  }

  @Test
  void anotherMappingIsTriedOnAStoredTraceAndStoredNowhere() {
    sendLiteLlm();
    String yaml =
        """
        extends: llm-gateway
        name: own
        profiles:
          - name: own
            rules:
              - when: {names: ["chat *"], present: [own.attribute]}
                ignore: true
              - when: {names: ["chat *"]}
                phase: generation
        """;

    HttpResponse<String> response =
        service.post("/api/v1/mappings/try?trace_id=" + LITELLM_V2, "text/yaml", yaml);

    Service.accepted(response);
    JsonNode answer = Service.JSON.readTree(response.body());
    assertThat(answer.path("mapping").path("name").asString()).isEqualTo("own");
    assertThat(answer.path("mapping").path("version").asInt()).isZero();
    assertThat(answer.path("not_kept").toString()).isEqualTo("[\"own.attribute\"]");
    JsonNode trace = answer.path("traces").path(0);
    assertThat(rules(trace)).containsEntry("chat gpt-4o-mini", "own 1 generation");
    assertThat(
            number(
                trace.path("requests").path(0).path("breakdown").path("phases").path("generation")))
        .isEqualTo(new BigDecimal("1435.5"));
    assertThat(service.json("/api/v1/mappings").path("name").asString()).isEqualTo("llm-gateway");
    assertThat(breakdown(LITELLM_V2).path("phases").has("generation")).isFalse();
  }

  @Test
  void aPostedTraceIsTriedAndStoredNowhere() {
    String traceId = "dc07180000000000000000000000beef";
    String otlp =
        """
        {"resourceSpans": [{"resource": {"attributes": [
            {"key": "service.name", "value": {"stringValue": "own"}}]},
          "scopeSpans": [{"scope": {"name": "own"}, "spans": [
            {"traceId": "%1$s", "spanId": "00000000000000a1", "name": "POST /chat", "kind": 2,
             "startTimeUnixNano": "1788260400000000000", "endTimeUnixNano": "1788260401000000000"},
            {"traceId": "%1$s", "spanId": "00000000000000a2", "parentSpanId": "00000000000000a1",
             "name": "work", "kind": 1, "attributes": [
               {"key": "own.attribute", "value": {"stringValue": "llm::decode"}}],
             "startTimeUnixNano": "1788260400100000000", "endTimeUnixNano": "1788260400900000000"},
            {"traceId": "%1$s", "spanId": "00000000000000a3", "name": "broken",
             "startTimeUnixNano": "2", "endTimeUnixNano": "1"}]}]}]}
        """
            .formatted(traceId);
    String mapping =
        "name: own\\nprofiles:\\n  - name: own\\n    rules:\\n"
            + "      - {when: {like: {own.attribute: \\\"llm::*\\\"}}, phase: decode}\\n";

    JsonNode answer = tried("{\"mapping\": \"" + mapping + "\", \"otlp\": " + otlp + "}");

    JsonNode trace = answer.path("traces").path(0);
    assertThat(trace.path("trace_id").asString()).isEqualTo(traceId);
    assertThat(rules(trace)).containsEntry("work", "own 0 decode");
    assertThat(
            number(trace.path("requests").path(0).path("breakdown").path("phases").path("decode")))
        .isEqualTo(new BigDecimal("800"));
    assertThat(answer.path("rejected_spans").asInt()).isEqualTo(1);
    assertThat(answer.path("message").asString()).contains("broken");
    assertThat(service.get("/api/v1/traces/" + traceId, "application/json").statusCode())
        .isEqualTo(404);
  }

  @Test
  void aMistakeInAMappingNamesItsPlace() {
    HttpResponse<String> response =
        service.post(
            "/api/v1/mappings/try?trace_id=" + LITELLM_V2,
            "application/yaml",
            "name: own\nprofiles:\n  - name: own\n    rules:\n      - when: {}\n");

    assertThat(response.statusCode()).isEqualTo(400);
    assertThat(response.headers().firstValue("Content-Type"))
        .hasValueSatisfying(it -> assertThat(it).startsWith("application/problem+json"));
    JsonNode problem = Service.JSON.readTree(response.body());
    assertThat(problem.path("type").asString())
        .isEqualTo("https://tracejoin.io/problems/bad-mapping");
    assertThat(problem.path("line").asInt()).isEqualTo(5);
    assertThat(problem.path("column").asInt()).isEqualTo(9);
    assertThat(problem.path("detail").asString()).contains("profiles[0].rules[0]");
  }

  @Test
  void aTrialWithoutATraceIsRefused() {
    assertThat(refusal("{}")).isEqualTo(400);
    assertThat(refusal("{\"trace_id\": \"" + LITELLM_V2 + "\", \"otlp\": {}}")).isEqualTo(400);
    assertThat(refusal("{\"trace_id\": 7}")).isEqualTo(400);
    assertThat(refusal("{\"trace\": \"" + LITELLM_V2 + "\"}")).isEqualTo(400);
    assertThat(refusal("[]")).isEqualTo(400);
    assertThat(refusal("{")).isEqualTo(400);
    assertThat(refusal("{\"otlp\": {\"resourceLogs\": []}}")).isEqualTo(400);
    assertThat(refusal("{\"trace_id\": \"0000000000000000000000000000dead\"}")).isEqualTo(404);
  }

  private int refusal(String body) {
    return service.post("/api/v1/mappings/try", "application/json", body).statusCode();
  }

  private JsonNode tried(String body) {
    HttpResponse<String> response = service.post("/api/v1/mappings/try", "application/json", body);
    Service.accepted(response);
    return Service.JSON.readTree(response.body());
  }

  /** Profile, rule and phase by the span's name. */
  private static Map<String, String> rules(JsonNode trace) {
    Map<String, String> rules = new TreeMap<>();
    for (JsonNode span : trace.path("spans")) {
      String phase = span.path("ignored").asBoolean() ? "ignored" : text(span.path("phase"));
      rules.put(
          span.path("name").asString(),
          text(span.path("profile")) + " " + text(span.path("rule")) + " " + phase);
    }
    return rules;
  }

  private static String text(JsonNode node) {
    return node.isNull() ? "null" : node.asString();
  }

  private void sendLiteLlm() {
    Service.accepted(
        service.otlpJson(read("/formats/otlp-samples/sample-otlp-litellm.json").toString()));
  }

  private JsonNode breakdown(String traceId) {
    return service.json("/api/v1/traces/" + traceId).path("requests").path(0).path("breakdown");
  }

  private static Map<String, Object> numbers(JsonNode node) {
    Map<String, Object> numbers = new TreeMap<>();
    node.properties().forEach(it -> numbers.put(it.getKey(), number(it.getValue())));
    return numbers;
  }

  private static Object number(JsonNode node) {
    if (!node.isNumber()) {
      return "null";
    }
    BigDecimal number = new BigDecimal(node.asString()).stripTrailingZeros();
    return number.scale() < 0 ? number.setScale(0) : number;
  }

  private static JsonNode read(String file) {
    try (InputStream in = ProfilesIT.class.getResourceAsStream(file)) {
      return Service.JSON.readTree(in);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
