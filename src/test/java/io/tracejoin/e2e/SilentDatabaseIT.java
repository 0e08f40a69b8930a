package io.tracejoin.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tracejoin.e2e.ServiceProcess.Ports;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.JdbcTemplate;

/** The packaged service while its database's host is silent: no answer, no reset, no end. */
class SilentDatabaseIT {

  private static final int EXPORTS = 40;
  private static final Duration SILENCE = Duration.ofSeconds(25);

  @TempDir(cleanup = CleanupMode.NEVER)
  private Path directory;

  @Test
  void nobodyWaitsForASilentHostForEverAndNothingAcknowledgedIsLost() throws Exception {
    try (OwnPostgres postgres = OwnPostgres.start(directory.resolve("own-postgres"));
        SlowLink link = new SlowLink(postgres.port());
        ServiceProcess process =
            ServiceProcess.start(
                Ports.free(),
                directory,
                "--spring.datasource.url=" + OwnPostgres.url(link.port()) + "?socketTimeout=4",
                "--spring.datasource.username=postgres",
                "--spring.jdbc.template.query-timeout=2s")) {
      Service service = process.service();
      Service.accepted(service.put("/api/v1/runs/silent", "{}"));
      List<List<String>> exports = exports();
      Service.accepted(service.otlpJson(Generated.otlp(exports.get(0))));

      link.silent(true);
      Instant silent = Instant.now();
      List<List<String>> left = refused(service, exports.subList(1, exports.size()));
      assertThat(left).as("told to come back").isNotEmpty();
      Instant asked = Instant.now();
      assertThat(service.get("/api/v1/runs/silent/report", "application/json").statusCode())
          .isEqualTo(503);
      long answered = OwnPostgres.millisSince(asked);
      assertThat(answered).isLessThan(15_000);
      Thread.sleep(Math.max(0, SILENCE.toMillis() - OwnPostgres.millisSince(silent)));

      link.silent(false);
      Instant back = Instant.now();
      await()
          .atMost(Duration.ofSeconds(30))
          .until(() -> service.get("/api/v1/runs/silent", "application/json").statusCode() == 200);
      long recovery = OwnPostgres.millisSince(back);
      for (int round = 0; round < 20 && !left.isEmpty(); round++) {
        left = refused(service, left);
      }

      assertThat(left).isEmpty();
      long spans = spans(postgres.jdbc());
      assertThat(spans).isEqualTo(3L * 500 * EXPORTS);
      FaultTable.add(
          "the database's host silent for %d s".formatted(SILENCE.toSeconds()),
          "%,d spans, and a reader answered 503 after %d ms".formatted(spans, answered),
          3L * 500 * EXPORTS - spans,
          repeated(postgres.jdbc()),
          "%d ms".formatted(recovery));
    }
  }

  private static List<List<String>> exports() {
    return IntStream.range(0, EXPORTS)
        .mapToObj(it -> Generated.traceIds(0x51e7_0000 + it, 500))
        .toList();
  }

  /** Sends all at once; what was not taken, each within the time that exporters wait. */
  private static List<List<String>> refused(Service service, List<List<String>> exports)
      throws InterruptedException {
    ExecutorService senders = Executors.newFixedThreadPool(exports.size());
    List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
    for (List<String> traces : exports) {
      answers.add(
          CompletableFuture.supplyAsync(() -> service.otlpJson(Generated.otlp(traces)), senders)
              .orTimeout(20, TimeUnit.SECONDS));
    }
    List<List<String>> back = new ArrayList<>();
    for (int i = 0; i < answers.size(); i++) {
      int status = answers.get(i).join().statusCode();
      assertThat(status).isIn(200, 429, 503);
      if (status != 200) {
        back.add(exports.get(i));
      }
    }
    senders.shutdown();
    return back;
  }

  private static long spans(JdbcTemplate jdbc) {
    return count(
        jdbc,
        "SELECT count(DISTINCT (trace_id, span_id)) FROM span WHERE CAST(trace_id AS text) LIKE '51e7%'");
  }

  /** Rows of the join that stand twice for one trace. */
  private static long repeated(JdbcTemplate jdbc) {
    return count(
        jdbc,
        "SELECT count(*) - count(DISTINCT trace_id) FROM joined_request"
            + " WHERE CAST(trace_id AS text) LIKE '51e7%'");
  }

  private static long count(JdbcTemplate jdbc, String sql) {
    Long count = jdbc.queryForObject(sql, Long.class);
    return count == null ? 0 : count;
  }
}
