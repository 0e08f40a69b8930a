package io.tracejoin.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tracejoin.ingest.otlp.OtlpHttpPort;
import java.math.BigDecimal;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.JdbcTemplate;
import tools.jackson.databind.JsonNode;

/** Streamed answers over the wire: single times in, figures, intervals and token counts out. */
@ServiceTest
class StreamsIT {

  private static final String WORKED =
      """
      {"trace_id": "%s", "status": 200, "sent_at": "2026-11-29T10:00:00Z", "streaming": true,
       "token_times_ms": [400, 500, 700], "stream_end_ms": 720, "input_tokens": 10,
       "output_tokens": 3}
      """;

  private static final String SPANS =
      """
      {"resourceSpans": [{"resource": {"attributes": [
         {"key": "service.name", "value": {"stringValue": "llm-gateway"}}]},
        "scopeSpans": [{"spans": [
         {"traceId": "%1$s", "spanId": "00000000000000a1", "name": "POST /v1/chat/completions",
          "kind": 2, "startTimeUnixNano": "1795946400010000000",
          "endTimeUnixNano": "1795946400720000000"},
         {"traceId": "%1$s", "spanId": "00000000000000a2", "parentSpanId": "00000000000000a1",
          "name": "generate", "kind": 1, "startTimeUnixNano": "1795946400100000000",
          "endTimeUnixNano": "1795946400700000000",
          "attributes": [
            {"key": "gen_ai.usage.input_tokens", "value": {"intValue": "10"}},
            {"key": "gen_ai.usage.cache_read.input_tokens", "value": {"intValue": "4"}},
            {"key": "gen_ai.usage.output_tokens", "value": {"intValue": "%2$d"}}],
          "events": [{"name": "first_token", "timeUnixNano": "1795946400390000000"}]}]}]}]}
      """;

  private final Service service;
  private final JdbcTemplate jdbc;

  StreamsIT(@LocalServerPort int rest, @Autowired OtlpHttpPort otlp, @Autowired JdbcTemplate jdbc) {
    this.service = new Service(rest, otlp.port());
    this.jdbc = jdbc;
  }

  @Test
  void theWorkedExampleComesOutInTheTraceAndInTheReport() {
    String id = "000000000000000a0000000000000001";
    Service.accepted(service.otlpJson(SPANS.formatted(id, 3)));
    Service.accepted(service.records("stream-1", "native", WORKED.formatted(id)));

    JsonNode request = service.json("/api/v1/traces/" + id).path("requests").path(0);
    JsonNode breakdown = request.path("breakdown");
    assertThat(request.path("state").asString()).isEqualTo("matched");
    assertThat(request.path("anomalies").isEmpty()).isTrue();
    assertMs(breakdown, "client_total_ms", "720");
    assertMs(breakdown, "client_ttft_ms", "400");
    assertThat(breakdown.path("client_ttft_kind").asString()).isEqualTo("token");
    assertMs(breakdown, "tpot_ms", "150");
    assertThat(breakdown.path("tpot_estimate_ms").isNull()).isTrue();
    assertMs(breakdown, "e2e_token_ms", "700");
    assertMs(breakdown, "e2e_stream_ms", "720");
    assertMs(breakdown, "protocol_tail_ms", "20");
    assertThat(breakdown.path("itl_ms").path("n").asInt()).isEqualTo(2);
    assertMs(breakdown.path("itl_ms"), "max", "200");
    assertMs(breakdown.path("itl_ms"), "p95", "200");
    assertThat(breakdown.has("chunk_interval_ms")).isFalse();
    assertMs(breakdown.path("pairs").path("ttft").path("token"), "client_ms", "400");
    assertMs(breakdown.path("pairs").path("ttft").path("token"), "server_ms", "380");
    assertMs(breakdown.path("pairs").path("ttft").path("token"), "envelope_ms", "20");
    assertMs(breakdown.path("pairs").path("total"), "envelope_ms", "10");
    assertThat(breakdown.path("output_tokens").path("server").asInt()).isEqualTo(3);
    assertThat(breakdown.path("cached_tokens").path("server").asInt()).isEqualTo(4);
    assertMs(breakdown, "itl_p95_ms", "200");
    assertThat(request.path("client").path("token_times_ms").size()).isEqualTo(3);

    awaitRows("stream-1", 1);
    service.finish("stream-1");
    JsonNode report = service.json("/api/v1/runs/stream-1/report");
    assertMs(figure(report, "client_ttft"), "p50_ms", "400");
    assertMs(figure(report, "tpot"), "p50_ms", "150");
    assertMs(figure(report, "e2e_token"), "p50_ms", "700");
    assertMs(figure(report, "e2e_stream"), "p50_ms", "720");
    assertMs(figure(report, "protocol_tail"), "p50_ms", "20");
    assertMs(figure(report, "itl_p95"), "p50_ms", "200");
    JsonNode cached = report.path("tokens").path("cached");
    assertThat(cached.path("n").asInt()).isEqualTo(1);
    assertThat(cached.path("p50").asInt()).isEqualTo(4);
    assertThat(cached.path("share").decimalValue()).isEqualByComparingTo("0.4");
    JsonNode itl = report.path("token_intervals").path(0);
    assertThat(itl.path("measure").asString()).isEqualTo("itl");
    assertThat(itl.path("n").asLong()).isEqualTo(2);
    assertThat(itl.path("requests").asLong()).isEqualTo(1);
    assertMs(itl, "p50_ms", "100");
    assertMs(itl, "p99_ms", "200");
    assertMs(itl, "max_ms", "200");
    assertMs(itl, "mean_ms", "150");
    assertThat(itl.path("source").asString()).isEqualTo("histogram");
    assertThat(service.text("/api/v1/runs/stream-1/report"))
        .contains("ttft (token)  p50  400.00  380.00     20.00");
  }

  @Test
  void theHistogramIsKeptWithTheRevisionAndTheReportReadsBackAsItWas() {
    Service.accepted(
        service.records(
            "stream-2", "native", WORKED.formatted("000000000000000a0000000000000002")));
    awaitRows("stream-2", 1);
    service.finish("stream-2");

    JsonNode first = service.json("/api/v1/runs/stream-2/report");
    JsonNode again = service.json("/api/v1/runs/stream-2/report?revision=1");

    assertThat(again).isEqualTo(first);
    assertThat(
            jdbc.queryForObject(
                """
                SELECT sum(n) FROM report_histogram h
                  JOIN report_revision v ON v.id = h.revision_id
                  JOIN run r ON r.id = v.run_id
                 WHERE r.run_id = 'stream-2' AND h.series = 'itl'
                """,
                Long.class))
        .isEqualTo(2);
  }

  @Test
  void aRecordWithoutARootTellsWhatTheClientKnows() {
    String id = "000000000000000a0000000000000003";
    Service.accepted(
        service.records(
            "stream-3",
            "native",
            WORKED.formatted(id).replace("token_times_ms", "chunk_times_ms")));

    JsonNode request = service.json("/api/v1/traces/" + id).path("requests").path(0);

    assertThat(request.path("breakdown").isNull()).isTrue();
    JsonNode measures = request.path("client_measures");
    assertMs(measures, "client_ttft_ms", "400");
    assertThat(measures.path("client_ttft_kind").asString()).isEqualTo("chunk");
    assertMs(measures, "tpot_estimate_ms", "150");
    assertThat(measures.has("tpot_ms")).isFalse();
    assertMs(measures.path("chunk_interval_ms"), "max", "200");
    assertThat(measures.has("itl_ms")).isFalse();
  }

  @Test
  void aServersOtherCountIsFlaggedWithBothNumbers() {
    String id = "000000000000000a0000000000000004";
    Service.accepted(service.otlpJson(SPANS.formatted(id, 5)));
    Service.accepted(service.records("stream-4", "native", WORKED.formatted(id)));

    JsonNode anomaly =
        service.json("/api/v1/traces/" + id).path("requests").path(0).path("anomalies").path(0);

    assertThat(anomaly.path("code").asString()).isEqualTo("token_count_disagrees");
    assertThat(anomaly.path("message").asString())
        .isEqualTo("Tokens of the output: client 3, server 5, token times 3.");
  }

  @Test
  void tokensArePooledCountedAndRankedOverTheRun() {
    StringBuilder records = new StringBuilder();
    IntStream.range(0, 40)
        .forEach(
            i ->
                records.append(
                    """
                    {"trace_id": "000000000000000b%016x", "status": 200, "total_ms": 100, \
                    "sent_at": "2026-11-29T10:00:%02dZ", "streaming": true, \
                    "token_times_ms": [10, 20, %d], "input_tokens": %d, "output_tokens": 3}
                    """
                        .formatted(i + 1, i, 21 + i, 100 + i)));
    Service.accepted(service.records("stream-5", "native", records.toString()));
    awaitRows("stream-5", 40);

    JsonNode report = service.json("/api/v1/runs/stream-5/report");

    JsonNode itl = report.path("token_intervals").path(0);
    assertThat(itl.path("n").asLong()).isEqualTo(80);
    assertMs(itl, "max_ms", "40");
    assertMs(itl, "mean_ms", "15.25");
    JsonNode tokens = report.path("tokens");
    assertThat(tokens.path("input").path("n").asLong()).isEqualTo(40);
    assertThat(tokens.path("input").path("by_client").asLong()).isEqualTo(40);
    assertThat(tokens.path("input").path("p50").asInt()).isEqualTo(119);
    assertThat(tokens.path("input").path("p95").asInt()).isEqualTo(137);
    assertThat(tokens.path("input").path("max").asInt()).isEqualTo(139);
    assertThat(tokens.path("rank_correlation").isNull()).isTrue();
    assertMs(tokens, "output_tokens_per_s", "3");
    assertThat(tokens.path("completed_counted").asLong()).isEqualTo(40);
    assertThat(service.get("/api/v1/runs/stream-5/report", "text/csv").body())
        .contains("stream-5,0,success,itl,,,80,,10.004,,,36.016,,,40,,,40,15.25,,,histogram");
  }

  private void awaitRows(String run, int rows) {
    await()
        .untilAsserted(
            () ->
                assertThat(
                        service
                            .json("/api/v1/runs/" + run + "/requests?limit=50")
                            .path("requests")
                            .size())
                    .isEqualTo(rows));
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
}
