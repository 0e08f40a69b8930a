package io.tracejoin.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tracejoin.ingest.otlp.OtlpHttpPort;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import tools.jackson.databind.JsonNode;

/** Data that is well-formed and out of all proportion. */
@ServiceTest
class HardDataIT {

  private final Service service;

  HardDataIT(@LocalServerPort int rest, @Autowired OtlpHttpPort otlp) {
    service = new Service(rest, otlp.port());
  }

  @Test
  void oneTraceIdForEveryRequestOfARunIsCountedToTheLast() {
    int requests = 40_000;
    String trace = "0badc0de000000000000000000000001";
    String body =
        IntStream.range(0, requests)
            .mapToObj(
                i ->
                    "{\"trace_id\":\"%s\",\"outcome\":\"success\",\"total_ms\":%d,\"sent_at\":\"%s\"}"
                        .formatted(
                            trace,
                            100 + i,
                            java.time.Instant.ofEpochSecond(1_790_000_000L, i * 1_000_000L)))
            .collect(Collectors.joining("\n"));
    Service.accepted(service.records("one-trace-id", "native", body));

    await()
        .atMost(Duration.ofSeconds(90))
        .untilAsserted(
            () ->
                assertThat(
                        service
                            .json("/api/v1/runs/one-trace-id/report")
                            .path("population")
                            .path("client_records")
                            .asInt())
                    .isEqualTo(requests));

    List<String> others = Generated.traceIds(0x0badc0df, 3);
    Service.accepted(service.records("after-it", "native", Generated.records(others)));
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> service.json("/api/v1/runs/after-it/requests").path("total").asInt() == 3);
  }

  @Test
  void aTraceOfTenThousandLevelsIsAnswered() {
    String trace = "0badc0de000000000000000000000002";
    String spans =
        IntStream.rangeClosed(1, 10_000)
            .mapToObj(i -> span(trace, i, i - 1))
            .collect(Collectors.joining(","));
    Service.accepted(service.otlpJson(otlp(spans)));

    JsonNode answer = service.json("/api/v1/traces/" + trace);
    int found = 0;
    for (List<JsonNode> level = nodes(answer.path("spans")); !level.isEmpty(); ) {
      found += level.size();
      level = level.stream().flatMap(it -> nodes(it.path("children")).stream()).toList();
    }
    assertThat(found).isEqualTo(10_000);
    assertThat(service.text("/api/v1/traces/" + trace.toUpperCase(java.util.Locale.ROOT)))
        .contains("server_root_ms=20000");
  }

  @Test
  void aRingOfParentsIsAnswered() {
    String trace = "0badc0de000000000000000000000003";
    Service.accepted(
        service.otlpJson(
            otlp(span(trace, 1, 3) + "," + span(trace, 2, 1) + "," + span(trace, 3, 2))));

    JsonNode request = service.json("/api/v1/traces/" + trace).path("requests").path(0);
    assertThat(request.path("state").asString()).isEqualTo("server_only");
  }

  @Test
  void everyOneOfTwentyAmendmentsAtOnceIsMerged() {
    List<CompletableFuture<Integer>> puts =
        IntStream.range(0, 20)
            .mapToObj(
                i ->
                    CompletableFuture.supplyAsync(
                        () ->
                            service
                                .put("/api/v1/runs/busy", "{\"labels\":{\"l" + i + "\":\"x\"}}")
                                .statusCode()))
            .toList();

    assertThat(puts).allMatch(it -> it.join() == 200);
    assertThat(service.json("/api/v1/runs/busy").path("labels").size()).isEqualTo(20);
  }

  @Test
  void declaredSecondsBeyondAllTimeLeaveTheReportReadable() {
    List<String> traces = Generated.traceIds(0x0badc0e0, 5);
    Service.accepted(service.records("eternal", "native", Generated.records(traces)));
    Service.accepted(
        service.put("/api/v1/runs/eternal", "{\"load\":{\"planned_duration_s\":1e300}}"));

    await()
        .untilAsserted(
            () ->
                assertThat(
                        service
                            .json("/api/v1/runs/eternal/report")
                            .path("population")
                            .path("in_window")
                            .asInt())
                    .isEqualTo(5));
  }

  @Test
  void emptySpansThatAreSmallOnTheWireAndLargeInMemoryAreRefused() throws IOException {
    byte[] spans = new byte[24 << 20];
    for (int i = 0; i < spans.length; i += 2) {
      spans[i] = 2 << 3 | 2; // ScopeSpans.spans, of length 0
    }
    byte[] body = field(1, field(2, spans));

    assertThat(service.otlp("application/x-protobuf", body).statusCode()).isEqualTo(413);
    String json = "{},".repeat(2_000_000) + "{}";
    assertThat(service.otlpJson(otlp(json)).statusCode()).isEqualTo(413);
  }

  private static byte[] field(int number, byte[] content) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream(content.length + 10);
    out.write(number << 3 | 2);
    int length = content.length;
    while (length > 0x7f) {
      out.write(length & 0x7f | 0x80);
      length >>>= 7;
    }
    out.write(length);
    out.write(content);
    return out.toByteArray();
  }

  private static List<JsonNode> nodes(JsonNode array) {
    return array.valueStream().toList();
  }

  private static String otlp(String spans) {
    return """
    {"resourceSpans":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"llm-gateway"}}]},
     "scopeSpans":[{"scope":{"name":"test"},"spans":[%s]}]}]}
    """
        .formatted(spans);
  }

  /** Each inside the one above, a millisecond shorter at both ends. */
  private static String span(String trace, int id, int parent) {
    long start = Generated.START + id * 1_000_000L;
    String above = parent == 0 ? "" : "\"parentSpanId\":\"%016x\",".formatted(parent);
    return "{\"traceId\":\"%s\",\"spanId\":\"%016x\",%s\"name\":\"s\",\"kind\":%d,\"startTimeUnixNano\":\"%d\",\"endTimeUnixNano\":\"%d\"}"
        .formatted(
            trace, id, above, id == 1 ? 2 : 1, start, start + (20_002 - 2L * id) * 1_000_000L);
  }
}
