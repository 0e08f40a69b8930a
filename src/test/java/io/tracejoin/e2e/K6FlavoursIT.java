package io.tracejoin.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tracejoin.ingest.otlp.OtlpHttpPort;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.JdbcTemplate;
import tools.jackson.databind.JsonNode;

/** What k6 and its extensions write, through the front doors to the trace and the report. */
@ServiceTest
class K6FlavoursIT {

  private static final String POINTS = file("k6-samples/sample-k6-points.ndjson");
  private static final String STREAM = file("k6-samples/sample-xk6-sse-points.ndjson");
  private static final String REDIRECTED = "6d9ab7645b1f0c9a7e21";
  private static final String CHAT = "6d5f1c9ac40e8813d6af";
  private static final String TIMED_OUT = "6dd6522e0f77a1b25d90";

  /** Nanoseconds since 1970 of 10:15:40 in the sample. */
  private static final long SECOND_40 = 1_773_479_740_000_000_000L;

  private final Service service;
  private final int port;
  private final JdbcTemplate jdbc;

  K6FlavoursIT(
      @LocalServerPort int rest, @Autowired OtlpHttpPort otlp, @Autowired JdbcTemplate jdbc) {
    this.service = new Service(rest, otlp.port());
    this.port = rest;
    this.jdbc = jdbc;
  }

  @Test
  void theHopsOfARedirectAreOneCallAndTheirRootsAddUp() {
    String run = "a1a1a1a1a1a1";
    Service.accepted(service.records(run, "k6-json", withSpanIds(POINTS, run)));
    Service.accepted(
        service.otlpJson(
            spans(
                run,
                span(run, REDIRECTED, "a1", 1_045, 25),
                span(run, REDIRECTED, "a2", 1_080, 45))));

    JsonNode request = request(run, REDIRECTED, "matched");
    JsonNode breakdown = request.path("breakdown");
    assertThat(breakdown.path("client_total_ms").asDouble()).isEqualTo(80.883384);
    assertThat(breakdown.path("server_root_ms").asDouble()).isEqualTo(70);
  }

  @Test
  void aTimeoutWhoseServerSays200IsMatchedAndSaysSo() {
    String run = "a2a2a2a2a2a2";
    Service.accepted(service.records(run, "k6-json", withSpanIds(POINTS, run)));
    Service.accepted(service.otlpJson(spans(run, span(run, TIMED_OUT, "a1", 2_700, 2_600))));

    JsonNode request = request(run, TIMED_OUT, "matched");
    assertThat(request.path("outcome").asString()).isEqualTo("timeout");
    assertThat(request.path("breakdown").path("network_envelope_ms").isNull()).isTrue();
    assertThat(request.path("anomalies").toString()).contains("outcome_disagrees");
  }

  @Test
  void aRequestThatWasCutOffAtTheEndIsInterrupted() {
    String run = "a3a3a3a3a3a3";
    String lines = withSpanIds(POINTS, run);
    int cut = lines.lastIndexOf("{\"metric\":\"http_reqs\"");
    HttpResponse<String> answer = service.records(run, "k6-json", lines.substring(0, cut + 60));
    assertThat(answer.body()).contains("\"accepted\":3", "\"truncated\":true", "\"rejected\":0");
    Service.accepted(
        service.otlpJson(
            spans(
                run, span(run, CHAT, "a1", 60, 3_300), span(run, TIMED_OUT, "a2", 2_700, 2_600))));
    service.finish(run);

    JsonNode join = service.json("/api/v1/runs/" + run + "/report").path("join");
    assertThat(join.path("matched").asInt()).isEqualTo(1);
    assertThat(join.path("interrupted").asInt()).isEqualTo(1);
    assertThat(join.path("unmatched_server").asInt()).isZero();
  }

  @Test
  void aStreamIsOneRecordWithItsFirstEventAsFirstToken() {
    HttpResponse<String> answer = service.records("sse", "k6-json", STREAM);
    assertThat(answer.body()).contains("\"accepted\":1", "\"rejected\":0");

    JsonNode client = trace("dc0718189caa720725209be4470c31d2").path("client");
    assertThat(client.path("ttft_ms").asDouble()).isEqualTo(790.239105);
    assertThat(client.path("ttft_kind").asString()).isEqualTo("chunk");
    assertThat(client.path("streaming").asBoolean()).isTrue();
  }

  @Test
  void theFilesOfSeveralPodsAreOneRun() {
    String first = POINTS.replace("dc0718189caa", "b1b1b1b1b1b1");
    String second = POINTS.replace("dc0718189caa", "b2b2b2b2b2b2").replace("+01:00", "+02:00");
    for (String pod : List.of(first, second, second)) {
      Service.accepted(service.records("pods", "k6-json", pod));
    }
    assertThat(count("SELECT sum(iterations) FROM load_second", "pods")).isEqualTo(6);
    assertThat(count("SELECT sum(dropped_iterations) FROM load_second", "pods")).isEqualTo(2);
    assertThat(count("SELECT max(vus_max) FROM load_second", "pods")).isEqualTo(2);
    assertThat(count("SELECT count(DISTINCT generator) FROM load_second", "pods")).isEqualTo(2);
    assertThat(count("SELECT count(DISTINCT generator) FROM client_record", "pods")).isEqualTo(2);
    assertThat(count("SELECT count(*) FROM client_record", "pods")).isEqualTo(8);
  }

  @Test
  void csvAndJsonOfOneRunAreTheSameRequests() {
    String generator = "&generator=pod";
    Service.accepted(
        service.records(
            "both", "k6-csv" + generator, id(file("k6-samples/sample-k6.csv"), "b3b3b3b3b3b3")));
    HttpResponse<String> again =
        service.records("both", "k6-json" + generator, id(POINTS, "b3b3b3b3b3b3"));
    assertThat(again.body()).contains("\"accepted\":0", "\"duplicates\":4", "\"collisions\":0");
    assertThat(count("SELECT sum(iterations) FROM load_second", "both")).isEqualTo(3);
  }

  @Test
  void aLiveRunIsSeenBeforeItEndsAndAFirstTokenThatComesLateIsFilledIn() throws Exception {
    List<String> lines = id(POINTS, "b4b4b4b4b4b4").lines().toList();
    int late = 0;
    while (!lines.get(late).contains("\"metric\":\"llm_ttft_ms\",\"type\":\"Point\"")) {
      late++;
    }
    HttpURLConnection live = live("live", "&finish=true&ttft_metric=llm_ttft_ms");
    try (OutputStream out = live.getOutputStream()) {
      send(out, "  execution: local\n" + String.join("\n", lines.subList(0, late)) + "\n");
      await()
          .untilAsserted(
              () -> assertThat(trace("b4b4b4b4b4b4" + CHAT).path("client").isNull()).isFalse());
      assertThat(trace("b4b4b4b4b4b4" + CHAT).path("client").path("ttft_ms").isNumber()).isFalse();
      assertThat(count("SELECT count(*) FROM load_second", "live")).isPositive();
      send(out, String.join("\n", lines.subList(late, lines.size())) + "\n");
    }
    JsonNode answer = Service.JSON.readTree(live.getInputStream());
    assertThat(answer.path("accepted").asInt()).isEqualTo(4);
    assertThat(answer.path("duplicates").asInt()).isZero();
    assertThat(answer.path("collisions").asInt()).isZero();
    await()
        .untilAsserted(
            () -> {
              JsonNode client = trace("b4b4b4b4b4b4" + CHAT).path("client");
              assertThat(client.path("ttft_ms").asDouble()).isEqualTo(813.193113);
              assertThat(client.path("ttft_kind").asString()).isEqualTo("token");
            });
    assertThat(service.json("/api/v1/traces/b4b4b4b4b4b4" + CHAT).path("requests").size())
        .isEqualTo(1);
    await()
        .until(() -> "finished".equals(service.json("/api/v1/runs/live").path("state").asString()));
  }

  private HttpURLConnection live(String run, String query) throws IOException {
    String path = "/api/v1/runs/" + run + "/client-records?format=k6-json" + query;
    HttpURLConnection live =
        (HttpURLConnection) URI.create("http://localhost:" + port + path).toURL().openConnection();
    live.setRequestMethod("PUT");
    live.setDoOutput(true);
    live.setChunkedStreamingMode(0);
    return live;
  }

  private static void send(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  private JsonNode request(String prefix, String rest, String state) {
    await()
        .untilAsserted(
            () -> assertThat(trace(prefix + rest).path("state").asString()).isEqualTo(state));
    return trace(prefix + rest);
  }

  private JsonNode trace(String traceId) {
    await()
        .until(
            () -> service.get("/api/v1/traces/" + traceId, "application/json").statusCode() == 200);
    return service.json("/api/v1/traces/" + traceId).path("requests").path(0);
  }

  private long count(String select, String run) {
    Long found =
        jdbc.queryForObject(
            select + " WHERE run_id = (SELECT id FROM run WHERE run_id = ?)", Long.class, run);
    return found == null ? 0 : found;
  }

  /** The sample under other trace IDs, with the span that was sent as their parent. */
  private static String withSpanIds(String points, String prefix) {
    return id(points, prefix)
        .replaceAll(
            "\"trace_id\":\"([0-9a-f]{32})\"",
            "\"trace_id\":\"$1\",\"span_id\":\"00000000006ad0ef\"");
  }

  private static String id(String points, String prefix) {
    return points.replace("dc0718189caa", prefix);
  }

  private static String spans(String run, String... spans) {
    return """
    {"resourceSpans":[{"resource":{"attributes":[
       {"key":"service.name","value":{"stringValue":"llm-gateway"}},
       {"key":"tracejoin.run_id","value":{"stringValue":"%s"}}]},
     "scopeSpans":[{"scope":{"name":"test"},"spans":[%s]}]}]}
    """
        .formatted(run, String.join(",", spans));
  }

  private static String span(String run, String trace, String id, long offset, long millis) {
    long start = SECOND_40 + offset * 1_000_000;
    return """
    {"traceId":"%s%s","spanId":"00000000000000%s","parentSpanId":"00000000006ad0ef",
     "name":"POST /v1/chat/completions","kind":2,
     "startTimeUnixNano":"%d","endTimeUnixNano":"%d"}"""
        .formatted(run, trace, id, start, start + millis * 1_000_000);
  }

  private static String file(String name) {
    try (InputStream in = K6FlavoursIT.class.getResourceAsStream("/formats/" + name)) {
      return new String(in == null ? new byte[0] : in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
