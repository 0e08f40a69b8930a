package io.tracejoin.bench;

import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.zip.GZIPOutputStream;

/**
 * OTLP over HTTP, protobuf and gzip: a thread and a connection for each request in flight, which
 * costs the machine that the service shares with it less than the client of the JDK's own.
 */
final class HttpSender implements Sender {

  private final ExecutorService threads = Executors.newFixedThreadPool(Ingest.IN_FLIGHT);
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

  @Override
  public CompletableFuture<Void> send(Object encoded) {
    return CompletableFuture.runAsync(() -> post((byte[]) encoded), threads);
  }

  /** An answer of no bytes is a success of all. */
  private void post(byte[] packed) {
    try {
      HttpURLConnection connection = (HttpURLConnection) traces.toURL().openConnection();
      connection.setDoOutput(true);
      connection.setFixedLengthStreamingMode(packed.length);
      connection.setRequestProperty("Content-Type", "application/x-protobuf");
      connection.setRequestProperty("Content-Encoding", "gzip");
      try (OutputStream body = connection.getOutputStream()) {
        body.write(packed);
      }
      try (InputStream answer = connection.getInputStream()) {
        if (connection.getResponseCode() != 200 || answer.readAllBytes().length > 0) {
          throw new IllegalStateException("answered " + connection.getResponseCode());
        }
      }
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
