package io.tracejoin.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tracejoin.ingest.otlp.OtlpHttpPort;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

/** What k6 says of a test beside its requests, through the front door and into the report. */
@ServiceTest
class K6SummaryIT {

  private static final String POINTS = "k6-samples/sample-k6-points.ndjson";

  private final Service service;
  private final String rest;
  private final JdbcClient jdbc;

  K6SummaryIT(@LocalServerPort int rest, @Autowired OtlpHttpPort otlp, @Autowired JdbcClient jdbc) {
    this.service = new Service(rest, otlp.port());
    this.rest = "http://localhost:" + rest;
    this.jdbc = jdbc;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sample-summary-export.json",
        "sample-handle-summary.json",
        "sample-summary-machine-readable.json"
      })
  void aSummaryIsShownBesideTheRecords(String file) {
    String run = "summary-" + file.replace(".json", "");
    Service.accepted(service.records(run, "k6-json", read(POINTS)));
    Service.accepted(summary(run, read("k6-samples/" + file)));
    Service.accepted(
        service.post(
            "/api/v1/runs/" + run + "/load?format=k6-inspect",
            "application/json",
            read("k6-samples/sample-inspect-excerpt.json")));
    service.finish(run);

    JsonNode report = service.json("/api/v1/runs/" + run + "/report");
    assertThat(report.path("join").path("record_completeness").asInt()).isEqualTo(1);
    assertThat(codes(report)).contains("load_not_delivered").doesNotContain("other_run");
    JsonNode load = report.path("load");
    assertThat(load.path("iterations").asInt()).isEqualTo(3);
    assertThat(load.path("dropped_iterations").asInt()).isEqualTo(1);
    assertThat(load.path("duration_s").asInt()).isEqualTo(184);
    assertThat(load.path("vus").path("used").asInt()).isEqualTo(2);
    assertThat(load.path("vus").path("promised").asInt()).isEqualTo(122);
    JsonNode k6 = report.path("k6_summary");
    assertThat(k6.path("http_reqs").asInt()).isEqualTo(4);
    assertThat(k6.path("accepted_rows").asInt()).isEqualTo(4);
    assertThat(k6.path("longest_row_ms").asString()).isEqualTo("3360.263363");
    assertThat(k6.path("http_req_failed").path("rate").asString()).isEqualTo("0.25");
    assertThat(trend(k6, "http_req_duration").path("ours").path("measure").asString())
        .isEqualTo("client_total");
    String text = service.text("/api/v1/runs/" + run + "/report");
    assertThat(text).contains("1 dropped").contains("4 records of 4 requests");
    if (!file.contains("machine")) {
      assertThat(text).contains("FAILED   http_req_failed: rate<0.05");
    }
    assertThat(stored(run)).doesNotContain("import http");
  }

  @Test
  void inspectDeclaresWhatPutWould() {
    String path = "/api/v1/runs/inspected";
    Service.accepted(service.put(path, "{\"load\":{\"requests_per_iteration\":2},\"name\":\"x\"}"));
    HttpResponse<String> answer =
        service.post(
            path + "/load",
            "application/x-www-form-urlencoded",
            read("k6-samples/sample-inspect-excerpt.json"));
    Service.accepted(answer);

    JsonNode run = service.json(path);
    assertThat(run.path("name").asString()).isEqualTo("x");
    assertThat(run.path("load").path("requests_per_iteration").asInt()).isEqualTo(2);
    assertThat(run.path("load").path("max_concurrency").asInt()).isEqualTo(122);
    JsonNode chat = run.path("scenarios").path("chat").path("load");
    assertThat(chat.path("executor").asString()).isEqualTo("constant-arrival-rate");
    assertThat(chat.path("target_rate").asInt()).isEqualTo(1);
    assertThat(chat.has("stages")).isFalse();
    assertThat(Service.JSON.readTree(answer.body()).path("scenarios"))
        .isEqualTo(run.path("scenarios"));

    Service.accepted(
        service.post(path + "/load", "application/json", "{\"vus\":5,\"duration\":\"1m\"}"));
    JsonNode again = service.json(path);
    assertThat(again.path("load").path("model").asString()).isEqualTo("closed");
    assertThat(again.path("load").has("arrival")).isFalse();
    assertThat(again.path("scenarios").path("chat").has("load")).isFalse();
  }

  @Test
  void aSummaryOfAnotherTestIsTold() {
    Service.accepted(service.records("other", "k6-json", read(POINTS)));
    Service.accepted(
        summary(
            "other",
            read("k6-samples/sample-summary-export.json").replace("3360.263363", "3360.27")));
    service.finish("other");
    assertThat(codes(service.json("/api/v1/runs/other/report"))).contains("other_run");

    Service.accepted(
        summary(
            "other",
            "{\"root_group\":{},\"metrics\":{\"http_reqs\":{\"count\":3,\"rate\":1},\"iterations\":{\"count\":3,\"rate\":1}}}"));
    JsonNode later = service.json("/api/v1/runs/other/report");
    assertThat(codes(later)).contains("other_run");
    assertThat(later.path("join").path("record_completeness").asString()).isEqualTo("1.333333");
  }

  @Test
  void aLateSummaryMakesANewRevisionOnce() {
    Service.accepted(service.records("late-summary", "k6-json", read(POINTS)));
    service.finish("late-summary");
    String path = "/api/v1/runs/late-summary/report";
    JsonNode first = service.json(path);
    assertThat(first.path("k6_summary").isNull()).isTrue();
    assertThat(first.path("join").path("record_completeness").isNull()).isTrue();

    Service.accepted(summary("late-summary", read("k6-samples/sample-handle-summary.json")));
    Service.accepted(summary("late-summary", read("k6-samples/sample-handle-summary.json")));

    JsonNode second = service.json(path);
    assertThat(second.path("revision").asInt()).isEqualTo(first.path("revision").asInt() + 1);
    assertThat(second.path("k6_summary").path("shape").asString()).isEqualTo("handle_summary");
  }

  @Test
  void aCompressedSummaryIsReadAndOtherThingsAreRefused() throws Exception {
    byte[] body = gzip(read("k6-samples/sample-summary-export.json"));
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(rest + "/api/v1/runs/zipped/k6-summary"))
            .header("Content-Encoding", "gzip")
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofByteArray(body))
            .build();
    HttpResponse<String> zipped =
        HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    assertThat(zipped.statusCode()).isEqualTo(200);
    assertThat(Service.JSON.readTree(zipped.body()).path("http_reqs").asInt()).isEqualTo(4);

    assertThat(summary("refused", "{\"a\":1}").statusCode()).isEqualTo(422);
    assertThat(summary("refused", "{\"a\":1}").body()).contains("problems/unknown-summary");
    assertThat(summary("refused", "nothing").statusCode()).isEqualTo(400);
    assertThat(summary("refused", "{\"a\":\"" + "x".repeat(16 << 20) + "\"}").statusCode())
        .isEqualTo(413);
    assertThat(service.get("/api/v1/runs/refused", "application/json").statusCode()).isEqualTo(404);
    assertThat(
            service
                .post("/api/v1/runs/refused/load?format=yaml", "application/json", "{}")
                .statusCode())
        .isEqualTo(400);
  }

  @Test
  void theTimelineShowsEachBucket() {
    Service.accepted(
        service.put(
            "/api/v1/runs/timed", "{\"load\":{\"target_rate\":1,\"planned_duration_s\":4}}"));
    Service.accepted(service.records("timed", "k6-json", read(POINTS)));
    await()
        .until(
            () ->
                service
                        .json("/api/v1/runs/timed/timeline")
                        .path("buckets")
                        .path(0)
                        .path("sent")
                        .asInt()
                    == 3);
    points("timed");

    JsonNode timeline = service.json("/api/v1/runs/timed/timeline?bucket_s=2");
    List<JsonNode> buckets = timeline.path("buckets").valueStream().toList();
    // Iterations are known by the second: what ended in second 44 is told of the third bucket.
    assertThat(buckets).hasSize(3);
    // Sent at 40.04 (3.36 s), 41.04 (hops, 0.08 s) and 42.00 (the timeout).
    assertThat(buckets.get(0).path("sent").asInt()).isEqualTo(3);
    assertThat(buckets.get(0).path("success").asInt()).isEqualTo(2);
    assertThat(buckets.get(0).path("errors").path("timeout").asInt()).isEqualTo(1);
    assertThat(buckets.get(0).path("completed").asInt()).isEqualTo(1);
    assertThat(buckets.get(1).path("completed").asInt()).isEqualTo(1);
    assertThat(buckets.get(1).path("target_iterations").asInt()).isEqualTo(2);
    assertThat(buckets.stream().mapToInt(it -> it.path("iterations").asInt()).sum()).isEqualTo(3);
    assertThat(buckets.stream().mapToInt(it -> it.path("dropped_iterations").asInt()).sum())
        .isEqualTo(1);
    assertThat(buckets.get(0).path("vus").asInt()).isEqualTo(2);
    JsonNode total = buckets.get(0).path("measures").path(0);
    assertThat(total.path("measure").asString()).isEqualTo("client_total");
    assertThat(total.path("p95_ms").asString()).isEqualTo("3360.263363");

    assertThat(
            service.get("/api/v1/runs/timed/timeline?bucket_s=0", "application/json").statusCode())
        .isEqualTo(400);
    assertThat(service.get("/api/v1/runs/none/timeline", "application/json").statusCode())
        .isEqualTo(404);
  }

  /** Seconds as k6 points tell them, where nothing has stored them yet. */
  private void points(String run) {
    jdbc.sql(
            """
            INSERT INTO load_second (run_id, generator, scenario, second, iterations, dropped_iterations, vus, vus_max)
            SELECT r.id, coalesce((SELECT min(generator) FROM joined_request WHERE run_id = r.id), ''),
                   p.scenario, p.second, p.done, p.dropped, p.vus, p.vus
              FROM run r,
                   (VALUES ('chat', 1773479741, 1, 0, NULL), ('chat', 1773479743, 1, 1, NULL),
                           ('chat', 1773479744, 1, 0, NULL), ('', 1773479740, 0, 0, 2))
                     AS p (scenario, second, done, dropped, vus)
             WHERE r.run_id = :run
            ON CONFLICT DO NOTHING
            """)
        .param("run", run)
        .update();
  }

  private String stored(String run) {
    return jdbc.sql(
            "SELECT CAST(summary AS text) FROM k6_summary JOIN run ON run.id = k6_summary.run_id WHERE run.run_id = :run")
        .param("run", run)
        .query(String.class)
        .single();
  }

  private HttpResponse<String> summary(String run, String body) {
    return service.post("/api/v1/runs/" + run + "/k6-summary", "application/json", body);
  }

  private static List<String> codes(JsonNode report) {
    return report.path("warnings").valueStream().map(it -> it.path("code").asString()).toList();
  }

  private static JsonNode trend(JsonNode k6, String metric) {
    return k6.path("trends")
        .valueStream()
        .filter(it -> metric.equals(it.path("metric").asString()))
        .findFirst()
        .orElseThrow();
  }

  private static byte[] gzip(String text) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var out = new GZIPOutputStream(bytes)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return bytes.toByteArray();
  }

  private static String read(String file) {
    try (InputStream in = K6SummaryIT.class.getResourceAsStream("/formats/" + file)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
