package io.tracejoin.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracejoin.TestDatabase;
import io.tracejoin.e2e.ServiceProcess.Ports;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Connections that say little or nothing, and those who want to read meanwhile. */
class SlowClientsIT {

  private static final int SILENT = 300;
  private static final Duration SOON = Duration.ofSeconds(5);
  private static final Ports PORTS = Ports.free();
  private static final TestDatabase DATABASE = TestDatabase.empty();

  @TempDir private static Path directory;

  private static ServiceProcess process;
  private final List<Socket> sockets = new ArrayList<>();

  @BeforeAll
  static void start() {
    process =
        ServiceProcess.start(
            PORTS,
            directory,
            "--spring.datasource.url=" + DATABASE.url(),
            "--spring.datasource.username=" + DATABASE.user(),
            "--spring.datasource.password=" + DATABASE.password(),
            "--tracejoin.bodies.patience=8s");
    assertThat(process.service().put("/api/v1/runs/read", "{}").statusCode()).isLessThan(300);
  }

  @AfterAll
  static void stop() {
    process.close();
    DATABASE.close();
  }

  @AfterEach
  void hangUp() throws IOException {
    for (Socket socket : sockets) {
      socket.close();
    }
  }

  /** Silent at the start, within the headers, within a body of each kind, and before a refusal. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "POST /api/v1/mappings/try HTTP/1.1\r\nHost: localhost\r\nX-Long: ",
        "POST /api/v1/mappings/try HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{",
        "PUT /api/v1/runs/silent HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n",
        "POST /api/v1/runs/silent/client-records HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{",
        "GET /api/v1/runs HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{",
        "POST /nowhere HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{"
      })
  void silentConnectionsDoNotKeepReadersFromTheirAnswers(String start) throws IOException {
    for (int i = 0; i < SILENT; i++) {
      say(start);
    }

    for (int i = 0; i < 5; i++) {
      assertAnsweredSoon("/actuator/health");
      assertAnsweredSoon("/api/v1/runs/read/report");
    }
  }

  @Test
  void drippingBodiesDoNotEither() throws Exception {
    for (int i = 0; i < SILENT; i++) {
      say(
          "POST /"
              + (i % 2 == 0 ? "api/v1/mappings/try" : "nowhere")
              + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{");
    }
    AtomicBoolean over = new AtomicBoolean();
    Thread dripping = new Thread(() -> drip(over));
    dripping.start();
    try {
      Instant end = Instant.now().plus(Duration.ofSeconds(12));
      while (Instant.now().isBefore(end)) {
        assertAnsweredSoon("/actuator/health");
        assertAnsweredSoon("/api/v1/runs/read/report");
        Thread.sleep(300);
      }
    } finally {
      over.set(true);
      dripping.join();
    }
  }

  @Test
  void aSilentBodyIsCutOffAndThePlaceIsFreeAgain() throws IOException {
    for (int i = 0; i < 64; i++) {
      say(
          "POST /api/v1/mappings/try HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{");
    }
    assertThat(end(sockets.get(0))).isLessThan(Duration.ofSeconds(20));
    for (Socket socket : sockets) {
      end(socket);
    }

    HttpResponse<String> answer =
        process.service().put("/api/v1/runs/after-the-silence", "{\"labels\":{\"a\":\"b\"}}");
    assertThat(answer.statusCode()).as(answer.body()).isLessThan(300);
  }

  private static Duration end(Socket socket) throws IOException {
    Instant start = Instant.now();
    socket.setSoTimeout(30_000);
    try {
      socket.getInputStream().readAllBytes();
    } catch (SocketException reset) {
      // An end as well.
    }
    return Duration.between(start, Instant.now());
  }

  private static void assertAnsweredSoon(String path) {
    Instant asked = Instant.now();
    HttpResponse<String> answer = process.service().get(path, "application/json");
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    assertThat(Duration.between(asked, Instant.now())).as(path).isLessThan(SOON);
  }

  private void say(String start) throws IOException {
    Socket socket = new Socket("localhost", PORTS.rest());
    sockets.add(socket);
    socket.getOutputStream().write(start.getBytes(StandardCharsets.US_ASCII));
    socket.getOutputStream().flush();
  }

  private void drip(AtomicBoolean over) {
    while (!over.get()) {
      for (Socket socket : sockets) {
        try {
          socket.getOutputStream().write(' ');
        } catch (IOException cutOff) {
          // as it should be
        }
      }
      try {
        Thread.sleep(200);
      } catch (InterruptedException e) {
        return;
      }
    }
  }
}
