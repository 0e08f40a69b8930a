package io.tracejoin.ingest.otlp;

import static io.tracejoin.ingest.otlp.OtlpMessages.request;
import static io.tracejoin.ingest.otlp.OtlpMessages.span;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import com.google.rpc.RetryInfo;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.protobuf.StatusProto;
import io.grpc.reflection.v1.ServerReflectionGrpc;
import io.grpc.reflection.v1.ServerReflectionRequest;
import io.grpc.reflection.v1.ServerReflectionResponse;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.exporter.otlp.trace.OtlpGrpcSpanExporter;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceResponse;
import io.opentelemetry.proto.collector.trace.v1.TraceServiceGrpc;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import io.tracejoin.decompose.Span;
import io.tracejoin.ingest.SpanStore;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.FilterType;
import org.springframework.context.event.EventListener;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.grpc.server.lifecycle.GrpcServerStartedEvent;

/** Both doors of OTLP, as real exporters use them; the database is played by a list. */
@SpringBootTest(
    classes = OtlpIT.Application.class,
    webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
    properties = {
      "spring.grpc.server.port=0",
      "tracejoin.otlp.http.port=0",
      "tracejoin.ingest.queue-bytes=1MB",
      "tracejoin.ingest.answer-within=2s",
      "tracejoin.ingest.request-id-secret=there is no database",
      "management.endpoint.health.validate-group-membership=false",
      "spring.autoconfigure.exclude="
          + "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration,"
          + "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration,"
          + "org.springframework.boot.data.jpa.autoconfigure.DataJpaRepositoriesAutoConfiguration,"
          + "org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration,"
          + "org.springframework.boot.security.autoconfigure.web.servlet.ServletWebSecurityAutoConfiguration,"
          + "org.springframework.boot.security.autoconfigure.web.servlet.SecurityFilterAutoConfiguration,"
          + "org.springframework.boot.security.autoconfigure.actuate.web.servlet.ManagementWebSecurityAutoConfiguration,"
          + "org.springframework.boot.security.autoconfigure.UserDetailsServiceAutoConfiguration,"
          + "org.springframework.boot.grpc.server.autoconfigure.security.GrpcServerSecurityAutoConfiguration"
    })
class OtlpIT {

  private static final String PROTOBUF = "application/x-protobuf";
  private static final String JSON = "application/json";

  @SpringBootConfiguration
  @EnableAutoConfiguration
  @ConfigurationPropertiesScan("io.tracejoin.ingest")
  @ComponentScan(
      basePackages = "io.tracejoin.ingest",
      excludeFilters =
          @ComponentScan.Filter(
              type = FilterType.REGEX,
              pattern = "io\\.tracejoin\\.ingest\\.client\\..*"))
  static class Application {

    @Bean
    Database database() {
      return new Database();
    }
  }

  /** A span store whose behaviour a test decides. */
  static final class Database implements SpanStore {

    private final List<Span> spans = new CopyOnWriteArrayList<>();
    private volatile CompletableFuture<Void> gate = CompletableFuture.completedFuture(null);
    private volatile boolean away;
    private volatile int grpcPort;

    @Override
    public void store(List<Span> batch) {
      gate.join();
      if (away) {
        throw new DataAccessResourceFailureException("connection refused");
      }
      spans.addAll(batch);
    }

    @EventListener
    void started(GrpcServerStartedEvent event) {
      grpcPort = event.getPort();
    }
  }

  @Autowired Database database;
  @Autowired OtlpHttpPort httpPort;
  @LocalServerPort int mainPort;

  @Value("${spring.grpc.server.keepalive.permit.time}")
  Duration permitTime;

  @Value("${spring.grpc.server.keepalive.permit.without-calls}")
  boolean permitWithoutCalls;

  private final HttpClient http = HttpClient.newHttpClient();
  private ManagedChannel channel;

  @BeforeEach
  void connect() {
    database.spans.clear();
    channel =
        ManagedChannelBuilder.forAddress("localhost", database.grpcPort)
            .usePlaintext()
            .maxInboundMessageSize(8 << 20)
            .build();
  }

  @AfterEach
  void open() {
    database.away = false;
    database.gate.complete(null);
    channel.shutdownNow();
  }

  @Test
  void takesTheSpansOfTheSdkOverGrpc() {
    export(
        OtlpGrpcSpanExporter.builder()
            .setEndpoint("http://localhost:" + database.grpcPort)
            .setCompression("gzip")
            .build());
  }

  @Test
  void takesTheSpansOfTheSdkOverHttp() {
    export(
        OtlpHttpSpanExporter.builder()
            .setEndpoint("http://localhost:" + httpPort.port() + "/v1/traces")
            .setCompression("gzip")
            .build());
  }

  private void export(SpanExporter exporter) {
    try (SdkTracerProvider sdk =
        SdkTracerProvider.builder()
            .addSpanProcessor(BatchSpanProcessor.builder(exporter).build())
            .build()) {
      for (int i = 0; i < 1_000; i++) {
        sdk.get("app")
            .spanBuilder("inference.generate")
            .setSpanKind(SpanKind.SERVER)
            .setAttribute("llm.phase", "generation")
            .setAttribute(AttributeKey.stringKey("gen_ai.prompt"), "secret")
            .startSpan()
            .end();
      }
      assertThat(sdk.forceFlush().join(10, SECONDS).isSuccess()).isTrue();
    }
    assertThat(database.spans)
        .hasSize(1_000)
        .allSatisfy(it -> assertThat(it.attributes()).hasToString("{llm.phase=generation}"));
  }

  @Test
  void answersGrpcOnlyAfterTheCommit() throws Exception {
    database.gate = new CompletableFuture<>();
    var answer = TraceServiceGrpc.newFutureStub(channel).export(request(span()));
    Thread.sleep(200);

    assertThat(answer.isDone()).isFalse();
    database.gate.complete(null);
    assertThat(answer.get(5, SECONDS)).isEqualTo(ExportTraceServiceResponse.getDefaultInstance());
    assertThat(database.spans).hasSize(1);
  }

  @Test
  void rejectsSpanBySpanOverGrpc() {
    ExportTraceServiceResponse answer =
        blocking().export(request(span(), span().setTraceId(ByteString.EMPTY)));

    assertThat(answer.getPartialSuccess().getRejectedSpans()).isEqualTo(1);
    assertThat(answer.getPartialSuccess().getErrorMessage())
        .contains("spans[1]", "trace_id: expected 16 bytes, got 0");
    assertThat(database.spans).hasSize(1);
  }

  @Test
  void aDatabaseThatIsAwayIsUnavailableAndSaysWhenToComeBack() {
    database.away = true;

    assertThatThrownBy(() -> blocking().export(request(span())))
        .satisfies(it -> assertRetryable(it, Status.Code.UNAVAILABLE));
  }

  @Test
  void aDatabaseThatHangsIsUnavailableInTime() {
    database.gate = new CompletableFuture<>();

    assertThatThrownBy(() -> blocking().export(request(span())))
        .satisfies(it -> assertRetryable(it, Status.Code.UNAVAILABLE));
  }

  @Test
  void aFullQueueIsResourceExhaustedAndSaysWhenToComeBack() throws Exception {
    database.gate = new CompletableFuture<>();
    var taken = TraceServiceGrpc.newFutureStub(channel).export(large(900_000));
    Thread.sleep(300);

    assertThatThrownBy(() -> blocking().export(large(900_000)))
        .satisfies(it -> assertRetryable(it, Status.Code.RESOURCE_EXHAUSTED));
    HttpResponse<byte[]> answer = post(PROTOBUF, large(900_000).toByteArray());
    assertThat(answer.statusCode()).isEqualTo(429);
    assertThat(answer.headers().firstValue("Retry-After")).contains("1");
    database.gate.complete(null);
    taken.get(5, SECONDS);
  }

  private static void assertRetryable(Throwable thrown, Status.Code code) {
    assertThat(Status.fromThrowable(thrown).getCode()).isEqualTo(code);
    com.google.rpc.Status status = StatusProto.fromThrowable(thrown);
    assertThat(status).isNotNull();
    assertThat(status.getDetails(0).is(RetryInfo.class)).isTrue();
  }

  @Test
  void aMalformedGrpcBodyIsAnInvalidArgument() {
    assertThatThrownBy(() -> raw("no protobuf".getBytes(UTF_8)))
        .satisfies(
            it ->
                assertThat(Status.fromThrowable(it).getCode())
                    .isEqualTo(Status.Code.INVALID_ARGUMENT));
  }

  @Test
  void logsOnTheTracesPathAreAnInvalidArgument() {
    var log = io.opentelemetry.proto.trace.v1.Span.newBuilder().setName("body");

    assertThatThrownBy(() -> blocking().export(request(log)))
        .isInstanceOf(StatusRuntimeException.class)
        .hasMessageContaining("INVALID_ARGUMENT")
        .hasMessageContaining("are these logs or metrics?");
  }

  @Test
  void takesFiveMebibytesOverGrpcAndNotSixtyFive() {
    assertThat(blocking().export(large(5 << 20)).hasPartialSuccess()).isFalse();

    assertThatThrownBy(() -> blocking().export(large(65 << 20))).satisfies(OtlpIT::assertTooLarge);
    assertThatThrownBy(() -> blocking().withCompression("gzip").export(large(65 << 20)))
        .satisfies(OtlpIT::assertTooLarge);
  }

  // What is too large is not to be sent again: no RetryInfo.
  private static void assertTooLarge(Throwable thrown) {
    assertThat(Status.fromThrowable(thrown).getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
    com.google.rpc.Status status = StatusProto.fromThrowable(thrown);
    assertThat(status == null ? List.of() : status.getDetailsList()).isEmpty();
  }

  @Test
  void answersHealthAndReflection() throws Exception {
    assertThat(
            HealthGrpc.newBlockingStub(channel)
                .check(HealthCheckRequest.getDefaultInstance())
                .getStatus())
        .isEqualTo(HealthCheckResponse.ServingStatus.SERVING);
    assertThat(services()).contains("opentelemetry.proto.collector.trace.v1.TraceService");
  }

  private List<String> services() throws Exception {
    CompletableFuture<List<String>> names = new CompletableFuture<>();
    StreamObserver<ServerReflectionRequest> requests =
        ServerReflectionGrpc.newStub(channel)
            .serverReflectionInfo(
                new StreamObserver<>() {
                  @Override
                  public void onNext(ServerReflectionResponse answer) {
                    names.complete(
                        answer.getListServicesResponse().getServiceList().stream()
                            .map(it -> it.getName())
                            .toList());
                  }

                  @Override
                  public void onError(Throwable thrown) {
                    names.completeExceptionally(thrown);
                  }

                  @Override
                  public void onCompleted() {}
                });
    requests.onNext(ServerReflectionRequest.newBuilder().setListServices("").build());
    return names.get(5, SECONDS);
  }

  @Test
  void permitsAPingEachTenSecondsWithoutCalls() {
    assertThat(permitTime).isLessThan(Duration.ofSeconds(10));
    assertThat(permitWithoutCalls).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "real/otlp-proto-example-trace.json",
        "real/otlp-collector-file-java-agent-2.3.0.ndjson"
      })
  void takesJson(String file) throws Exception {
    try (InputStream body = getClass().getResourceAsStream("/formats/" + file)) {
      HttpResponse<byte[]> answer = post(JSON + "; charset=utf-8", body.readAllBytes());

      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.headers().firstValue("Content-Type")).contains(JSON);
      assertThat(answer.body()).asString().isEqualTo("{}");
      assertThat(database.spans).isNotEmpty();
    }
  }

  @Test
  void rejectsABase64IdAloneInJson() throws Exception {
    HttpResponse<byte[]> answer =
        post(
            JSON,
            """
            {"resourceSpans":[{"scopeSpans":[{"spans":[
             {"traceId":"CvdlGRbNQ92ESOshHIAxnA==","spanId":"b7ad6b7169203331"},
             {"traceId":"0AF7651916CD43DD8448EB211C80319C","spanId":"b7ad6b7169203331",
              "startTimeUnixNano":"1","endTimeUnixNano":2}]}]}]}
            """
                .getBytes(UTF_8));

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body())
        .asString()
        .startsWith("{\"partialSuccess\":{\"rejectedSpans\":\"1\"")
        .contains("spans[0]", "looks like base64");
    assertThat(database.spans)
        .extracting(it -> it.traceId().hex())
        .containsExactly("0af7651916cd43dd8448eb211c80319c");
  }

  @Test
  void takesProtobufAndAnEmptyBody() throws Exception {
    HttpResponse<byte[]> answer = post(PROTOBUF, request(span()).toByteArray());

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.headers().firstValue("Content-Type")).contains(PROTOBUF);
    assertThat(ExportTraceServiceResponse.parseFrom(answer.body()).hasPartialSuccess()).isFalse();
    assertThat(post(PROTOBUF, new byte[0]).statusCode()).isEqualTo(200);
    assertThat(database.spans).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({
    "application/json, 'no json', 400",
    "application/x-protobuf, 'no protobuf', 400",
    "text/plain, 'hello', 415",
    "application/json, '{\"resourceLogs\":[]}', 400"
  })
  void refusesWhatIsNoExport(String contentType, String body, int status) throws Exception {
    HttpResponse<byte[]> answer = post(contentType, body.getBytes(UTF_8));

    assertThat(answer.statusCode()).isEqualTo(status);
    if (contentType.equals(PROTOBUF)) {
      assertThat(com.google.rpc.Status.parseFrom(answer.body()).getCode()).isEqualTo(3);
    } else {
      assertThat(answer.body()).asString().startsWith("{\"code\":3,\"message\":\"");
    }
  }

  @Test
  void aDatabaseThatIsAwayIs503() throws Exception {
    database.away = true;

    HttpResponse<byte[]> answer = post(PROTOBUF, request(span()).toByteArray());

    assertThat(answer.statusCode()).isEqualTo(503);
    assertThat(answer.headers().firstValue("Retry-After")).contains("1");
    assertThat(com.google.rpc.Status.parseFrom(answer.body()).getCode()).isEqualTo(14);
  }

  @Test
  void aGzipBombStopsAtTheLimit() throws Exception {
    byte[] bomb = gzip(new byte[1 << 20], 512);
    assertThat(bomb).hasSizeLessThan(1 << 20);

    assertThat(send("/v1/traces", JSON, bomb, "gzip").statusCode()).isIn(400, 413);
    byte[] spaces = " ".repeat(1 << 20).getBytes(UTF_8);
    assertThat(send("/v1/traces", JSON, gzip(spaces, 512), "gzip").statusCode()).isEqualTo(413);
  }

  @Test
  void aBodyBeyondTheLimitIs413() throws Exception {
    assertThat(post(PROTOBUF, new byte[(64 << 20) + 1]).statusCode()).isEqualTo(413);
  }

  @Test
  void aGzipThatIsCutOffIs400() throws Exception {
    byte[] whole = gzip(request(span()).toByteArray(), 1);

    assertThat(
            send("/v1/traces", PROTOBUF, Arrays.copyOf(whole, whole.length - 9), "gzip")
                .statusCode())
        .isEqualTo(400);
    assertThat(send("/v1/traces", PROTOBUF, "no gzip".getBytes(UTF_8), "gzip").statusCode())
        .isEqualTo(400);
    assertThat(database.spans).isEmpty();
  }

  @Test
  void anUnknownCompressionIs415() throws Exception {
    HttpResponse<byte[]> answer = send("/v1/traces", JSON, "{}".getBytes(UTF_8), "zstd");

    assertThat(answer.statusCode()).isEqualTo(415);
    assertThat(answer.body()).asString().contains("gzip");
  }

  @Test
  void servesTracesOnItsPortAndNothingElse() throws Exception {
    assertThat(send("/actuator/health", JSON, new byte[0], "identity").statusCode()).isEqualTo(404);
    assertThat(send("/v1/metrics", JSON, "{}".getBytes(UTF_8), "identity").statusCode())
        .isEqualTo(404);
    assertThat(status(httpPort.port(), "/v1/traces")).isEqualTo(405);
    assertThat(status(mainPort, "/v1/traces")).isEqualTo(404);
    assertThat(status(mainPort, "/v1/traces;a=b")).isEqualTo(404);
    assertThat(status(mainPort, "/v1/%74races")).isEqualTo(404);
    assertThat(status(mainPort, "/actuator/health")).isEqualTo(200);
  }

  private int status(int port, String path) throws Exception {
    HttpRequest get =
        HttpRequest.newBuilder(URI.create("http://localhost:" + port + path)).GET().build();
    return http.send(get, HttpResponse.BodyHandlers.discarding()).statusCode();
  }

  private HttpResponse<byte[]> post(String contentType, byte[] body) throws Exception {
    return send("/v1/traces", contentType, body, "identity");
  }

  private HttpResponse<byte[]> send(String path, String contentType, byte[] body, String coding)
      throws Exception {
    HttpRequest post =
        HttpRequest.newBuilder(URI.create("http://localhost:" + httpPort.port() + path))
            .version(HttpClient.Version.HTTP_1_1)
            .timeout(Duration.ofSeconds(30))
            .header("Content-Type", contentType)
            .header("Content-Encoding", coding)
            .POST(HttpRequest.BodyPublishers.ofByteArray(body))
            .build();
    return http.send(post, HttpResponse.BodyHandlers.ofByteArray());
  }

  private TraceServiceGrpc.TraceServiceBlockingStub blocking() {
    return TraceServiceGrpc.newBlockingStub(channel).withDeadlineAfter(Duration.ofSeconds(20));
  }

  private void raw(byte[] body) {
    MethodDescriptor<byte[], byte[]> method =
        TraceServiceGrpc.getExportMethod().toBuilder(BYTES, BYTES).build();
    ClientCalls.blockingUnaryCall(channel, method, CallOptions.DEFAULT, body);
  }

  private static final MethodDescriptor.Marshaller<byte[]> BYTES =
      new MethodDescriptor.Marshaller<>() {
        @Override
        public InputStream stream(byte[] value) {
          return new ByteArrayInputStream(value);
        }

        @Override
        public byte[] parse(InputStream stream) {
          try {
            return stream.readAllBytes();
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        }
      };

  private static ExportTraceServiceRequest large(int bytes) {
    return request(span().addAttributes(OtlpMessages.attribute("large", "x".repeat(bytes))));
  }

  private static byte[] gzip(byte[] block, int times) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      for (int i = 0; i < times; i++) {
        gzip.write(block);
      }
    }
    return packed.toByteArray();
  }
}
