package io.tracejoin.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import io.micrometer.core.instrument.MeterRegistry;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.trace.v1.Span;
import io.tracejoin.ingest.otlp.OtlpHttpPort;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** The service's own traces, at a receiver of the test's. */
@ServiceTest
class OwnTracesIT {

  private static final String RUN = "own-traces-run";
  private static final String LABEL = "label-that-only-the-run-knows";
  private static final List<ExportTraceServiceRequest> EXPORTS = new CopyOnWriteArrayList<>();
  private static final List<String> TRACES = Generated.traceIds(0x0175ace5, 5);

  private static HttpServer receiver;

  private final Service service;
  private final JdbcTemplate jdbc;
  private final MeterRegistry meters;

  OwnTracesIT(
      @LocalServerPort int rest,
      @Autowired OtlpHttpPort otlp,
      @Autowired JdbcTemplate jdbc,
      @Autowired MeterRegistry meters) {
    this.service = new Service(rest, otlp.port());
    this.jdbc = jdbc;
    this.meters = meters;
  }

  @DynamicPropertySource
  static void toTheReceiver(DynamicPropertyRegistry properties) throws IOException {
    receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    receiver.setExecutor(Executors.newCachedThreadPool());
    receiver.createContext(
        "/v1/traces",
        exchange -> {
          byte[] body = exchange.getRequestBody().readAllBytes();
          EXPORTS.add(ExportTraceServiceRequest.parseFrom(unpacked(body)));
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    receiver.start();
    properties.add(
        "management.opentelemetry.tracing.export.otlp.endpoint",
        () -> "http://localhost:" + receiver.getAddress().getPort() + "/v1/traces");
    properties.add("management.tracing.sampling.probability", () -> 1);
    properties.add("management.opentelemetry.tracing.export.schedule-delay", () -> "100ms");
  }

  private static InputStream unpacked(byte[] body) throws IOException {
    boolean packed = body.length > 1 && body[0] == 0x1f && body[1] == (byte) 0x8b;
    InputStream raw = new ByteArrayInputStream(body);
    return packed ? new GZIPInputStream(raw) : raw;
  }

  @AfterAll
  static void stop() {
    receiver.stop(0);
  }

  @Test
  void tellsWhatWasDoneAndNotForWhomAndNeverTracesItsWayInOrWhatComesBack() throws Exception {
    assertThat(
            service
                .put("/api/v1/runs/" + RUN, "{\"labels\":{\"secret\":\"" + LABEL + "\"}}")
                .statusCode())
        .isLessThan(300);
    Service.accepted(service.otlpJson(Generated.otlp(TRACES)));
    Service.accepted(service.records(RUN, "native", Generated.records(TRACES)));
    service.json("/api/v1/runs/" + RUN + "/report?q=0.123");
    service.json("/api/v1/traces/" + TRACES.get(0));

    await()
        .atMost(Duration.ofSeconds(20))
        .untilAsserted(
            () ->
                assertThat(names())
                    .contains(
                        "tracejoin.spans.store",
                        "tracejoin.records.store",
                        "tracejoin.join.batch",
                        "tracejoin.report.compute",
                        "http get /api/v1/runs/{run_id}/report",
                        "http get /api/v1/traces/{trace_id}"));
    assertThat(names()).noneMatch(it -> it.contains("/v1/traces") && !it.contains("{trace_id}"));
    assertThat(EXPORTS.toString())
        .doesNotContain(RUN, LABEL, "0.123")
        .doesNotContain(TRACES)
        .contains("tracejoin.origin");
    assertThat(service.get("/actuator/prometheus", "text/plain").body())
        .doesNotContain(TRACES)
        .doesNotContain(RUN);

    comeBack();
    Thread.sleep(500); // what was under way is told by now
    long stored = stores();
    Thread.sleep(2_000);
    assertThat(stores()).as("nothing is stored of its own spans").isEqualTo(stored);
    assertThat(
            jdbc.queryForObject(
                "SELECT count(*) FROM resource WHERE service = 'tracejoin'", Long.class))
        .isZero();
  }

  /** As if the endpoint, or a Collector behind it, led back here. */
  private void comeBack() {
    double before = own();
    int sent = 0;
    for (ExportTraceServiceRequest export : List.copyOf(EXPORTS)) {
      assertThat(service.otlp("application/x-protobuf", export.toByteArray()).statusCode())
          .isEqualTo(200);
      sent += count(export);
    }
    assertThat(own() - before).isEqualTo(sent);
  }

  private double own() {
    return meters.counter("tracejoin.ingest.cut", "what", "own_span").count();
  }

  private static long stores() {
    return spans().stream().filter(it -> it.getName().equals("tracejoin.spans.store")).count();
  }

  private static List<String> names() {
    return spans().stream().map(Span::getName).distinct().toList();
  }

  private static List<Span> spans() {
    return EXPORTS.stream().flatMap(OwnTracesIT::spansOf).toList();
  }

  private static int count(ExportTraceServiceRequest export) {
    return (int) spansOf(export).count();
  }

  private static java.util.stream.Stream<Span> spansOf(ExportTraceServiceRequest export) {
    return export.getResourceSpansList().stream()
        .flatMap(it -> it.getScopeSpansList().stream())
        .flatMap(it -> it.getSpansList().stream());
  }
}
