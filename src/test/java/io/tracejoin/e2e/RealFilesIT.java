package io.tracejoin.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracejoin.ingest.otlp.OtlpHttpPort;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.TestPropertySource;
import tools.jackson.databind.JsonNode;

/** Public files that nobody made for this product, through the front doors. */
// Other tests send the same traces for their own runs: this one needs a database of its own.
@ServiceTest
@TestPropertySource(properties = "spring.application.name=real-files")
class RealFilesIT {

  private final Service service;

  RealFilesIT(@LocalServerPort int rest, @Autowired OtlpHttpPort otlp) {
    service = new Service(rest, otlp.port());
  }

  @ParameterizedTest
  @CsvSource({
    "real/otlp-proto-example-trace.json,5b8efff798038103d269b633813fc60c,1000",
    "real/otlp-vllm-0.22-llm_request.ndjson,fd687ef1d086bbb1cf7d967e8171ab98,108.644405",
    "real/otlp-vllm-0.22-llm_request.ndjson,3cae43d095849d1899f8e59540a28376,844.162187",
    "real/otlp-collector-file-java-agent-2.3.0.ndjson,d06551166492e3b53e15b51836a7cf05,8.0699",
    "real/otlp-collector-file-java-agent-2.3.0.ndjson,d4a45f3fdd94ff6571c4e868e77d17ca,10.7463",
    "otlp-samples/sample-otlp-trace.json,dc071818d12a15c32d40009f3c5a17e2,2418.4",
    "otlp-samples/sample-otlp-vllm.json,dc071818d12a15d1843c005be07f41a9,1655.2",
    "otlp-samples/sample-otlp-litellm.json,dc071818d12a15e0699b00c4d27a8e16,1288.412",
    "otlp-samples/sample-otlp-litellm.json,dc071818d12a15fe1e5a0077b9e0315d,1466.9"
  })
  void theServerRootOfARealTrace(String file, String traceId, BigDecimal root) {
    sendLines(file);

    JsonNode request = trace(traceId).path("requests").path(0);
    assertThat(request.path("state").asString()).isEqualTo("server_only");
    assertThat(millis(request.path("breakdown").path("server_root_ms"))).isEqualByComparingTo(root);
  }

  @Test
  void vllmWritesItsPhasesAsAttributes() {
    sendLines("real/otlp-vllm-0.22-llm_request.ndjson");

    JsonNode breakdown =
        trace("fd687ef1d086bbb1cf7d967e8171ab98").path("requests").path(0).path("breakdown");
    assertThat(millis(breakdown.path("phases").path("gpu_queue"))).isEqualByComparingTo("0.016497");
    assertThat(millis(breakdown.path("phases").path("prefill"))).isEqualByComparingTo("76.16716");
    assertThat(millis(breakdown.path("phases").path("decode"))).isEqualByComparingTo("20.881337");
    assertThat(millis(breakdown.path("server_ttft_ms"))).isEqualByComparingTo("86.948156");
  }

  @Test
  void aTraceWhoseRootIsInternalKeepsItsTree() {
    sendLines("real/otlp-jaeger-ui-multi-lines.ndjson");

    JsonNode answer = trace("c620759e5d60fafb8ee0922b30e06bc6");
    assertThat(answer.path("spans").size()).isEqualTo(1);
    JsonNode main = answer.path("spans").path(0);
    assertThat(main.path("name").asString()).isEqualTo("main");
    assertThat(main.path("children").path(0).path("children").size()).isEqualTo(2);
    assertThat(answer.path("requests").path(0).path("anomalies").path(0).path("code").asString())
        .isEqualTo("root_not_server");
  }

  @Test
  void statementsAndAddressesAreNotStored() {
    sendLines("real/otlp-collector-file-java-agent-2.3.0.ndjson");

    String answer =
        service.get("/api/v1/traces/d06551166492e3b53e15b51836a7cf05", "application/json").body();
    assertThat(answer)
        .doesNotContain("db.statement")
        .doesNotContain("client.address")
        .contains("http.route");
  }

  @ParameterizedTest
  @CsvSource({
    "real/otlp-java-logging-exporter-all-types.json,12345678876543211234567887654321",
    "real/otlp-java-logging-exporter-all-types.json,12340000000043211234000000004321",
    "real/otlp-jaeger-storage-fixture.json,00000000000000010000000000000000",
    "real/otlp-jaeger-storage-fixture.json,00000000000000020000000000000000"
  })
  void everyTraceOfAFileCanBeLookedUp(String file, String traceId) {
    sendLines(file);

    assertThat(trace(traceId).path("spans").size()).isPositive();
  }

  @Test
  void aRunWithoutRequestsIsAcceptedAndEmpty() {
    JsonNode answer = upload("k6-2020", "real/k6-points-2020-no-requests.ndjson");

    assertThat(answer.path("accepted").asInt()).isZero();
    assertThat(answer.path("rejected").asInt()).isZero();
  }

  @Test
  void redirectHopsWithoutTracingAreUncorrelated() {
    JsonNode answer = upload("k6-2022", "real/k6-points-2022-redirects-cut.ndjson");

    assertThat(answer.path("accepted").asInt())
        .isPositive()
        .isEqualTo(answer.path("uncorrelated").asInt());
    assertThat(answer.path("hint").asString()).isNotBlank();
  }

  @Test
  void setupIsKeptApartFromTheLoad() {
    JsonNode answer = upload("k6-2026", "real/k6-points-2026-setup-401.ndjson");
    service.finish("k6-2026");

    assertThat(answer.path("accepted").asInt()).isEqualTo(2);
    JsonNode population = service.json("/api/v1/runs/k6-2026/report").path("population");
    assertThat(population.path("setup_teardown").asInt()).isEqualTo(1);
    assertThat(population.path("errors").path("http_error").asInt()).isEqualTo(1);
  }

  @Test
  void theK6SampleBecomesRequestsWithTheirHops() {
    JsonNode answer = upload("k6-sample", "k6-samples/sample-k6-points.ndjson");

    assertThat(answer.path("accepted").asInt()).isEqualTo(4);
    assertThat(answer.path("rejected").asInt()).isZero();
    String repeated =
        service.records("k6-sample", "k6-json", read("k6-samples/sample-k6-points.ndjson")).body();
    assertThat(Service.JSON.readTree(repeated).path("duplicates").asInt()).isEqualTo(4);
    JsonNode trace = trace("dc0718189caa6d9ab7645b1f0c9a7e21").path("requests");
    assertThat(trace.size()).isEqualTo(1);
    assertThat(trace.path(0).path("hops").asInt()).isEqualTo(2);
  }

  private JsonNode upload(String run, String file) {
    HttpResponse<String> response = service.records(run, "k6-json", read(file));
    Service.accepted(response);
    return Service.JSON.readTree(response.body());
  }

  /** A file of one message, or of one a line. */
  private void sendLines(String file) {
    String text = read(file);
    if (file.endsWith(".ndjson")) {
      text.lines()
          .filter(it -> !it.isBlank())
          .forEach(it -> Service.accepted(service.otlpJson(it)));
    } else {
      Service.accepted(service.otlpJson(text));
    }
  }

  private JsonNode trace(String traceId) {
    return service.json("/api/v1/traces/" + traceId);
  }

  private static BigDecimal millis(JsonNode node) {
    return new BigDecimal(node.asString());
  }

  private static String read(String file) {
    try (InputStream in = RealFilesIT.class.getResourceAsStream("/formats/" + file)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
