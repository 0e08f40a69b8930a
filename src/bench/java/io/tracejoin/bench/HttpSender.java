package io.tracejoin.bench;

import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.zip.GZIPOutputStream;

/** OTLP over HTTP, protobuf and gzip. */
final class HttpSender implements Sender {

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final URI traces;

  HttpSender(ServiceProcess service) {
    traces = service.otlpTraces();
  }

  @Override
  public Object encoded(ExportTraceServiceRequest request) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
      request.writeTo(gzip);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return bytes.toByteArray();
  }

  /** An answer of no bytes is a success of all. */
  @Override
  public CompletableFuture<Void> send(Object encoded) {
    HttpRequest request =
        HttpRequest.newBuilder(traces)
            .header("Content-Type", "application/x-protobuf")
            .header("Content-Encoding", "gzip")
            .POST(HttpRequest.BodyPublishers.ofByteArray((byte[]) encoded))
            .build();
    return http.sendAsync(request, HttpResponse.BodyHandlers.ofByteArray())
        .thenAccept(
            answer -> {
              if (answer.statusCode() != 200 || answer.body().length > 0) {
                throw new IllegalStateException("answered " + answer.statusCode());
              }
            });
  }

  @Override
  public void close() {
    // Its threads end with the process.
  }
}
