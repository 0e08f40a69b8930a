package io.tracejoin.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tracejoin.ingest.otlp.OtlpHttpPort;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.test.context.TestPropertySource;
import tools.jackson.databind.JsonNode;

/** What is left of a run, and still answered, when its raw data is gone. */
@ServiceTest
@TestPropertySource(properties = "tracejoin.retention.every=200ms")
class RetentionIT {

  private static final int REQUESTS = 400;

  private final Service service;
  private final JdbcTemplate jdbc;

  RetentionIT(
      @LocalServerPort int rest, @Autowired OtlpHttpPort otlp, @Autowired JdbcTemplate jdbc) {
    this.service = new Service(rest, otlp.port());
    this.jdbc = jdbc;
  }

  @Test
  void theStoredReportIsStillAnsweredAndOtherQuantilesComeFromHistograms() {
    JsonNode exact = finished("kept", 0x4e7e0001);
    JsonNode exact90 = figure(report("kept", "?q=0.9,0.95"), "client_total");
    removePairs("kept");

    JsonNode stored = report("kept", "");
    assertThat(stored.path("revision").asInt()).isEqualTo(exact.path("revision").asInt());
    assertThat(stored.path("phases")).isEqualTo(exact.path("phases"));
    assertThat(stored.path("warnings").toString()).contains("pairs_removed");

    JsonNode told = figure(report("kept", "?q=0.9,0.95"), "client_total");
    assertThat(told.path("source").asString()).isEqualTo("histogram");
    assertThat(told.path("n").asInt()).isEqualTo(REQUESTS);
    assertThat(told.path("max_ms")).isEqualTo(exact90.path("max_ms"));
    double error = told.path("p90_ms").asDouble() / exact90.path("p90_ms").asDouble() - 1;
    assertThat(Math.abs(error)).isLessThan(0.001);
    assertThat(told.path("ci95").path("p90_ms").get(0).isNull()).isTrue();
    assertThat(exact90.path("ci95").path("p90_ms").get(0).isNull()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "report?model=x",
        "report?outcome=timeout",
        "report?slice=priority",
        "requests",
        "anomalies",
        "timeline",
        "steps",
        "distribution",
        "scatter",
        "compare/other"
      })
  void whatNeedsRawPairsSaysThatTheyAreGone(String question) {
    if (service.get("/api/v1/runs/gone", "application/json").statusCode() == 404) {
      finished("gone", 0x4e7e0002);
      removePairs("gone");
      Service.accepted(service.put("/api/v1/runs/other", "{}"));
    }

    var answer = service.get("/api/v1/runs/gone/" + question, "application/json");

    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(410);
    assertThat(answer.body()).contains("https://tracejoin.io/problems/pairs-removed");
  }

  @Test
  void aPinnedRunKeepsItsPairs() {
    finished("pinned", 0x4e7e0003);
    Service.accepted(service.put("/api/v1/runs/pinned", "{\"pinned\":true}"));
    finished("unpinned", 0x4e7e0004);
    age("pinned");
    removePairs("unpinned");

    assertThat(rows("joined_request", "pinned")).isEqualTo(REQUESTS);
    assertThat(service.json("/api/v1/runs/pinned").path("pinned").asBoolean()).isTrue();
    assertThat(report("pinned", "").path("revision").asInt()).isEqualTo(1);
  }

  @Test
  void lateDataIsRefusedAtTheDoorAndLateSpansLeaveTheReportAsItIs() {
    JsonNode exact = finished("late-data", 0x4e7e0005);
    removePairs("late-data");
    List<String> traces = Generated.traceIds(0x4e7e0005, REQUESTS);

    var refused = service.records("late-data", "native", Generated.records(traces));
    Service.accepted(service.otlpJson(Generated.otlp(traces.subList(0, 10))));
    await()
        .until(
            () ->
                service
                    .json("/api/v1/traces/" + traces.get(0))
                    .path("requests")
                    .path(0)
                    .path("state")
                    .asString()
                    .equals("server_only"));

    assertThat(refused.statusCode()).isEqualTo(410);
    assertThat(refused.body()).contains("pairs-removed");
    assertThat(report("late-data", "").path("phases")).isEqualTo(exact.path("phases"));
  }

  @Test
  void aDayOfSpansIsDroppedAndALateRecordDoesNotUndoWhatWasJoined() {
    List<String> traces = Generated.traceIds(0x4e7e0006, 20);
    Service.accepted(service.otlpJson(Generated.otlp(traces)));
    Service.accepted(service.records("old-spans", "native", Generated.records(traces)));
    await().until(() -> matched("old-spans") == 20);
    moveSpansToAnOldDay(traces);
    await().until(() -> partitions("span_20260101") == 0);
    assertThat(partitions("request_id_span_20260101")).isZero();

    String withMore = Generated.records(traces.subList(0, 1)).replace("{", "{\"input_tokens\":7,");
    Service.accepted(service.records("old-spans", "native", withMore));
    await().until(() -> service.json("/api/v1/ingest").path("join_lag_ms").asDouble() == 0);

    assertThat(matched("old-spans")).isEqualTo(20);
  }

  @Test
  void anErasedRunLeavesNothingBehind() {
    finished("erased-whole", 0x4e7e0007);
    removePairs("erased-whole");
    int run = number("erased-whole");
    assertThat(count("measure_histogram", run)).isPositive();
    assertThat(count("report_revision", run)).isPositive();

    assertThat(service.delete("/api/v1/runs/erased-whole").statusCode()).isEqualTo(204);

    for (String table :
        jdbc.queryForList(
            """
            SELECT table_name FROM information_schema.columns JOIN pg_class ON relname = table_name
             WHERE table_schema = 'public' AND column_name = 'run_id' AND data_type = 'integer'
               AND relkind IN ('r', 'p') AND NOT relispartition
            """,
            String.class)) {
      assertThat(count(table, run)).as(table).isZero();
    }
  }

  private JsonNode finished(String run, int prefix) {
    List<String> traces = Generated.traceIds(prefix, REQUESTS);
    Service.accepted(service.otlpJson(Generated.otlp(traces)));
    Service.accepted(service.records(run, "native", Generated.records(traces)));
    service.finish(run);
    return report(run, "");
  }

  private void removePairs(String run) {
    age(run);
    await().until(() -> !service.json("/api/v1/runs/" + run).path("pairs_removed_at").isNull());
    await().until(() -> rows("joined_request", run) + rows("client_record", run) == 0);
  }

  private void age(String run) {
    jdbc.update("UPDATE run SET finished_at = now() - interval '91 days' WHERE run_id = ?", run);
    jdbc.update(
        "UPDATE run_progress SET last_arrival_at = now() - interval '91 days' WHERE run_id = ?",
        number(run));
  }

  private void moveSpansToAnOldDay(List<String> traces) {
    for (String table : List.of("span", "request_id_span")) {
      jdbc.execute("CREATE TABLE %1$s_20260101 (LIKE %1$s INCLUDING ALL)".formatted(table));
    }
    for (String table : List.of("span", "request_id_span")) {
      jdbc.execute(
          "WITH old AS (DELETE FROM %1$s WHERE replace(CAST(trace_id AS text), '-', '') LIKE '4e7e0006%%' RETURNING *) INSERT INTO %1$s_20260101 SELECT * FROM old"
              .formatted(table));
      jdbc.execute("UPDATE %1$s_20260101 SET received_on = '2026-01-01'".formatted(table));
    }
    assertThat(jdbc.queryForObject("SELECT count(*) FROM span_20260101", Integer.class))
        .isEqualTo(3 * traces.size());
    for (String table : List.of("request_id_span", "span")) {
      jdbc.execute(
          "ALTER TABLE %1$s ATTACH PARTITION %1$s_20260101 FOR VALUES FROM ('2026-01-01') TO ('2026-01-02')"
              .formatted(table));
    }
  }

  private int partitions(String name) {
    return jdbc.queryForObject(
        "SELECT count(*) FROM pg_class WHERE relname = ?", Integer.class, name);
  }

  private long matched(String run) {
    return jdbc.queryForObject(
        "SELECT count(*) FROM joined_request WHERE run_id = ? AND state = 'matched'",
        Long.class,
        number(run));
  }

  private int number(String run) {
    return jdbc.queryForObject("SELECT id FROM run WHERE run_id = ?", Integer.class, run);
  }

  private long rows(String table, String run) {
    return count(table, number(run));
  }

  private long count(String table, int run) {
    return jdbc.queryForObject(
        "SELECT count(*) FROM " + table + " WHERE run_id = ?", Long.class, run);
  }

  private JsonNode report(String run, String query) {
    return service.json("/api/v1/runs/" + run + "/report" + query);
  }

  private static JsonNode figure(JsonNode report, String measure) {
    return report
        .path("phases")
        .valueStream()
        .filter(it -> measure.equals(it.path("measure").asString()))
        .findFirst()
        .orElseThrow();
  }
}
