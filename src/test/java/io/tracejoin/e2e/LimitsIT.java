package io.tracejoin.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tracejoin.ingest.otlp.OtlpHttpPort;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** What the service does not let itself be asked for. */
@ServiceTest
class LimitsIT {

  private static final String TOKEN = "token-of-the-limits-test-number-%02d";
  private static final String WRONG = "a-token-that-nobody-ever-has-made-";

  private final HttpClient http = HttpClient.newHttpClient();
  private final String rest;
  private final int restPort;
  private final int otlpPort;
  private final JdbcTemplate jdbc;

  LimitsIT(@LocalServerPort int rest, @Autowired OtlpHttpPort otlp, @Autowired JdbcTemplate jdbc) {
    this.rest = "http://localhost:" + rest;
    this.restPort = rest;
    this.otlpPort = otlp.port();
    this.jdbc = jdbc;
  }

  @DynamicPropertySource
  static void low(DynamicPropertyRegistry properties) throws IOException {
    Path file = Files.createTempFile("tracejoin", "tokens");
    file.toFile().deleteOnExit();
    StringBuilder tokens = new StringBuilder();
    for (int i = 0; i < 10; i++) {
      tokens.append("t").append(i).append(" admin ").append(TOKEN.formatted(i)).append('\n');
    }
    Files.writeString(file, tokens);
    properties.add("tracejoin.security.tokens-file", file::toString);
    properties.add("tracejoin.security.requests-per-second", () -> 1);
    properties.add("tracejoin.security.guesses", () -> 3);
    properties.add("tracejoin.security.lock-out", () -> "3s");
    properties.add("tracejoin.runs.max", () -> 2);
    properties.add("tracejoin.bodies.uploads", () -> 1);
    properties.add("tracejoin.bodies.patience", () -> "3s");
    properties.add("spring.jdbc.template.query-timeout", () -> "1s");
  }

  @Test
  void aTokenThatAsksTooOftenIsToldToComeBack() {
    HttpResponse<String> answer = get(TOKEN.formatted(0));
    for (int i = 0; i < 200 && answer.statusCode() == 200; i++) {
      answer = get(TOKEN.formatted(0));
    }

    assertThat(answer.statusCode()).isEqualTo(429);
    assertThat(answer.headers().firstValue("Retry-After")).isPresent();
    assertThat(answer.body()).contains("too-many-requests");
    assertThat(get(TOKEN.formatted(1)).statusCode()).isEqualTo(200);
  }

  @Test
  void whoGuessesIsLockedOutAndWhoIsKnownIsNot() {
    assertThat(get(TOKEN.formatted(2)).statusCode()).isEqualTo(200);

    HttpResponse<String> answer = get(WRONG + 0);
    for (int i = 1; i < 1_000 && answer.statusCode() == 401; i++) {
      answer = get(WRONG + i);
    }

    assertThat(answer.statusCode()).isEqualTo(429);
    assertThat(answer.headers().firstValue("Retry-After")).isPresent();
    assertThat(get(TOKEN.formatted(2)).statusCode()).isIn(200, 429).isNotEqualTo(401);
    await().atMost(Duration.ofSeconds(30)).until(() -> get(WRONG).statusCode() == 401);
  }

  @Test
  void aRunTooManyIsRefusedAndSaysWhatToDo() {
    String token = TOKEN.formatted(3);
    HttpResponse<String> answer = patiently(1, token);
    for (int i = 2; i < 5 && answer.statusCode() != 409; i++) {
      answer = patiently(i, token);
    }

    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(409);
    assertThat(answer.body()).contains("too-many-runs", "tracejoin.runs.max");
  }

  @Test
  void aFurtherUploadIsToldToComeBackAndThenTaken() throws Exception {
    jdbc.update("DELETE FROM run");
    try (Socket live = new Socket("localhost", restPort)) {
      live.setSoTimeout(30_000);
      write(
          live,
          "POST /api/v1/runs/limit-1/client-records HTTP/1.1\r\nHost: localhost\r\n"
              + "Authorization: Bearer "
              + TOKEN.formatted(4)
              + "\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n\n\r\n");
      await()
          .atMost(Duration.ofSeconds(30))
          .pollInterval(Duration.ofSeconds(2))
          .untilAsserted(() -> assertTurnedAway(upload(TOKEN.formatted(5))));
      write(live, "0\r\n\r\n");
      assertThat(new String(live.getInputStream().readNBytes(12), StandardCharsets.US_ASCII))
          .isEqualTo("HTTP/1.1 200");
    }
    await()
        .atMost(Duration.ofSeconds(30))
        .pollInterval(Duration.ofSeconds(2))
        .until(() -> upload(TOKEN.formatted(6)).statusCode() == 200);
  }

  private static void assertTurnedAway(HttpResponse<String> answer) {
    assertThat(answer.body()).contains("too-many-uploads");
    assertThat(answer.statusCode()).isEqualTo(429);
    assertThat(answer.headers().firstValue("Retry-After")).isPresent();
  }

  private static void write(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    socket.getOutputStream().flush();
  }

  @Test
  void aBodyThatDripsIsNotWaitedFor() throws Exception {
    assertThat(drip(otlpPort, "/v1/traces", TOKEN.formatted(7))).startsWith("HTTP/1.1 400");
    assertThat(drip(restPort, "/api/v1/mappings/try", TOKEN.formatted(8)))
        .startsWith("HTTP/1.1 408");
  }

  @Test
  void aQuestionThatTakesTooLongIsCancelledAtTheDatabase() {
    assertThatThrownBy(() -> jdbc.queryForObject("SELECT count(pg_sleep(60))", Long.class))
        .isInstanceOf(QueryTimeoutException.class);
    assertThat(
            jdbc.queryForObject(
                "SELECT count(*) FROM pg_stat_activity"
                    + " WHERE state = 'active' AND query LIKE 'SELECT count(pg_sleep%'",
                Long.class))
        .isZero();
  }

  /** Sends a byte at a time for ever; the first line of the answer. */
  private static String drip(int port, String path, String token) throws Exception {
    try (Socket socket = new Socket("localhost", port)) {
      socket.setSoTimeout(60_000);
      OutputStream out = socket.getOutputStream();
      out.write(
          ("POST "
                  + path
                  + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
                  + token
                  + "\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n")
              .getBytes(StandardCharsets.US_ASCII));
      for (int i = 0; i < 300 && socket.getInputStream().available() == 0; i++) {
        out.write(' ');
        out.flush();
        Thread.sleep(100);
      }
      byte[] start = socket.getInputStream().readNBytes(12);
      socket.setSoTimeout(15_000);
      // The end: the service does not wait for the rest of the body.
      socket.getInputStream().readAllBytes();
      return new String(start, StandardCharsets.US_ASCII);
    }
  }

  private HttpResponse<String> upload(String token) {
    return send(
        HttpRequest.newBuilder(URI.create(rest + "/api/v1/runs/limit-1/client-records"))
            .header("Authorization", "Bearer " + token)
            .POST(BodyPublishers.ofString("")));
  }

  private HttpResponse<String> patiently(int number, String token) {
    return await()
        .atMost(Duration.ofSeconds(30))
        .pollInterval(Duration.ofMillis(500))
        .until(() -> put("limit-" + number, token), it -> it.statusCode() != 429);
  }

  private HttpResponse<String> put(String run, String token) {
    return send(
        HttpRequest.newBuilder(URI.create(rest + "/api/v1/runs/" + run))
            .header("Authorization", "Bearer " + token)
            .header("Content-Type", "application/json")
            .PUT(BodyPublishers.ofString("{}")));
  }

  private HttpResponse<String> get(String token) {
    return send(
        HttpRequest.newBuilder(URI.create(rest + "/api/v1/ingest"))
            .header("Authorization", "Bearer " + token));
  }

  private HttpResponse<String> send(HttpRequest.Builder request) {
    try {
      return http.send(request.timeout(Duration.ofSeconds(60)).build(), BodyHandlers.ofString());
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(stopped);
    }
  }
}
