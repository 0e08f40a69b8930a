package io.tracejoin.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import io.tracejoin.ingest.otlp.OtlpHttpPort;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.JdbcTemplate;

/** Who asks and leaves, over a real socket: the database does not go on working for nobody. */
@ServiceTest
class LeaversIT {

  private static final String RUN = "leavers";

  private final int port;
  private final Service service;
  private final JdbcTemplate jdbc;
  private final MeterRegistry meters;

  LeaversIT(
      @LocalServerPort int rest,
      @Autowired OtlpHttpPort otlp,
      @Autowired JdbcTemplate jdbc,
      @Autowired MeterRegistry meters) {
    this.port = rest;
    this.service = new Service(rest, otlp.port());
    this.jdbc = jdbc;
    this.meters = meters;
  }

  @BeforeEach
  void aRunWithData() {
    List<String> traces = Generated.traceIds(0x1ea7e001, 20);
    assertThat(service.put("/api/v1/runs/" + RUN, "{}").statusCode()).isLessThan(300);
    Service.accepted(service.records(RUN, "native", Generated.records(traces)));
    // A joiner would stand before the lock as well.
    await()
        .atMost(Duration.ofSeconds(20))
        .until(
            () ->
                Long.valueOf(0)
                    .equals(jdbc.queryForObject("SELECT count(*) FROM join_work", Long.class)));
  }

  /** Each of these reads what is locked, so that its statement runs until it is cancelled. */
  @ParameterizedTest
  @CsvSource({
    "joined_request, /api/v1/runs/leavers/report",
    "joined_request, /api/v1/runs/leavers/requests",
    "joined_request, /api/v1/runs/leavers/compare/leavers",
    "joined_request, /api/v1/runs/leavers/timeline",
    "report_revision, /api/v1/phase-budgets?run=leavers",
    "client_record, /api/v1/traces/1ea7e001000000000000000000000001"
  })
  void theStatementOfOneWhoHasLeftIsCancelled(String table, String path) throws Exception {
    double before = abandoned();
    try (Connection blocking = Objects.requireNonNull(jdbc.getDataSource()).getConnection()) {
      blocking.setAutoCommit(false);
      blocking.createStatement().execute("LOCK TABLE " + table + " IN ACCESS EXCLUSIVE MODE");
      try (Socket asker = ask(path)) {
        await().atMost(Duration.ofSeconds(20)).until(() -> waiting() > 0);
        Thread.sleep(1_000);
        assertThat(waiting()).as("while someone waits").isPositive();
      }

      await().atMost(Duration.ofSeconds(5)).untilAsserted(() -> assertThat(waiting()).isZero());
      blocking.rollback();
    }
    assertThat(abandoned() - before).isEqualTo(1);
    assertThat(service.get(path, "application/json").statusCode()).isLessThan(500);
  }

  @Test
  void aVerdictThatIsWaitedForIsNotJudgedForNobody() throws Exception {
    double before = abandoned();
    try (Socket asker = ask("/api/v1/runs/" + RUN + "/verdict?wait_s=60")) {
      Thread.sleep(1_500);
      assertThat(abandoned()).isEqualTo(before);
    }

    await().atMost(Duration.ofSeconds(5)).until(() -> abandoned() > before);
    assertThat(service.get("/api/v1/runs/" + RUN, "application/json").statusCode()).isEqualTo(200);
  }

  /** Two questions on one connection at once: the second is read by no one but the server. */
  @Test
  void whoAsksAgainOnTheSameConnectionHasNotLeft() throws Exception {
    double before = abandoned();
    try (Connection blocking = Objects.requireNonNull(jdbc.getDataSource()).getConnection();
        Socket asker = new Socket("localhost", port)) {
      blocking.setAutoCommit(false);
      blocking.createStatement().execute("LOCK TABLE joined_request IN ACCESS EXCLUSIVE MODE");
      asker.setSoTimeout(30_000);
      send(asker, "/api/v1/runs/" + RUN + "/requests");
      await().atMost(Duration.ofSeconds(20)).until(() -> waiting() > 0);
      send(asker, "/api/v1/runs");
      Thread.sleep(1_500);
      assertThat(waiting()).isPositive();
      blocking.rollback();

      String answers = read(asker, 2);
      assertThat(answers.split("HTTP/1.1 200", -1)).hasSize(3);
    }
    assertThat(abandoned()).isEqualTo(before);
  }

  private Socket ask(String path) throws IOException {
    Socket asker = new Socket("localhost", port);
    send(asker, path);
    return asker;
  }

  private static void send(Socket asker, String path) throws IOException {
    asker
        .getOutputStream()
        .write(
            ("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nAccept: application/json\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII));
    asker.getOutputStream().flush();
  }

  private static String read(Socket asker, int answers) throws IOException {
    StringBuilder read = new StringBuilder();
    byte[] buffer = new byte[8192];
    while (read.toString().split("HTTP/1.1 ", -1).length <= answers) {
      int n = asker.getInputStream().read(buffer);
      if (n < 0) {
        break;
      }
      read.append(new String(buffer, 0, n, StandardCharsets.UTF_8));
    }
    return read.toString();
  }

  /** Statements of the service that stand before a lock. */
  private long waiting() {
    Long count =
        jdbc.queryForObject(
            """
            SELECT count(*) FROM pg_stat_activity
             WHERE datname = current_database() AND state = 'active' AND wait_event_type = 'Lock'
            """,
            Long.class);
    return count == null ? 0 : count;
  }

  private double abandoned() {
    return meters.counter("tracejoin.requests.abandoned").count();
  }
}
