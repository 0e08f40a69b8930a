package io.tracejoin.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tracejoin.ingest.otlp.OtlpHttpPort;
import java.io.StringReader;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.xml.XMLConstants;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.SchemaFactory;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import tools.jackson.databind.JsonNode;

/** Verdicts on runs of 400 requests: 30 ms in the queue, 100 ms in the gateway, over the wire. */
@ServiceTest
class VerdictIT {

  private static final String PASSING =
      """
      clauses:
        - {id: queue, measure: gpu_queue, stat: p95, max_ms: 50}
        - {id: errors, measure: error_rate, max: 0.02}
        - {id: coverage, measure: coverage, min: 0.98}
      """;
  private static final String FAILING =
      """
      evidence: {min_samples: 400, min_coverage: 0.98, min_window_s: 50}
      clauses:
        - {id: queue, measure: gpu_queue, stat: p95, max_ms: 20}
        - {id: generation, measure: generation, stat: p95, max_ms: 60}
        - {id: slo, measure: attainment, min: 0.5, slo: {total_ms: 400}}
      """;

  private final Service service;

  VerdictIT(@LocalServerPort int rest, @Autowired OtlpHttpPort otlp) {
    service = new Service(rest, otlp.port());
  }

  @Test
  void aFailingRunNamesThePhaseInEveryForm() throws Exception {
    budget("forms", FAILING);
    run("forms", 0xf0f00001, "{}");

    JsonNode verdict = verdict("forms", "budget=forms");
    assertThat(verdict.path("verdict").asString()).isEqualTo("fail");
    assertThat(verdict.path("guilty").toString())
        .isEqualTo(
            "[{\"phase\":\"gpu_queue\",\"owner\":\"inference capacity\",\"over_by_ms\":10}]");
    JsonNode queue = verdict.path("clauses").path(0);
    assertThat(queue.path("value").asInt()).isEqualTo(30);
    assertThat(queue.path("ci95").toString()).isEqualTo("[30,30]");
    assertThat(queue.path("n").asInt()).isEqualTo(400);
    assertThat(queue.path("bound").asInt()).isEqualTo(20);
    assertThat(queue.path("examples").size()).isEqualTo(5);
    assertThat(verdict.path("clauses").path(1).path("verdict").asString()).isEqualTo("pass");
    JsonNode slo = verdict.path("clauses").path(2);
    assertThat(slo.path("value").asDouble()).isEqualTo(281.0 / 400);
    assertThat(slo.path("verdict").asString()).isEqualTo("pass");

    String text = service.text("/api/v1/runs/forms/verdict?budget=forms");
    assertThat(text.lines().findFirst())
        .contains("FAIL  gpu_queue (inference capacity) 10.00 ms over");
    HttpResponse<String> gated =
        service.get("/api/v1/runs/forms/verdict?budget=forms&fail_status=true", "text/plain");
    assertThat(gated.statusCode()).isEqualTo(424);
    assertThat(gated.body()).isEqualTo(text);
    String markdown =
        service.get("/api/v1/runs/forms/verdict?budget=forms", "text/markdown").body();
    assertThat(markdown).contains("| FAIL | queue | gpu\\_queue p95 | 30.00 ms |");
    String junit = service.get("/api/v1/runs/forms/verdict?budget=forms", "application/xml").body();
    assertThat(junit)
        .contains("tests=\"3\" failures=\"1\" errors=\"0\"")
        .contains("<failure message=\"gpu_queue p95 = 30.00 ms, expected &lt;= 20 ms");
    SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI)
        .newSchema(VerdictIT.class.getResource("/junit.xsd"))
        .newValidator()
        .validate(new StreamSource(new StringReader(junit)));
  }

  @Test
  void aVerdictIsShownInTheListOfRunsAndInRowsForDashboards() throws Exception {
    budget("rows", FAILING);
    run("rows", 0xf0f00002, "{\"labels\":{\"team\":\"rows\",\"budget\":\"rows\"}}");

    // Judged when it finished: nobody has asked for the verdict.
    await()
        .untilAsserted(
            () ->
                assertThat(service.json("/api/v1/runs/rows").path("verdict").toString())
                    .isEqualTo(
                        "{\"budget\":\"rows\",\"version\":1,\"revision\":1,\"verdict\":\"fail\",\"guilty\":\"gpu_queue\",\"guilty_owner\":\"inference capacity\"}"));
    assertThat(service.json("/api/v1/runs").toString()).contains("\"guilty\":\"gpu_queue\"");

    String path = "/api/v1/phase-budgets?label.team=rows";
    JsonNode rows = service.json(path);
    assertThat(rows.path(0).propertyNames())
        .containsExactly(
            "run_id",
            "started_at",
            "phase",
            "owner",
            "stat",
            "value_ms",
            "ci_low_ms",
            "ci_high_ms",
            "bound_ms",
            "used",
            "verdict",
            "coverage",
            "n");
    assertThat(rows.path(0).toString())
        .contains("\"phase\":\"gpu_queue\",\"owner\":\"inference capacity\",\"stat\":\"p95\"")
        .contains("\"value_ms\":30,\"ci_low_ms\":30,\"ci_high_ms\":30,\"bound_ms\":20,\"used\":1.5")
        .contains("\"verdict\":\"fail\",\"coverage\":1,\"n\":400");
    assertThat(rows.valueStream().map(it -> it.path("phase").asString()))
        .contains("network_envelope", "unattributed")
        .doesNotHaveDuplicates();
    String csv = service.get(path, "text/csv").body();
    assertThat(csv)
        .startsWith("run_id,started_at,phase,owner,stat,value_ms,ci_low_ms,")
        .contains(
            "rows,2026-09-21T14:13:20Z,gpu_queue,inference capacity,p95,30,30,30,20,1.5,fail");
    assertThat(service.json("/api/v1/phase-budgets?label.team=none").size()).isZero();
    assertThat(service.json(path + "&from=2027-01-01T00:00:00Z").size()).isZero();
    assertThat(service.json("/api/v1/phase-budgets?run=rows&to=1990000000000").size())
        .isEqualTo(rows.size());
    assertThat(service.get("/api/v1/phase-budgets?from=soon", "application/json").statusCode())
        .isEqualTo(400);
    String eTag = service.get(path, "application/json").headers().firstValue("ETag").orElseThrow();
    assertThat(service.getIfNoneMatch(path, eTag).statusCode()).isEqualTo(304);
    assertThat(service.getIfNoneMatch(path, "\"other\"").statusCode()).isEqualTo(200);
  }

  @Test
  void aBudgetThatComesAfterTheRunDoesNotCount() throws Exception {
    run("before", 0xf0f00003, "{}");
    budget("after", FAILING);

    JsonNode verdict = verdict("before", "budget=after");
    assertThat(verdict.path("verdict").asString()).isEqualTo("inconclusive");
    assertThat(verdict.path("would_be").asString()).isEqualTo("fail");
    assertThat(verdict.path("budget").path("post_hoc").asBoolean()).isTrue();
    assertThat(verdict.path("clauses").path(0).path("reason").asString()).isEqualTo("post_hoc");
  }

  @Test
  void theNewestVersionBeforeTheRunJudges() throws Exception {
    budget("versions", PASSING);
    run("versions", 0xf0f00004, "{}");
    budget("versions", FAILING);

    assertThat(verdict("versions", "budget=versions").path("verdict").asString()).isEqualTo("pass");
    JsonNode later = verdict("versions", "budget=versions&version=2");
    assertThat(later.path("verdict").asString()).isEqualTo("inconclusive");
    assertThat(later.path("would_be").asString()).isEqualTo("fail");
    assertThat(verdict("versions", "budget=versions").path("budget").path("version").asInt())
        .isEqualTo(1);
  }

  @Test
  void laterDataMakesAnotherVerdictBesideTheEarlier() throws Exception {
    budget("late-data", PASSING);
    List<String> traces = Generated.traceIds(0xf0f00005, 400);
    Service.accepted(service.records("late-data", "native", Generated.records(traces)));
    Service.accepted(service.otlpJson(Generated.otlp(traces.subList(0, 200))));
    service.finish("late-data");

    JsonNode first = verdict("late-data", "budget=late-data");
    assertThat(first.path("verdict").asString()).isEqualTo("fail");
    assertThat(first.path("clauses").path(2).path("value").asString()).isEqualTo("0.5");
    assertThat(first.path("clauses").path(2).path("examples").size()).isEqualTo(5);

    Service.accepted(service.otlpJson(Generated.otlp(traces)));
    await()
        .untilAsserted(
            () -> {
              JsonNode second = verdict("late-data", "budget=late-data");
              assertThat(second.path("verdict").asString()).isEqualTo("pass");
              assertThat(second.path("revision").asInt())
                  .isGreaterThan(first.path("revision").asInt());
              assertThat(second.path("earlier").toString())
                  .contains("\"revision\":1")
                  .contains("\"verdict\":\"fail\"");
            });
  }

  @Test
  void aWindowThatIsChangedAfterTheFirstVerdictIsPostHoc() throws Exception {
    budget("window", PASSING);
    run("window", 0xf0f00006, "{\"window\":{\"warmup_s\":5}}");
    assertThat(verdict("window", "budget=window").path("verdict").asString()).isEqualTo("pass");

    // What was not set may be set; what was set may not be changed.
    Service.accepted(service.put("/api/v1/runs/window", "{\"services\":[\"llm-gateway\"]}"));
    await()
        .untilAsserted(
            () ->
                assertThat(verdict("window", "budget=window").path("verdict").asString())
                    .isEqualTo("pass"));
    Service.accepted(service.put("/api/v1/runs/window", "{\"window\":{\"warmup_s\":6}}"));
    JsonNode changed = verdict("window", "budget=window");
    assertThat(changed.path("verdict").asString()).isEqualTo("inconclusive");
    assertThat(changed.path("would_be").asString()).isEqualTo("pass");
    assertThat(changed.path("notes").toString())
        .contains("window was changed after the first verdict");
    Service.accepted(service.put("/api/v1/runs/window", "{\"window\":{\"warmup_s\":5}}"));
    assertThat(verdict("window", "budget=window").path("verdict").asString()).isEqualTo("pass");
  }

  @Test
  void aPartialAFailedAndAMissingRunAreNoBaseline() throws Exception {
    budget(
        "relative",
        """
        baseline: latest_passed
        clauses:
          - {id: queue, measure: gpu_queue, stat: p95, max_ms: 50}
          - {id: relative, measure: gpu_queue, stat: p50, vs_baseline: "<= +20% or +5ms"}
        """);
    budget(
        "strict",
        """
        clauses:
          - {id: queue, measure: gpu_queue, stat: p95, max_ms: 20}
          - {id: errors, measure: error_rate, vs_baseline: "<= +0.01"}
        """);
    String group = "\"labels\":{\"group\":\"g1\",\"budget\":\"relative\"}";
    budget("first", PASSING);
    run("base-none", 0xf0f00011, "{" + group + "}");
    JsonNode none = verdict("base-none", "budget=relative");
    assertThat(none.path("verdict").asString()).isEqualTo("inconclusive");
    assertThat(none.path("clauses").path(1).path("reason").asString()).isEqualTo("no_baseline");
    assertThat(none.path("baseline").isNull()).isTrue();

    run(
        "base-partial",
        0xf0f00012,
        "{\"load\":{\"model\":\"open\",\"target_rate\":16,\"planned_duration_s\":50}}");
    run("base-whole", 0xf0f00013, "{\"labels\":{\"budget\":\"first\"}}");
    run("relative", 0xf0f00014, "{" + group + "}");
    assertThat(noBaseline("base-partial")).contains("partial: load_not_delivered");
    assertThat(noBaseline("no-such-run")).contains("there is no run 'no-such-run'");
    assertThat(noBaseline("relative")).contains("not compared with itself");

    JsonNode judged = verdict("relative", "budget=relative&baseline=base-whole");
    assertThat(judged.path("verdict").asString()).as(judged.toString()).isEqualTo("pass");
    assertThat(judged.path("baseline").path("run_id").asString()).isEqualTo("base-whole");
    JsonNode vs = judged.path("clauses").path(1).path("vs_baseline");
    assertThat(vs.path("difference").asInt()).isZero();
    assertThat(vs.path("allowed").asInt()).isEqualTo(6);

    JsonNode compared = verdict("relative", "budget=strict&baseline=base-whole");
    assertThat(compared.path("clauses").path(1).path("verdict").asString()).isEqualTo("pass");
    assertThat(verdict("base-whole", "budget=strict").path("verdict").asString()).isEqualTo("fail");
    assertThat(verdict("relative", "budget=strict&baseline=base-whole").path("notes").toString())
        .contains("baseline 'base-whole' failed the budget");

    // The one that passed just now is the latest that passed.
    run("relative-next", 0xf0f00015, "{" + group + "}");
    JsonNode next = verdict("relative-next", "budget=relative");
    assertThat(next.path("baseline").path("run_id").asString()).isEqualTo("relative");
    run("relative-other", 0xf0f00016, "{\"labels\":{\"group\":\"g2\",\"budget\":\"first\"}}");
    assertThat(verdict("relative-other", "budget=relative").path("notes").toString())
        .contains("no earlier complete run of group 'g2' passed the budget");
  }

  private String noBaseline(String baseline) {
    JsonNode verdict = verdict("relative", "budget=relative&baseline=" + baseline);
    assertThat(verdict.path("verdict").asString()).isEqualTo("inconclusive");
    assertThat(verdict.path("clauses").path(1).path("reason").asString()).isEqualTo("no_baseline");
    return verdict.path("notes").toString();
  }

  @Test
  void aMaximumThatRoundingWouldHideFailsAndShowsWhy() throws Exception {
    budget(
        "exact",
        """
        clauses:
          - {id: longest, measure: client_total, stat: max, max_ms: 4.00}
          - {id: gateway, measure: gateway, stat: p95, max_ms: 1000}
          - {id: ttft, measure: client_ttft, stat: p95, max_ms: 1000}
        """);
    String records =
        IntStream.range(0, 100)
            .mapToObj(i -> record(0xf0f00021, i, i == 7 ? "4.004" : "3.9"))
            .collect(Collectors.joining("\n"));
    Service.accepted(service.records("exact", "native", records));
    service.finish("exact");

    JsonNode verdict = verdict("exact", "budget=exact");
    JsonNode longest = verdict.path("clauses").path(0);
    assertThat(longest.path("verdict").asString()).isEqualTo("fail");
    assertThat(longest.path("value").asString()).isEqualTo("4.004");
    assertThat(longest.path("over_by").asString()).isEqualTo("0.004");
    assertThat(longest.path("examples").size()).isEqualTo(1);
    // An empty series passes nothing.
    assertThat(verdict.path("clauses").path(1).path("reason").asString()).isEqualTo("no_data");
    assertThat(verdict.path("clauses").path(2).path("reason").asString()).isEqualTo("no_data");
    assertThat(service.text("/api/v1/runs/exact/verdict?budget=exact"))
        .contains("4.004 ms")
        .contains("<= 4 ms");
  }

  @Test
  void anOpenRunIsNotJudgedAndOneMayWaitForIt() throws Exception {
    budget("wait", PASSING);
    List<String> traces = Generated.traceIds(0xf0f00007, 400);
    Service.accepted(service.otlpJson(Generated.otlp(traces)));
    Service.accepted(service.records("wait", "native", Generated.records(traces)));

    JsonNode open = verdict("wait", "budget=wait");
    assertThat(open.path("verdict").asString()).isEqualTo("inconclusive");
    assertThat(open.path("clauses").path(0).path("reasons").toString()).contains("not_finished");
    assertThat(open.path("revision").asInt()).isZero();
    service.post("/api/v1/runs/wait/finish", "application/json", "");
    JsonNode waited = verdict("wait", "budget=wait&wait_s=25");
    assertThat(waited.path("state").asString()).isEqualTo("finished");
    assertThat(waited.path("verdict").asString()).isEqualTo("pass");
  }

  @Test
  void whatCannotBeAskedIsRefused() throws Exception {
    budget("asked", PASSING);
    budget("asked-too", PASSING.replace("50", "51"));
    Service.accepted(service.put("/api/v1/runs/asked", "{}"));

    assertThat(status("/api/v1/runs/no-run/verdict?budget=asked")).isEqualTo(404);
    assertThat(status("/api/v1/runs/asked/verdict?budget=none")).isEqualTo(404);
    assertThat(status("/api/v1/runs/asked/verdict?budget=asked&version=7")).isEqualTo(404);
    assertThat(status("/api/v1/runs/asked/verdict?budget=asked&version=x")).isEqualTo(400);
    assertThat(status("/api/v1/runs/asked/verdict?budget=asked&wait_s=601")).isEqualTo(400);
    assertThat(status("/api/v1/runs/asked/verdict?budget=asked&fail_status=1")).isEqualTo(400);
    HttpResponse<String> several = service.get("/api/v1/runs/asked/verdict", "application/json");
    assertThat(several.statusCode()).isEqualTo(400);
    assertThat(several.body()).contains("asked, asked-too");
    JsonNode empty = verdict("asked", "budget=asked");
    assertThat(empty.path("verdict").asString()).isEqualTo("inconclusive");
    assertThat(empty.path("clauses").path(0).path("reason").asString()).contains("no_data");
  }

  private int status(String path) {
    return service.get(path, "application/json").statusCode();
  }

  private void budget(String name, String yaml) {
    HttpResponse<String> put = service.putYaml("/api/v1/budgets/" + name, yaml);
    assertThat(put.statusCode()).as(put.body()).isEqualTo(201);
  }

  private void run(String name, int prefix, String declaration) {
    List<String> traces = Generated.traceIds(prefix, 400);
    Service.accepted(service.put("/api/v1/runs/" + name, declaration));
    Service.accepted(service.records(name, "native", Generated.records(traces)));
    Service.accepted(service.otlpJson(Generated.otlp(traces)));
    service.finish(name);
  }

  private JsonNode verdict(String run, String parameters) {
    return service.json("/api/v1/runs/" + run + "/verdict?" + parameters);
  }

  private static String record(int prefix, int index, String totalMs) {
    return "{\"trace_id\":\"%08x%024x\",\"outcome\":\"success\",\"total_ms\":%s,\"sent_at\":\"%s\"}"
        .formatted(
            prefix,
            index + 1,
            totalMs,
            Instant.ofEpochSecond(0, Generated.START + index * 100_000_000L));
  }
}
