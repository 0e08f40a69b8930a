package io.tracejoin.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tracejoin.e2e.ServiceProcess.Ports;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.JdbcTemplate;

/** The packaged service while its database is killed, slow, blocked or full. */
class DatabaseFaultIT {

  private static final int POOL = 6;

  @TempDir(cleanup = CleanupMode.NEVER)
  private static Path directory;

  private static final Ports PORTS = Ports.free();
  private static OwnPostgres postgres;
  private static SlowLink link;
  private static ServiceProcess process;
  private static Service service;
  private static JdbcTemplate jdbc;

  @BeforeAll
  static void start() {
    postgres = OwnPostgres.start(directory.resolve("own-postgres"));
    link = new SlowLink(postgres.port());
    process =
        ServiceProcess.start(
            PORTS,
            directory,
            OwnPostgres.arguments(
                link.port(),
                "--spring.jdbc.template.query-timeout=2s",
                "--spring.datasource.hikari.maximum-pool-size=" + POOL,
                "--tracejoin.ingest.queue-bytes=1MB"));
    service = process.service();
    jdbc = postgres.jdbc();
  }

  @AfterAll
  static void stop() {
    process.close();
    link.close();
    postgres.close();
  }

  @Test
  void aKilledPostgresLosesNothingThatAnSdkHadToTellAndCountsNothingTwice() throws Exception {
    try (Traffic traffic = new Traffic(PORTS.grpc(), service, "db-killed")) {
      await().atMost(Duration.ofSeconds(30)).until(() -> traffic.requests() > 1_000);
      Instant killed = postgres.kill();
      Thread.sleep(2_000);
      postgres.startAgain();
      Instant back = Instant.now();
      await().atMost(Duration.ofSeconds(30)).until(() -> traffic.lastTaken().isAfter(back));
      long recovery = Duration.between(back, traffic.lastTaken()).toMillis();
      long away = Duration.between(killed, back).toMillis();
      Thread.sleep(1_000);
      traffic.finish();

      long lost = traffic.requests() - assertAllJoinedOnce("db-killed", traffic.requests());
      FaultTable.add(
          "PostgreSQL killed (-9), back after %.1f s".formatted(away / 1000.0),
          traffic.requests() + " requests, SDK and uploads",
          lost,
          repeated("db-killed"),
          "%d ms after it answered".formatted(recovery));
    }
  }

  @Test
  void aSlowDatabaseMakesSendersComeBackAndNothingIsLost() throws Exception {
    List<String> traces = Generated.traceIds(0x510a0001, 20_000);
    List<List<String>> batches = batches(traces, 200);
    link.delay(Duration.ofMillis(400));
    int refused = 0;
    List<List<String>> left = new ArrayList<>(batches);
    ExecutorService senders = Executors.newFixedThreadPool(20);
    for (int round = 0; round < 20 && !left.isEmpty(); round++) {
      List<List<String>> back = comeBack(left, senders);
      refused += back.size();
      left = back;
      link.delay(Duration.ZERO);
    }
    Instant fast = Instant.now();
    senders.shutdown();

    assertThat(refused).as("told to come back").isPositive();
    assertThat(left.size()).isZero();
    long lost = 3L * traces.size() - spans("510a0001");
    assertThat(lost).isZero();
    FaultTable.add(
        "every answer of the database 400 ms late, heap 256 MB",
        "60,000 spans from 20 senders, %d exports told to come back".formatted(refused),
        lost,
        repeatedTraces("510a0001"),
        "%d ms".formatted(OwnPostgres.millisSince(fast)));
  }

  private static List<List<String>> comeBack(List<List<String>> batches, ExecutorService senders) {
    List<CompletableFuture<HttpResponse<String>>> answers =
        batches.stream()
            .map(it -> CompletableFuture.supplyAsync(() -> export(it), senders))
            .toList();
    List<List<String>> back = new ArrayList<>();
    for (int i = 0; i < answers.size(); i++) {
      HttpResponse<String> answer = answers.get(i).join();
      if (answer.statusCode() != 200) {
        assertThat(answer.statusCode()).as(answer.body()).isIn(429, 503);
        assertThat(answer.headers().firstValue("Retry-After")).isPresent();
        back.add(batches.get(i));
      }
    }
    return back;
  }

  private static HttpResponse<String> export(List<String> traces) {
    return service.otlpJson(Generated.otlp(traces));
  }

  private static List<List<String>> batches(List<String> all, int size) {
    List<List<String>> batches = new ArrayList<>();
    for (int from = 0; from < all.size(); from += size) {
      batches.add(all.subList(from, Math.min(all.size(), from + size)));
    }
    return batches;
  }

  @Test
  void statementsThatTakeTooLongAndAPoolWithoutConnectionsAnswer503AndRecover()
      throws SQLException {
    Service.accepted(service.put("/api/v1/runs/blocked", "{}"));
    int askers = 3 * POOL;
    ExecutorService threads = Executors.newFixedThreadPool(askers);
    List<Integer> statuses;
    try (Connection blocking = jdbc.getDataSource().getConnection()) {
      blocking.setAutoCommit(false);
      blocking.createStatement().execute("LOCK TABLE joined_request IN ACCESS EXCLUSIVE MODE");
      List<CompletableFuture<Integer>> asked = new ArrayList<>();
      for (int i = 0; i < askers; i++) {
        asked.add(CompletableFuture.supplyAsync(() -> status("requests"), threads));
      }
      statuses = asked.stream().map(CompletableFuture::join).toList();
      blocking.rollback();
    }
    Instant free = Instant.now();
    await().atMost(Duration.ofSeconds(20)).until(() -> status("requests") == 200);
    threads.shutdown();

    assertThat(statuses).hasSize(askers).containsOnly(503);
    FaultTable.add(
        "statement timeout and pool of %d used up (table locked)".formatted(POOL),
        askers + " readers at once, all answered 503",
        0,
        0,
        "%d ms".formatted(OwnPostgres.millisSince(free)));
  }

  private static int status(String question) {
    return service.get("/api/v1/runs/blocked/" + question, "application/json").statusCode();
  }

  @Test
  void aFullDiskIsNoReasonToLoseASpanAndGoesOnWhenThereIsRoom() throws Exception {
    Path small = directory.resolve("small");
    Files.createDirectories(small);
    assumeTrue(run("mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", small), "may not mount");
    try {
      fillUp(small);
    } finally {
      run("umount", "-l", small);
    }
  }

  private static void fillUp(Path small) {
    List<String> traces = Generated.traceIds(0xf0110001, 40_000);
    Service.accepted(export(traces.subList(0, 1)));
    String today = "span_" + LocalDate.now(ZoneOffset.UTC).format(DateTimeFormatter.BASIC_ISO_DATE);
    jdbc.execute("CREATE TABLESPACE small LOCATION '" + small + "'");
    jdbc.execute("CREATE TABLE kept AS SELECT * FROM " + today);
    jdbc.execute("TRUNCATE " + today);
    jdbc.execute("ALTER TABLE " + today + " SET TABLESPACE small");
    int acknowledged = 0;
    HttpResponse<String> answer = null;
    List<List<String>> batches = batches(traces, 500);
    for (List<String> batch : batches) {
      answer = export(batch);
      if (answer.statusCode() != 200) {
        break;
      }
      acknowledged++;
    }
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(503);
    assertThat(answer.headers().firstValue("Retry-After")).isPresent();

    jdbc.execute("ALTER TABLE " + today + " SET TABLESPACE pg_default");
    jdbc.execute("DROP TABLESPACE small");
    Instant room = Instant.now();
    List<List<String>> left = batches.subList(acknowledged, batches.size());
    await().atMost(Duration.ofSeconds(30)).until(() -> export(left.get(0)).statusCode() == 200);
    long recovery = OwnPostgres.millisSince(room);
    left.forEach(it -> Service.accepted(export(it)));

    long lost = 3L * traces.size() - spans("f0110001");
    assertThat(lost).isZero();
    jdbc.execute("INSERT INTO span SELECT * FROM kept");
    FaultTable.add(
        "disk full (tablespace of 4 MB)",
        "120,000 spans, %d exports acknowledged before".formatted(acknowledged),
        lost,
        repeatedTraces("f0110001"),
        "%d ms after there was room".formatted(recovery));
  }

  private static boolean run(Object... command) throws Exception {
    Process process =
        new ProcessBuilder(Stream.of(command).map(Object::toString).toList())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    return process.waitFor() == 0;
  }

  private static long assertAllJoinedOnce(String run, int requests) {
    await()
        .atMost(Duration.ofSeconds(60))
        .pollInterval(Duration.ofSeconds(1))
        .untilAsserted(() -> assertThat(matched(run)).isEqualTo(requests));
    service.finish(run);
    var report = service.json("/api/v1/runs/" + run + "/report");
    assertThat(report.path("population").path("client_records").asInt()).isEqualTo(requests);
    assertThat(report.path("join").path("matched").asInt()).isEqualTo(requests);
    assertThat(report.path("join").path("collisions").asInt()).isZero();
    var generation =
        report
            .path("phases")
            .valueStream()
            .filter(it -> it.path("measure").asString().equals("generation"))
            .findFirst()
            .orElseThrow();
    assertThat(generation.path("n").asInt()).isEqualTo(requests);
    assertThat(generation.path("max_ms").asInt()).isEqualTo(60);
    return matched(run);
  }

  /** Different spans that are stored of traces with a prefix. */
  private static long spans(String prefix) {
    return jdbc.queryForObject(
        "SELECT count(DISTINCT (trace_id, span_id)) FROM span WHERE starts_with(CAST(trace_id AS text), ?)",
        Long.class,
        prefix);
  }

  /** Rows beyond one a trace. */
  private static long repeatedTraces(String prefix) {
    return jdbc.queryForObject(
        """
        SELECT count(*) - count(DISTINCT trace_id)
          FROM joined_request
         WHERE starts_with(CAST(trace_id AS text), ?)
        """,
        Long.class,
        prefix);
  }

  private static long repeated(String run) {
    return jdbc.queryForObject(
        """
        SELECT count(*) - count(DISTINCT trace_id)
          FROM joined_request
         WHERE run_id = (SELECT id FROM run WHERE run_id = ?)
        """,
        Long.class,
        run);
  }

  private static long matched(String run) {
    return service
        .json("/api/v1/runs/" + run + "/requests?state=matched&limit=1")
        .path("total")
        .asLong();
  }
}
