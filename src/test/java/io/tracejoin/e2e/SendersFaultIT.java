package io.tracejoin.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tracejoin.TestDatabase;
import io.tracejoin.e2e.ServiceProcess.Ports;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** The packaged service and senders that are broken or mean harm. */
class SendersFaultIT {

  private static final int STALLED = 600;
  private static final int BESIDE = 0x0be40001;
  private static final int BEFORE = 0x0be50001;
  private static final int MILLION = 1_000_000;
  private static final Ports PORTS = Ports.free();
  private static final TestDatabase DATABASE = TestDatabase.empty();

  @TempDir(cleanup = CleanupMode.ALWAYS)
  private static Path directory;

  private static ServiceProcess process;

  @BeforeAll
  static void start() {
    process =
        ServiceProcess.start(
            PORTS,
            directory,
            "--spring.datasource.url=" + DATABASE.url(),
            "--spring.datasource.username=" + DATABASE.user(),
            "--spring.datasource.password=" + DATABASE.password(),
            "--tracejoin.bodies.patience=3s");
  }

  @AfterAll
  static void stop() {
    process.close();
    DATABASE.close();
  }

  @Test
  void exportersThatNeverCloseKeepNobodyElseWaitingAndAreCutOff() throws IOException {
    List<Socket> stalled = new ArrayList<>();
    try {
      for (int i = 0; i < STALLED; i++) {
        stalled.add(unfinished());
      }
      Instant asked = Instant.now();
      List<String> traces = Generated.traceIds(BESIDE, 100);
      Service.accepted(
          CompletableFuture.supplyAsync(() -> process.service().otlpJson(Generated.otlp(traces)))
              .orTimeout(30, TimeUnit.SECONDS)
              .join());
      long answered = OwnPostgres.millisSince(asked);

      for (Socket socket : stalled) {
        socket.setSoTimeout(30_000);
        while (socket.getInputStream().read() >= 0) {
          // until the service closes it
        }
      }
      Counted beside = new Counted(DATABASE.jdbc(), BESIDE);
      await().atMost(Duration.ofSeconds(30)).until(() -> joined(traces.size()));
      FaultTable.add(
          STALLED + " exporters that never end their body",
          "100 requests beside them",
          (long) Counted.SPANS_OF_A_TRACE * traces.size() - beside.spans(),
          beside.repeated(),
          "answered in %d ms, all cut off".formatted(answered));
    } finally {
      for (Socket socket : stalled) {
        socket.close();
      }
    }
  }

  private static boolean joined(int traces) {
    Long rows =
        DATABASE
            .jdbc()
            .queryForObject(
                "SELECT count(*) FROM joined_request WHERE starts_with(CAST(trace_id AS text), '0be40001')",
                Long.class);
    return rows != null && rows >= traces;
  }

  private static Socket unfinished() throws IOException {
    Socket socket = new Socket("localhost", PORTS.otlpHttp());
    socket
        .getOutputStream()
        .write(
            "POST /v1/traces HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"
                .getBytes(StandardCharsets.US_ASCII));
    socket.getOutputStream().flush();
    return socket;
  }

  @Test
  void hostileJsonIsTheSendersFaultAtEveryDoor() {
    Service service = process.service();
    Map<String, Function<String, HttpResponse<String>>> doors =
        Map.of(
            "otlp", service::otlpJson,
            "records", body -> service.records("hostile", "native", body),
            "k6", body -> service.records("hostile", "k6-json", body),
            "run", body -> service.put("/api/v1/runs/hostile", body),
            "budget", body -> service.put("/api/v1/budgets/hostile", body),
            "summary",
                body -> service.post("/api/v1/runs/hostile/k6-summary", "application/json", body));
    List<String> traces = Generated.traceIds(BEFORE, 50);
    Service.accepted(service.otlpJson(Generated.otlp(traces)));
    int bodies = 0;
    for (String body : hostile()) {
      for (Map.Entry<String, Function<String, HttpResponse<String>>> door : doors.entrySet()) {
        HttpResponse<String> answer = door.getValue().apply(body);
        assertThat(answer.statusCode())
            .as("%s: %.60s: %.300s", door.getKey(), body, answer.body())
            .isLessThan(500);
        bodies++;
      }
    }

    assertThat(service.get("/actuator/health", "application/json").statusCode()).isEqualTo(200);
    Counted before = new Counted(DATABASE.jdbc(), BEFORE);
    FaultTable.add(
        "hostile JSON: depth, size, repeated keys, numbers, broken text",
        bodies + " bodies at 6 doors after 50 traces, heap 256 MB",
        (long) Counted.SPANS_OF_A_TRACE * traces.size() - before.spans(),
        before.repeated(),
        "none answered 5xx");
  }

  private static List<String> hostile() {
    return List.of(
        "[".repeat(MILLION),
        "{\"a\":".repeat(MILLION / 4),
        "{\"resourceSpans\":" + "[".repeat(100_000),
        "{\"name\":\"" + "x".repeat(8 * MILLION) + "\"}",
        "{\"" + "k".repeat(2 * MILLION) + "\":1}",
        "{\"name\":\"a\",\"name\":\"b\"}",
        "{\"trace_id\":null,\"outcome\":\"success\",\"outcome\":\"error\",\"total_ms\":1}",
        "{\"total_ms\":1e999999999,\"outcome\":\"success\",\"trace_id\":null}",
        "{\"total_ms\":" + "9".repeat(100_000) + ",\"outcome\":\"success\",\"trace_id\":null}",
        "{\"window\":{\"warmup_s\":1e400}}",
        "{\"conditions\":" + "{\"a\":".repeat(2_000) + "1" + "}".repeat(2_000) + "}",
        "{\"name\":\"\\u0000\\ud800\"}",
        "{\"labels\":[[[]]]}",
        "\u0000\u0001\u0002",
        "NaN",
        "");
  }
}
