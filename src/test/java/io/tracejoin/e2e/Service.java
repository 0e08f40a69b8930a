package io.tracejoin.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A client of a running service, as a user would write it with curl. */
final class Service {

  static final JsonMapper JSON = JsonMapper.builder().build();

  private final HttpClient http = HttpClient.newHttpClient();
  private final String rest;
  private final String otlp;

  Service(int restPort, int otlpPort) {
    this.rest = "http://localhost:" + restPort;
    this.otlp = "http://localhost:" + otlpPort + "/v1/traces";
  }

  HttpResponse<String> otlpJson(String body) {
    return send(
        HttpRequest.newBuilder(URI.create(otlp))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body)));
  }

  HttpResponse<String> otlp(String contentType, byte[] body) {
    return send(
        HttpRequest.newBuilder(URI.create(otlp))
            .header("Content-Type", contentType)
            .POST(BodyPublishers.ofByteArray(body)));
  }

  HttpResponse<String> records(String run, String format, String body) {
    return post(
        "/api/v1/runs/" + run + "/client-records?format=" + format, "application/x-ndjson", body);
  }

  HttpResponse<String> post(String path, String contentType, String body) {
    return send(
        request(path).header("Content-Type", contentType).POST(BodyPublishers.ofString(body)));
  }

  HttpResponse<String> put(String path, String body) {
    return send(
        request(path)
            .header("Content-Type", "application/json")
            .PUT(BodyPublishers.ofString(body)));
  }

  HttpResponse<String> putYaml(String path, String body) {
    return send(
        request(path)
            .header("Content-Type", "application/yaml")
            .PUT(BodyPublishers.ofString(body)));
  }

  HttpResponse<String> delete(String path) {
    return send(request(path).DELETE());
  }

  HttpResponse<String> get(String path, String accept) {
    return send(request(path).header("Accept", accept).GET());
  }

  HttpResponse<String> getIfNoneMatch(String path, String eTag) {
    return send(request(path).header("If-None-Match", eTag).GET());
  }

  /** A header of the answer to a browser. */
  String head(String path, String header) {
    return get(path, "text/html").headers().firstValue(header).orElse("");
  }

  JsonNode json(String path) {
    HttpResponse<String> response = get(path, "application/json");
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return JSON.readTree(response.body());
  }

  String text(String path) {
    HttpResponse<String> response = get(path, "text/plain");
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return response.body();
  }

  void finish(String run) {
    HttpResponse<String> asked = post("/api/v1/runs/" + run + "/finish", "application/json", "");
    assertThat(asked.statusCode()).as(asked.body()).isEqualTo(202);
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> "finished".equals(json("/api/v1/runs/" + run).path("state").asString()));
  }

  static void accepted(HttpResponse<String> response) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(rest + path)).timeout(Duration.ofSeconds(30));
  }

  private HttpResponse<String> send(HttpRequest.Builder request) {
    try {
      return http.send(request.build(), BodyHandlers.ofString());
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(stopped);
    }
  }
}
