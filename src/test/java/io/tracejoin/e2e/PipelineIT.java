package io.tracejoin.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.tracejoin.demo.DemoLoad;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.web.server.LocalServerPort;

/** The pipeline of docs/ci.md, as it is printed, with the demo's load for a load. */
@ServiceTest
class PipelineIT {

  private static final Pattern SCRIPT =
      Pattern.compile("```bash\n(#!/usr/bin/env bash\n.*?)```", Pattern.DOTALL);
  private static final Pattern DECLARATION =
      Pattern.compile("```json\n(\\{.*?)```", Pattern.DOTALL);

  private final int rest;
  private final int grpc;

  @TempDir private Path directory;

  PipelineIT(@LocalServerPort int rest, @Value("${local.grpc.server.port}") int grpc) {
    this.rest = rest;
    this.grpc = grpc;
  }

  /** What a pipeline sees. */
  private record Gate(int status, String output, String junit, String markdown) {
    String firstLineOfVerdict() {
      return output
          .lines()
          .filter(it -> it.matches("(PASS|WARN|FAIL|INCONCLUSIVE)(  .*)?"))
          .findFirst()
          .orElse("");
    }
  }

  @Test
  void theSaturatedRunFailsNamingTheGpuQueue() throws Exception {
    Gate gate = gate("saturated", DemoLoad.saturated(Instant.parse("2026-11-29T10:00:00Z")));

    assertThat(gate.status).as(gate.output).isNotZero();
    assertThat(gate.firstLineOfVerdict())
        .startsWith("FAIL")
        .contains("gpu_queue (inference capacity)");
    assertThat(gate.junit).contains("<failure").contains("gpu_queue");
    assertThat(gate.markdown).contains("gpu\\_queue").contains("| FAIL | queue |");
  }

  @Test
  void theHealthyRunPasses() throws Exception {
    Gate gate = gate("healthy", DemoLoad.healthy(Instant.parse("2026-11-29T12:00:00Z")));

    assertThat(gate.status).as(gate.output).isZero();
    assertThat(gate.firstLineOfVerdict()).isEqualTo("PASS");
    assertThat(gate.junit).doesNotContain("<failure").doesNotContain("<error");
  }

  @Test
  void aRunWithTracesOfItsSlowestRequestsAloneIsInconclusive() throws Exception {
    DemoLoad load = DemoLoad.healthy(Instant.parse("2026-11-29T14:00:00Z")).slowestTraced(0.62);

    Gate gate = gate("biased", load);

    assertThat(gate.status).as(gate.output).isNotZero();
    assertThat(gate.firstLineOfVerdict()).startsWith("INCONCLUSIVE");
    assertThat(gate.output)
        .contains("INCONCLUSIVE  queue")
        .doesNotContain("FAIL")
        .contains("coverage_below_minimum")
        .contains("biased_join");
    assertThat(gate.junit).contains("<error").contains("coverage_below_minimum");
  }

  private Gate gate(String run, DemoLoad load) throws Exception {
    String page = Files.readString(Path.of("docs/ci.md"));
    Files.writeString(directory.resolve("gate.sh"), found(SCRIPT, page));
    Files.writeString(directory.resolve("run.json"), found(DECLARATION, page));
    HttpServer generator = generator(load);
    try {
      Process process =
          start(run, "curl -fsS http://localhost:" + generator.getAddress().getPort());
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor(3, TimeUnit.MINUTES)).as(output).isTrue();
      return new Gate(
          process.exitValue(),
          output,
          Files.readString(directory.resolve("verdict.xml")),
          Files.readString(directory.resolve("verdict.md")));
    } finally {
      generator.stop(0);
    }
  }

  private Process start(String run, String load) throws IOException {
    ProcessBuilder script =
        new ProcessBuilder("bash", "gate.sh", run)
            .directory(directory.toFile())
            .redirectErrorStream(true);
    script
        .environment()
        .putAll(
            Map.of(
                "TRACEJOIN", "http://localhost:" + rest,
                "BUDGET_FILE",
                    Path.of("docs/examples/chat-release-gate.yaml").toAbsolutePath().toString(),
                "DECLARATION", "run.json",
                "LOAD", load,
                "RECORDS", "records.ndjson",
                "FORMAT", "native",
                "SUMMARY", "summary.json"));
    return script.start();
  }

  /**
   * Stands for the load: when it is called, spans are exported and the generator's files written.
   */
  private HttpServer generator(DemoLoad load) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          load.sendSpans(grpc);
          Files.writeString(directory.resolve("records.ndjson"), load.records());
          Files.writeString(directory.resolve("summary.json"), load.summary());
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
        });
    server.start();
    return server;
  }

  private static String found(Pattern pattern, String page) {
    Matcher matcher = pattern.matcher(page);
    assertThat(matcher.find()).isTrue();
    return matcher.group(1);
  }
}
