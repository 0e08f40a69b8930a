package io.tracejoin.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tracejoin.e2e.ServiceProcess.Ports;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * What was acknowledged survives kill -9 of the packaged service, and is joined after the restart.
 */
class KillNineIT {

  private static final String RUN = "killed";
  private static final int SENDERS = 3;
  private static final int[] KILLED_AFTER_BATCHES = {5, 60, 200};

  private final Set<String> spansAcknowledged = new ConcurrentSkipListSet<>();
  private final Set<String> recordsAcknowledged = new ConcurrentSkipListSet<>();
  private final AtomicInteger batches = new AtomicInteger();

  @TempDir(cleanup = CleanupMode.ALWAYS)
  private Path directory;

  @Test
  void everyAcknowledgedSpanAndRecordIsThereAfterTheRestartAndJoins() throws InterruptedException {
    Ports ports = Ports.free();
    for (int moment : KILLED_AFTER_BATCHES) {
      killUnderLoad(ports, moment);
    }

    try (ServiceProcess restarted = ServiceProcess.start(ports, directory)) {
      assertThat(spansAcknowledged).isNotEmpty();
      assertThat(recordsAcknowledged).isNotEmpty();
      await()
          .atMost(Duration.ofSeconds(60))
          .pollInterval(Duration.ofSeconds(1))
          .untilAsserted(() -> assertAllJoined(restarted.service()));
    }
  }

  private void killUnderLoad(Ports ports, int moment) throws InterruptedException {
    int before = batches.get();
    ServiceProcess running = ServiceProcess.start(ports, directory);
    AtomicBoolean stop = new AtomicBoolean();
    List<Thread> senders = new ArrayList<>();
    for (int i = 0; i < SENDERS; i++) {
      Thread sender = new Thread(() -> sendUntil(stop, running.service()));
      sender.start();
      senders.add(sender);
    }
    await().atMost(Duration.ofSeconds(60)).until(() -> batches.get() - before >= moment);
    running.kill();
    stop.set(true);
    for (Thread sender : senders) {
      sender.join();
    }
  }

  private void sendUntil(AtomicBoolean stop, Service service) {
    while (!stop.get()) {
      int batch = batches.incrementAndGet();
      try {
        send(batch, service);
      } catch (UncheckedIOException killed) {
        // Not acknowledged: a real sender would come back with it.
        return;
      }
    }
  }

  private void send(int batch, Service service) {
    List<String> traces = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      traces.add("%024x%08x".formatted(0x4b11, batch * 100 + i));
    }
    HttpResponse<String> spans = service.otlpJson(otlp(traces));
    if (spans.statusCode() == 200) {
      spansAcknowledged.addAll(traces);
    }
    StringBuilder lines = new StringBuilder();
    traces.forEach(
        it ->
            lines.append(
                "{\"trace_id\":\"%s\",\"outcome\":\"success\",\"total_ms\":120}\n".formatted(it)));
    HttpResponse<String> records = service.records(RUN, "native", lines.toString());
    if (records.statusCode() == 200) {
      recordsAcknowledged.addAll(traces);
    }
  }

  private static String otlp(List<String> traces) {
    List<String> spans =
        traces.stream()
            .map(
                it ->
                    """
                    {"traceId":"%s","spanId":"00f067aa0ba902b7","name":"POST","kind":2,
                     "startTimeUnixNano":"1790000000000000000","endTimeUnixNano":"1790000000100000000"}
                    """
                        .formatted(it))
            .toList();
    return """
    {"resourceSpans":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"gw"}}]},
     "scopeSpans":[{"scope":{"name":"t"},"spans":[%s]}]}]}
    """
        .formatted(String.join(",", spans));
  }

  private void assertAllJoined(Service service) {
    Set<String> matched = new ConcurrentSkipListSet<>();
    String lines = service.get("/api/v1/runs/" + RUN + "/requests", "application/x-ndjson").body();
    lines
        .lines()
        .map(Service.JSON::readTree)
        .filter(it -> "matched".equals(it.path("state").asString()))
        .map((JsonNode it) -> it.path("trace_id").asString())
        .forEach(matched::add);
    Set<String> both = new ConcurrentSkipListSet<>(spansAcknowledged);
    both.retainAll(recordsAcknowledged);
    assertThat(matched).containsAll(both);
    for (String trace : spansAcknowledged.stream().limit(50).toList()) {
      assertThat(service.json("/api/v1/traces/" + trace).path("spans").size()).isEqualTo(1);
    }
  }
}
