package io.tracejoin.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tracejoin.TestDatabase;
import io.tracejoin.e2e.ServiceProcess.Ports;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.MigrationVersion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.JdbcTemplate;
import tools.jackson.databind.JsonNode;

/** Several packaged services on one database. */
class ReplicasFaultIT {

  private static final int BATCHES = 120;
  private static final int BATCH = 50;
  private static final String RUN = "spread";
  private static final int SPREAD = 0x5ca1e001;
  private static final int LATER = 0x09000001;

  @TempDir(cleanup = CleanupMode.ALWAYS)
  private Path directory;

  @Test
  void threeReplicasOneKilledAndOneAddedJoinWhatASingleOneWould() throws Exception {
    try (TestDatabase database = TestDatabase.empty()) {
      List<CompletableFuture<ServiceProcess>> starting =
          IntStream.range(0, 2)
              .mapToObj(i -> CompletableFuture.supplyAsync(() -> start(database, "first-" + i)))
              .toList();
      Instant asked = Instant.now();
      List<ServiceProcess> replicas =
          new ArrayList<>(starting.stream().map(CompletableFuture::join).toList());
      FaultTable.add(
          "two replicas started at once on an empty database",
          "the schema's %d versions".formatted(versions(database)),
          pending(database),
          repeatedVersions(database),
          "both ready after %d s".formatted(OwnPostgres.millisSince(asked) / 1000));
      try {
        replicas.add(start(database, "third"));
        AtomicInteger next = new AtomicInteger();
        CompletableFuture<Void> load = CompletableFuture.runAsync(() -> spread(replicas, next));
        await().atMost(Duration.ofSeconds(60)).until(() -> next.get() > BATCHES / 3);
        replicas.get(0).kill();
        Instant killed = Instant.now();
        await().atMost(Duration.ofSeconds(60)).until(() -> next.get() > 2 * BATCHES / 3);
        replicas.set(0, start(database, "added"));
        load.join();
        assertJoinedAsByOne(replicas.get(0).service(), database.jdbc());
        FaultTable.add(
            "three replicas, one killed (-9) under load, one added",
            BATCHES * BATCH + " requests, each sent to another replica",
            BATCHES * BATCH - new Counted(database.jdbc(), SPREAD).matched(),
            new Counted(database.jdbc(), SPREAD).repeated(),
            "all joined %d s after the kill".formatted(OwnPostgres.millisSince(killed) / 1000));
      } finally {
        replicas.forEach(ServiceProcess::close);
      }
    }
  }

  private static int pending(TestDatabase database) {
    return Flyway.configure()
        .dataSource(database.url(), database.user(), database.password())
        .load()
        .info()
        .pending()
        .length;
  }

  private static long versions(TestDatabase database) {
    return database
        .jdbc()
        .queryForObject(
            "SELECT count(DISTINCT version) FROM flyway_schema_history WHERE success", Long.class);
  }

  private static long repeatedVersions(TestDatabase database) {
    return database
            .jdbc()
            .queryForObject(
                "SELECT count(version) FROM flyway_schema_history WHERE success", Long.class)
        - versions(database);
  }

  /** A batch that a replica does not acknowledge goes to the next one, as a balancer sends it. */
  private static void spread(List<ServiceProcess> replicas, AtomicInteger next) {
    List<String> traces = Generated.traceIds(SPREAD, BATCHES * BATCH);
    String[] records = Generated.records(traces).split("\n");
    for (int i = 0; i < BATCHES; i++) {
      int from = i * BATCH;
      String spans = Generated.otlp(traces.subList(from, from + BATCH));
      String lines = String.join("\n", List.of(records).subList(from, from + BATCH));
      deliver(replicas, i, it -> it.otlpJson(spans));
      deliver(replicas, i + 1, it -> it.records(RUN, "native", lines));
      next.incrementAndGet();
    }
  }

  private static void deliver(
      List<ServiceProcess> replicas,
      int first,
      java.util.function.Function<Service, HttpResponse<String>> sender) {
    for (int i = first; i < first + 100; i++) {
      try {
        if (sender.apply(replicas.get(i % replicas.size()).service()).statusCode() == 200) {
          return;
        }
      } catch (UncheckedIOException killed) {
        // The next replica takes it.
      }
    }
    throw new AssertionError("no replica takes it");
  }

  private static void assertJoinedAsByOne(Service service, JdbcTemplate jdbc) {
    int requests = BATCHES * BATCH;
    await()
        .atMost(Duration.ofSeconds(60))
        .untilAsserted(
            () ->
                assertThat(
                        jdbc.queryForObject(
                            """
                            SELECT count(*) FROM joined_request
                             WHERE state = 'matched' AND ordinal = 0 AND anomalies = '{}'
                               AND server_root_ns = 100000000 AND gpu_queue_ns = 30000000
                               AND generation_ns = 60000000 AND unattributed_ns = 10000000
                            """,
                            Integer.class))
                    .isEqualTo(requests));
    assertThat(jdbc.queryForObject("SELECT count(*) FROM joined_request", Integer.class))
        .isEqualTo(requests);
    assertThat(jdbc.queryForObject("SELECT count(*) FROM client_record", Integer.class))
        .isEqualTo(requests);
    service.finish(RUN);
    JsonNode report = service.json("/api/v1/runs/" + RUN + "/report");
    assertThat(report.path("join").path("matched").asInt()).isEqualTo(requests);
    assertThat(report.path("join").path("collisions").asInt()).isZero();
  }

  @Test
  void dataOfAnEarlierSchemaIsStillReportedAfterTheUpgrade() {
    try (TestDatabase database = TestDatabase.empty()) {
      Flyway.configure()
          .dataSource(database.url(), database.user(), database.password())
          .target(MigrationVersion.fromVersion("9"))
          .load()
          .migrate();
      earlierData(database.jdbc());
      Instant asked = Instant.now();

      try (ServiceProcess upgraded = start(database, "upgraded")) {
        long ready = OwnPostgres.millisSince(asked);
        JsonNode report = upgraded.service().json("/api/v1/runs/earlier/report");
        assertThat(report.path("join").path("matched").asInt()).isEqualTo(500);
        assertThat(report.path("phases").path(0).path("p50_ms").asInt()).isEqualTo(100);
        List<String> traces = Generated.traceIds(LATER, 10);
        Service.accepted(upgraded.service().otlpJson(Generated.otlp(traces)));
        Service.accepted(upgraded.service().records("later", "native", Generated.records(traces)));
        Counted later = new Counted(database.jdbc(), LATER);
        await().atMost(Duration.ofSeconds(30)).until(() -> later.matched() == traces.size());
        long kept =
            database
                .jdbc()
                .queryForObject("SELECT count(DISTINCT trace_id) FROM joined_request", Long.class);
        long rows =
            database.jdbc().queryForObject("SELECT count(*) FROM joined_request", Long.class);
        FaultTable.add(
            "upgrade from schema V009 with data",
            "500 requests before, 10 after",
            510 - kept,
            rows - kept,
            ready / 1000 + " s start");
      }
    }
  }

  private static void earlierData(JdbcTemplate jdbc) {
    jdbc.update(
        "INSERT INTO mapping (name, version, document) VALUES ('llm-gateway', 1, 'name: llm-gateway')");
    jdbc.update(
        """
        INSERT INTO run (run_id, state, created_at, finished_at, mapping_id)
        VALUES ('earlier', 'finished', now(), now(), (SELECT min(id) FROM mapping))
        """);
    jdbc.update(
        "INSERT INTO run_progress (run_id, last_arrival_at, change_seq) VALUES ((SELECT min(id) FROM run), now(), 1)");
    jdbc.update(
        """
        INSERT INTO joined_request (trace_id, ordinal, source_rows, run_id, state, correlated, mapping_id,
               outcome, sent_at_ns, root_service, root_start_ns, root_end_ns, client_total_ns,
               server_root_ns, network_envelope_ns, generation_ns, unattributed_ns)
        SELECT CAST(md5(CAST(i AS text)) AS uuid), 0, 2, (SELECT min(id) FROM run), 'matched', true,
               (SELECT min(id) FROM mapping), 'success', 1790000000000000000 + i * 100000000, 'gateway',
               1790000000000000000 + i * 100000000, 1790000000090000000 + i * 100000000, 100000000,
               90000000, 10000000, 90000000, 0
          FROM generate_series(CAST(0 AS bigint), 499) AS i
        """);
  }

  private ServiceProcess start(TestDatabase database, String name) {
    try {
      return ServiceProcess.start(
          Ports.free(),
          Files.createDirectories(directory.resolve(name)),
          "--spring.datasource.url=" + database.url(),
          "--spring.datasource.username=" + database.user(),
          "--spring.datasource.password=" + database.password(),
          "--tracejoin.join.settle=500ms",
          "--tracejoin.join.settle-poll=100ms");
    } catch (java.io.IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
