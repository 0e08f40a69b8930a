package io.tracejoin.ingest.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tracejoin.decompose.ClientRecord;
import io.tracejoin.ingest.RequestKeys;
import io.tracejoin.ingest.client.RecordStore.Stored;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.http.converter.autoconfigure.HttpMessageConvertersAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.tomcat.autoconfigure.servlet.TomcatServletWebServerAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/** Uploads through a real servlet container: forms, live bodies, broken connections. */
class ClientRecordsHttpIT {

  private static final String RECORD =
      "{\"trace_id\":\"0000000000000007000000000000012f\",\"status\":200,\"total_ms\":1842}\n";

  private static final BlockingQueue<List<ClientRecord>> COMMITTED = new LinkedBlockingQueue<>();
  private static final BlockingQueue<List<LoadSecond>> LOAD = new LinkedBlockingQueue<>();
  private static final BlockingQueue<String> ENDED = new LinkedBlockingQueue<>();
  private static @Nullable ConfigurableApplicationContext service;
  private static int port;

  @BeforeAll
  static void start() {
    service =
        SpringApplication.run(
            Wiring.class,
            "--server.port=0",
            // A stand-in for Tomcat's 20 s, so that a pause can exceed it in a test.
            "--server.tomcat.connection-timeout=300ms",
            "--tracejoin.ingest.client.longest-pause=1m",
            "--tracejoin.ingest.client.chunk-interval=50ms");
    port =
        Integer.parseInt(String.valueOf(service.getEnvironment().getProperty("local.server.port")));
  }

  @AfterAll
  static void stop() {
    if (service != null) {
      service.close();
    }
  }

  @Test
  void readsABodyThatIsDeclaredToBeAForm() throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://localhost:" + port + path() + "?format=native"))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(BodyPublishers.ofString(RECORD.repeat(50_000)))
            .build();
    HttpResponse<String> answer = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body()).contains("\"accepted\":50000", "\"rejections_truncated\":false");
    COMMITTED.clear();
  }

  @Test
  void commitsALiveUploadWhileItWaitsForMoreAndKeepsItWhenTheConnectionBreaks() throws Exception {
    try (Socket socket = new Socket("localhost", port)) {
      OutputStream out = socket.getOutputStream();
      write(out, "POST " + path() + " HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n");
      chunk(out, RECORD);
      assertThat(COMMITTED.poll(10, TimeUnit.SECONDS)).hasSize(1);
      chunk(out, RECORD + RECORD + RECORD.substring(0, 20));
      assertThat(COMMITTED.poll(10, TimeUnit.SECONDS)).hasSize(2);
      chunk(out, RECORD.substring(20));
      socket.setSoLinger(true, 1);
    }
    assertThat(COMMITTED.poll(10, TimeUnit.SECONDS)).hasSize(1);
  }

  @Test
  void aLiveK6RunMayPauseAndFinishesTheRunWhenItsPipeEnds() throws Exception {
    List<String> points = Collected.file("k6-samples/sample-k6-points.ndjson").lines().toList();
    try (Socket socket = new Socket("localhost", port)) {
      OutputStream out = socket.getOutputStream();
      write(
          out,
          "PUT "
              + path()
              + "?format=k6-json&finish=true HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
              + "Transfer-Encoding: chunked\r\n\r\n");
      chunk(out, "     execution: local\n" + String.join("\n", points.subList(0, 40)) + "\n");
      assertThat(COMMITTED.poll(10, TimeUnit.SECONDS)).isNotEmpty();
      assertThat(LOAD.poll(10, TimeUnit.SECONDS)).isNotEmpty();
      assertThat(ENDED).isEmpty();
      Thread.sleep(1_000);
      chunk(out, String.join("\n", points.subList(40, points.size())) + "\n");
      assertThat(COMMITTED.poll(10, TimeUnit.SECONDS)).isNotEmpty();
      write(out, "0\r\n\r\n");
      String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      assertThat(answer).contains("\"accepted\":4", "\"console_lines\":1");
    }
    assertThat(ENDED.poll(10, TimeUnit.SECONDS)).isEqualTo("r1");
    COMMITTED.clear();
    LOAD.clear();
  }

  private static String path() {
    return "/api/v1/runs/r1/client-records";
  }

  private static void chunk(OutputStream out, String text) throws IOException {
    write(out, Integer.toHexString(text.length()) + "\r\n" + text + "\r\n");
  }

  private static void write(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.US_ASCII));
    out.flush();
  }

  /** The receiver and its container, without the rest of the service. */
  @ImportAutoConfiguration({
    TomcatServletWebServerAutoConfiguration.class,
    DispatcherServletAutoConfiguration.class,
    WebMvcAutoConfiguration.class,
    JacksonAutoConfiguration.class,
    HttpMessageConvertersAutoConfiguration.class
  })
  @EnableConfigurationProperties(ClientIngestProperties.class)
  @Import({
    AlarmThreads.class,
    CommitThreads.class,
    ClientRecordsController.class,
    QueryOnlyParametersFilter.class,
    NativeFormat.class,
    K6JsonFormat.class,
    LivePauses.class,
    UploadMeters.class
  })
  static class Wiring {

    @Bean
    MeterRegistry meters() {
      return new SimpleMeterRegistry();
    }

    @Bean
    LoadStore loadStore() {
      return (run, generator, seconds) -> LOAD.add(seconds);
    }

    @Bean
    RunEnd runEnd() {
      return run -> ENDED.add(run.value());
    }

    @Bean
    RequestKeys requestKeys() {
      return Collected.KEYS;
    }

    @Bean
    ToolFigureStore toolFigures() {
      return (run, generator, figures) -> {};
    }

    @Bean
    RunNumbers runNumbers() {
      return runId -> 1;
    }

    @Bean
    RecordStore recordStore() {
      return (run, chunk) -> {
        COMMITTED.add(chunk);
        return new Stored(chunk.size(), 0, 0, 0);
      };
    }
  }
}
