package io.tracejoin.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tracejoin.ingest.otlp.OtlpHttpPort;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.TestPropertySource;
import tools.jackson.databind.JsonNode;

/**
 * Every worked example over the wire: OTLP/HTTP JSON and a native record in, the trace and the
 * joined row out.
 */
// Other tests send the same traces for their own runs: this one needs a database of its own.
@ServiceTest
@TestPropertySource(properties = "spring.application.name=vectors")
class VectorsIT {

  private final Service service;

  VectorsIT(@LocalServerPort int rest, @Autowired OtlpHttpPort otlp) {
    service = new Service(rest, otlp.port());
  }

  static Stream<String> vectors() {
    try (Stream<Path> files =
        Files.list(Path.of(VectorsIT.class.getResource("/vectors").toURI()))) {
      return files.map(it -> it.getFileName().toString()).sorted().toList().stream();
    } catch (IOException | URISyntaxException failure) {
      throw new IllegalStateException(failure);
    }
  }

  @ParameterizedTest
  @MethodSource("vectors")
  void comesOutOverTheWire(String file) {
    JsonNode vector = read(file);
    String run = "vector-" + vector.path("name").asString();
    String traceId = vector.path("client").path("trace_id").asString();

    Service.accepted(service.otlpJson(vector.path("otlp").toString()));
    Service.accepted(service.records(run, "native", vector.path("client").toString()));

    JsonNode answer = service.json("/api/v1/traces/" + traceId);
    JsonNode expected = vector.path("expect");
    assertThat(answer.path("requests").size()).isEqualTo(1);
    JsonNode request = answer.path("requests").path(0);
    assertThat(request.path("run_id").asString()).isEqualTo(run);
    assertThat(request.path("state").asString()).isEqualTo(expected.path("state").asString());
    assertThat(codes(request.path("anomalies"))).isEqualTo(strings(expected.path("anomalies")));
    assertBreakdown(request.path("breakdown"), expected.path("breakdown"));
    awaitJoined(run, expected.path("state").asString());
  }

  @Test
  void theWorkedExampleReadsToTheLetter() {
    JsonNode vector = read("01-one-request.json");
    Service.accepted(service.otlpJson(vector.path("otlp").toString()));
    Service.accepted(
        service.records("vector-01-one-request", "native", vector.path("client").toString()));

    assertThat(service.text("/api/v1/traces/0000000000000007000000000000012f"))
        .isEqualTo(
            """
            trace_id=0000000000000007000000000000012f
            k6_total_ms=1842
            server_root_ms=1691
            network_envelope_ms=151
            gateway_ms=37
            gpu_queue_ms=428
            generation_ms=1210
            unattributed_server_ms=16
            """);
  }

  private void awaitJoined(String run, String state) {
    await()
        .untilAsserted(
            () -> {
              JsonNode rows = service.json("/api/v1/runs/" + run + "/requests").path("requests");
              assertThat(rows.size()).isEqualTo(1);
              assertThat(rows.path(0).path("state").asString()).isEqualTo(state);
            });
  }

  private static void assertBreakdown(JsonNode actual, JsonNode expected) {
    if (expected.isNull()) {
      assertThat(actual.isNull()).isTrue();
      return;
    }
    for (Map.Entry<String, JsonNode> field : expected.properties()) {
      assertThat(value(actual.path(field.getKey())))
          .as(field.getKey())
          .isEqualTo(value(field.getValue()));
    }
  }

  private static Object value(JsonNode node) {
    if (node.isObject()) {
      Map<String, Object> fields = new TreeMap<>();
      node.properties().forEach(it -> fields.put(it.getKey(), value(it.getValue())));
      return fields;
    }
    return node.isNull() ? "null" : new BigDecimal(node.asString()).stripTrailingZeros();
  }

  private static List<String> codes(JsonNode anomalies) {
    return anomalies.valueStream().map(it -> it.path("code").asString()).sorted().toList();
  }

  private static List<String> strings(JsonNode array) {
    return array.valueStream().map(JsonNode::asString).sorted().toList();
  }

  private static JsonNode read(String file) {
    try (InputStream in = VectorsIT.class.getResourceAsStream("/vectors/" + file)) {
      return Service.JSON.readTree(in);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
