package io.tracejoin.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tracejoin.ingest.otlp.OtlpHttpPort;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import tools.jackson.databind.JsonNode;

/** Preflight and the k6 module over the wire. */
@ServiceTest
class PreflightIT {

  private final Service service;

  PreflightIT(@LocalServerPort int rest, @Autowired OtlpHttpPort otlp) {
    service = new Service(rest, otlp.port());
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          02-streaming-overlap,          true,  response_write,         ok
          03-gateway-wraps,              true,  traceparent,            ok
          01-one-request,                true,  response_write,         missing
          04-clock-skew,                 true,  root,                   ok
          06-two-roots-collision,        false, root,                   broken
          07-negative-envelope,          false, envelope,               broken
          08-unit-suspect,               false, units,                  broken
          09-root-missing,               false, root,                   missing
          11-provider-hides-queue,       true,  queue,                  ok
          12-proxy-replaced-parent,      false, traceparent,            broken
          13-child-outruns-root,         false, queue,                  missing
          15-proxy-on-top,               true,  traceparent,            ok
          16-caller-above,               true,  traceparent,            ok
          17-sibling-roots,              true,  generation,             ok
          19-root-ends-at-headers,       false, root_covers_generation, broken
          20-client-gave-up,             false, envelope,               missing
          """)
  void saysOfEveryWorkedExampleWhatIsTheMatter(
      String name, boolean ready, String link, String state) {
    JsonNode vector = vector(name);
    String trace = vector.path("client").path("trace_id").asString();
    Service.accepted(service.otlpJson(vector.path("otlp").toString()));
    Service.accepted(
        service.records("preflight-" + name, "native", vector.path("client").toString()));

    JsonNode answer = service.json("/api/v1/traces/" + trace + "/preflight");

    assertThat(answer.path("trace_id").asString()).isEqualTo(trace);
    assertThat(states(answer)).containsEntry(link, state).hasSize(10);
    assertThat(answer.path("ready").asBoolean()).as(answer.toString()).isEqualTo(ready);
    assertThat(service.text("/api/v1/traces/" + trace + "/preflight"))
        .startsWith("trace_id=" + trace + "\n")
        .endsWith("ready=" + ready + "\n");
  }

  @Test
  void waitsUntilTheChainIsWhole() throws Exception {
    JsonNode vector = vector("02-streaming-overlap");
    String trace = "00000000000000ee0000000000000001";
    CompletableFuture<JsonNode> asked =
        CompletableFuture.supplyAsync(
            () -> service.json("/api/v1/traces/" + trace + "/preflight?wait_s=25"));

    Service.accepted(service.otlpJson(moved(vector.path("otlp"), trace)));
    assertThat(asked).isNotDone();
    Service.accepted(
        service.records("preflight-wait", "native", moved(vector.path("client"), trace)));

    assertThat(asked.get(20, TimeUnit.SECONDS).path("ready").asBoolean()).isTrue();
  }

  @Test
  void whenTheTimeIsOverItSaysWhatIsMissing() {
    String trace = "00000000000000ee0000000000000002";
    Service.accepted(
        service.records(
            "preflight-late", "native", moved(vector("01-one-request").path("client"), trace)));

    JsonNode answer = service.json("/api/v1/traces/" + trace + "/preflight?wait_s=1");

    assertThat(answer.path("ready").asBoolean()).isFalse();
    assertThat(states(answer))
        .containsEntry("client_record", "ok")
        .containsEntry("traceparent", "missing")
        .containsEntry("sampled", "missing");
  }

  @Test
  void ofNothingItIsNotFoundAndSaysHowFreshTheDataIs() {
    HttpResponse<String> answer =
        service.get("/api/v1/traces/00000000000000ee0000000000000003/preflight?wait_s=1", "*/*");

    assertThat(answer.statusCode()).isEqualTo(404);
    JsonNode problem = Service.JSON.readTree(answer.body());
    assertThat(problem.path("type").asString()).endsWith("/unknown-trace");
    assertThat(problem.has("join_lag_ms")).isTrue();
  }

  @Test
  void whoWaitsHoldsNothingThatOthersNeed() {
    String path = "/api/v1/traces/00000000000000ee0000000000000004/preflight?wait_s=5";
    ExecutorService callers = Executors.newFixedThreadPool(60);
    List<CompletableFuture<Integer>> waiting =
        IntStream.range(0, 60)
            .mapToObj(
                it ->
                    CompletableFuture.supplyAsync(
                        () -> service.get(path, "*/*").statusCode(), callers))
            .toList();

    await()
        .during(Duration.ofSeconds(2))
        .atMost(Duration.ofSeconds(4))
        .until(() -> service.get("/api/v1/runs", "*/*").statusCode() == 200);

    assertThat(waiting).noneMatch(CompletableFuture::isDone);
    assertThat(waiting).allSatisfy(it -> assertThat(it.join()).isEqualTo(404));
    callers.shutdown();
  }

  @Test
  void aTimeThatIsNoneAndAnIdThatIsNoneAreRefused() {
    String path = "/api/v1/traces/00000000000000ee0000000000000003/preflight?wait_s=";
    assertThat(service.get(path + "121", "*/*").statusCode()).isEqualTo(400);
    assertThat(service.get(path + "soon", "*/*").statusCode()).isEqualTo(400);
    assertThat(service.get("/api/v1/traces/ee/preflight", "*/*").statusCode()).isEqualTo(400);
  }

  @Test
  void servesTheK6ModuleAndItsTypes() {
    HttpResponse<String> module = service.get("/k6/tracejoin.js", "*/*");
    HttpResponse<String> types = service.get("/k6/tracejoin.d.ts", "*/*");

    assertThat(module.statusCode()).isEqualTo(200);
    assertThat(module.headers().firstValue("content-type"))
        .hasValueSatisfying(it -> assertThat(it).startsWith("text/javascript"));
    assertThat(module.body()).contains("export function tracejoin(options)");
    assertThat(types.headers().firstValue("content-type")).hasValue("application/typescript");
    assertThat(types.body()).contains("export function tracejoin(options: TracejoinOptions)");
  }

  private static Map<String, String> states(JsonNode answer) {
    return answer
        .path("links")
        .valueStream()
        .collect(
            Collectors.toMap(it -> it.path("link").asString(), it -> it.path("state").asString()));
  }

  private static String moved(JsonNode document, String trace) {
    return document
        .toString()
        .replaceAll("\"(trace_?[iI]d)\":\"[0-9a-f]{32}\"", "\"$1\":\"" + trace + "\"");
  }

  private static JsonNode vector(String name) {
    try (InputStream in = PreflightIT.class.getResourceAsStream("/vectors/" + name + ".json")) {
      return Service.JSON.readTree(in);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
