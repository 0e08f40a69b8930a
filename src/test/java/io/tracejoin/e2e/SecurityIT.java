package io.tracejoin.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.reflection.v1.ServerReflectionGrpc;
import io.grpc.reflection.v1.ServerReflectionRequest;
import io.grpc.reflection.v1.ServerReflectionResponse;
import io.grpc.stub.AbstractStub;
import io.grpc.stub.MetadataUtils;
import io.grpc.stub.StreamObserver;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.exporter.otlp.trace.OtlpGrpcSpanExporter;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceResponse;
import io.opentelemetry.proto.collector.trace.v1.TraceServiceGrpc;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import io.tracejoin.ingest.otlp.OtlpHttpPort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.core.env.Environment;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import tools.jackson.databind.JsonNode;

/** Each port with no, a wrong, an expired and an insufficient token, and with the right one. */
@ServiceTest
class SecurityIT {

  private static final String ADMIN = "bootstrap-token-of-the-security-test";
  private static final String INGEST = "ingest-token-of-the-security-tests";
  private static final String READ = "read-token-of-the-security-tests-00";
  private static final String EXPIRED = "expired-token-of-the-security-tests";
  private static final String WRONG = "wrong-token-of-the-security-tests-0";
  private static final Path FILE = temporary("tokens");
  private static final KeyPair ISSUER = rsa();

  private final HttpClient http = HttpClient.newHttpClient();
  private final String rest;
  private final String otlp;
  private final int grpcPort;
  private final ManagedChannel channel;

  SecurityIT(
      @LocalServerPort int rest, @Autowired OtlpHttpPort otlp, @Autowired Environment environment) {
    this.rest = "http://localhost:" + rest;
    this.otlp = "http://localhost:" + otlp.port() + "/v1/traces";
    grpcPort = environment.getRequiredProperty("local.grpc.server.port", Integer.class);
    channel = ManagedChannelBuilder.forAddress("localhost", grpcPort).usePlaintext().build();
  }

  @DynamicPropertySource
  static void closed(DynamicPropertyRegistry properties) throws IOException {
    writeFile("");
    Path key = temporary("key.pem");
    Files.writeString(
        key,
        "-----BEGIN PUBLIC KEY-----\n"
            + Base64.getMimeEncoder().encodeToString(ISSUER.getPublic().getEncoded())
            + "\n-----END PUBLIC KEY-----\n");
    properties.add("tracejoin.security.bootstrap-token", () -> ADMIN);
    properties.add("tracejoin.security.tokens-file", FILE::toString);
    properties.add("tracejoin.security.guesses", () -> 100_000);
    properties.add(
        "spring.security.oauth2.resourceserver.jwt.public-key-location", () -> "file:" + key);
  }

  @AfterEach
  void disconnect() {
    channel.shutdownNow();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ''                         | 401 | no-token
          Bearer %1$s | 401 | wrong-token
          Bearer %2$s | 401 | expired-token
          Basic YWRtaW46YWRtaW4=     | 401 | wrong-token
          """)
  void restRefuses(String template, int status, String type) {
    String authorization = template.replace("%1$s", WRONG).replace("%2$s", EXPIRED);
    HttpResponse<String> answer = send(authorized(authorization, rest + "/api/v1/runs").GET());

    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
    assertThat(answer.headers().firstValue("WWW-Authenticate").orElseThrow())
        .startsWith("Bearer realm=");
    assertThat(Service.JSON.readTree(answer.body()).path("type").asString())
        .isEqualTo("https://tracejoin.io/problems/" + type);
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /api/v1/runs, 403, 200, 200",
    "GET, /api/v1/runs/none, 403, 404, 404",
    "GET, /api/v1/ingest, 403, 200, 200",
    "GET, /api/v1/traces/0000000000000007000000000000012f, 403, 404, 404",
    "GET, /api/v1/traces/0000000000000007000000000000012f/preflight, 404, 404, 404",
    "GET, /v3/api-docs, 403, 200, 200",
    "GET, /actuator/prometheus, 403, 200, 200",
    "GET, /api/v1/tokens, 403, 403, 200",
    "GET, /api/v1/audit, 403, 403, 200",
    "PUT, /api/v1/runs/roles, 200, 403, 200",
    "POST, /api/v1/runs/roles/client-records, 200, 403, 200",
    "PUT, /api/v1/runs/roles/client-records, 200, 403, 200",
    "POST, /api/v1/runs/roles/k6-summary, 400, 403, 400",
    "POST, /api/v1/runs/roles/load, 400, 403, 400",
    "POST, /api/v1/runs/none/finish, 404, 403, 404",
    "POST, /api/v1/runs/none/rejoin, 403, 403, 404",
    "DELETE, /api/v1/runs/none, 403, 403, 404",
    "POST, /api/v1/mappings/try, 403, 400, 400",
    "PUT, /api/v1/what-no-rule-names, 403, 403, 404",
    "DELETE, /api/v1/tokens/99999, 403, 403, 404"
  })
  void eachPathNeedsItsRole(String method, String path, int ingest, int read, int admin) {
    assertThat(status(method, path, "")).isEqualTo(401);
    assertThat(status(method, path, INGEST)).as("ingest").isEqualTo(ingest);
    assertThat(status(method, path, READ)).as("read").isEqualTo(read);
    assertThat(status(method, path, ADMIN)).as("admin").isEqualTo(admin);
  }

  @ParameterizedTest
  @CsvSource({"/actuator/health", "/actuator/health/liveness", "/k6/tracejoin.js", "/sign-in"})
  void someIsForEveryone(String path) {
    assertThat(status("GET", path, "")).isIn(200, 404).isNotEqualTo(401);
    assertThat(status("GET", "/actuator/health", "")).isEqualTo(200);
  }

  @ParameterizedTest
  @CsvSource({"'', 401, 16", WRONG + ", 401, 16", EXPIRED + ", 401, 16", READ + ", 403, 7"})
  void otlpHttpRefusesInOtlpsForm(String token, int status, int code) {
    HttpResponse<String> answer = export(token);

    assertThat(answer.statusCode()).isEqualTo(status);
    assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/json");
    assertThat(Service.JSON.readTree(answer.body()).path("code").asInt()).isEqualTo(code);
    assertThat(answer.headers().firstValue("WWW-Authenticate").isPresent())
        .isEqualTo(status == 401);
  }

  @ParameterizedTest
  @CsvSource({
    "'', UNAUTHENTICATED",
    WRONG + ", UNAUTHENTICATED",
    EXPIRED + ", UNAUTHENTICATED",
    READ + ", PERMISSION_DENIED"
  })
  void grpcRefuses(String token, Status.Code code) {
    assertThatThrownBy(() -> grpcExport(token))
        .isInstanceOfSatisfying(
            StatusRuntimeException.class,
            it -> assertThat(it.getStatus().getCode()).isEqualTo(code));
  }

  @ParameterizedTest
  @CsvSource({"/api/v1/runs;x=/../tokens", "/api/v1//tokens", "/k6/%2e%2e/api/v1/runs"})
  void aUrlInDisguiseLeadsAroundNothing(String path) {
    HttpResponse<String> answer = send(authorized("", rest + path));

    assertThat(answer.statusCode()).isIn(400, 401);
    assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
  }

  @Test
  void refusedExportsAreCounted() {
    long before = refused("no_token");

    export("");
    assertThatThrownBy(() -> grpcExport("")).isInstanceOf(StatusRuntimeException.class);

    assertThat(refused("no_token")).isEqualTo(before + 2);
    assertThat(body("/actuator/prometheus", READ))
        .contains("tracejoin_refused_exports_total{reason=\"no_token\"}");
  }

  @ParameterizedTest
  @CsvSource({INGEST, ADMIN})
  void theRightTokenExportsOnBothPorts(String token) {
    assertThat(export(token).statusCode()).isEqualTo(200);
    assertThat(grpcExport(token)).isEqualTo(ExportTraceServiceResponse.getDefaultInstance());
  }

  @Test
  void theOpenTelemetrySdkExportsWithTheHeader() {
    String header = "Bearer " + INGEST;
    String grpc = "http://localhost:" + grpcPort;
    for (SpanExporter exporter :
        List.of(
            OtlpGrpcSpanExporter.builder()
                .setEndpoint(grpc)
                .addHeader("authorization", header)
                .build(),
            OtlpHttpSpanExporter.builder()
                .setEndpoint(otlp)
                .addHeader("Authorization", header)
                .build())) {
      String traceId = exported(exporter);
      assertThat(status("GET", "/api/v1/traces/" + traceId, READ)).isEqualTo(200);
    }
  }

  private static String exported(SpanExporter exporter) {
    try (SdkTracerProvider provider =
        SdkTracerProvider.builder()
            .addSpanProcessor(SimpleSpanProcessor.create(exporter))
            .build()) {
      var span = provider.get("test").spanBuilder("GET /").startSpan();
      span.end();
      assertThat(provider.forceFlush().join(10, TimeUnit.SECONDS).isSuccess()).isTrue();
      return span.getSpanContext().getTraceId();
    }
  }

  @Test
  void grpcHealthIsOpenAndReflectionIsForAnyToken() throws Exception {
    assertThat(
            HealthGrpc.newBlockingStub(channel)
                .check(HealthCheckRequest.getDefaultInstance())
                .getStatus())
        .isEqualTo(ServingStatus.SERVING);
    assertThatThrownBy(() -> services("")).hasMessageContaining("UNAUTHENTICATED");
    assertThat(services(READ)).contains("TraceService");
  }

  @Test
  void aTokenMadeOverTheApiWorksUntilItIsRevoked() {
    HttpResponse<String> made =
        send(
            authorized("Bearer " + ADMIN, rest + "/api/v1/tokens")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"name\":\"ci\",\"role\":\"read\"}")));
    assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
    JsonNode token = Service.JSON.readTree(made.body());
    String secret = token.path("token").asString();
    assertThat(secret).matches("tj_[A-Za-z0-9_-]{43}");

    assertThat(status("GET", "/api/v1/runs", secret)).isEqualTo(200);
    String list = body("/api/v1/tokens", ADMIN);
    assertThat(list).contains("\"ci\"").contains("last_used_at").doesNotContain(secret);

    String path = "/api/v1/tokens/" + token.path("id").asInt();
    assertThat(status("DELETE", path, ADMIN)).isEqualTo(204);
    assertThat(status("GET", "/api/v1/runs", secret)).isEqualTo(401);
    assertThat(body("/api/v1/audit", ADMIN))
        .contains("POST /api/v1/tokens", "'ci', role read", "DELETE " + path, "bootstrap")
        .doesNotContain(secret);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"role":"read"} | name:
          {"name":"x","role":"root"} | role:
          {"name":"x","role":"read","expires_at":"2020-01-01T00:00:00Z"} | expires_at:
          {"name":"x","role":"read","expires_at":"soon"} | expires_at:
          """)
  void aTokenThatMakesNoSenseIsRefused(String body, String named) {
    HttpResponse<String> answer =
        send(
            authorized("Bearer " + ADMIN, rest + "/api/v1/tokens")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body)));

    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.body()).contains(named);
  }

  @Test
  void theFileIsReadAgainWhenItChanges() throws IOException {
    String later = "a-token-that-is-written-down-later!";
    assertThat(status("GET", "/api/v1/runs", later)).isEqualTo(401);

    writeFile("later read " + later + "\n");

    await().atMost(Duration.ofSeconds(20)).until(() -> status("GET", "/api/v1/runs", later) == 200);
  }

  @ParameterizedTest
  @CsvSource({
    "tracejoin-read, 60, 200",
    "tracejoin-admin, 60, 200",
    "tracejoin-ingest, 60, 403",
    "read, 60, 403",
    "tracejoin-read, -600, 401"
  })
  void aPersonHasTheRolesOfTheJwt(String role, long secondsLeft, int status) throws Exception {
    assertThat(status("GET", "/api/v1/runs", jwt(ISSUER, role, secondsLeft))).isEqualTo(status);
  }

  @Test
  void aJwtOfAnotherIssuerIsRefused() throws Exception {
    assertThat(status("GET", "/api/v1/runs", jwt(rsa(), "tracejoin-admin", 60))).isEqualTo(401);
  }

  @Test
  void aBrowserSignsInWithATokenAndOutAgain() {
    HttpResponse<String> turnedAway =
        send(HttpRequest.newBuilder(URI.create(rest + "/runs?a=b")).header("Accept", "text/html"));
    assertThat(turnedAway.statusCode()).isEqualTo(303);
    assertThat(turnedAway.headers().firstValue("Location"))
        .hasValue("/sign-in?next=%2Fruns%3Fa%3Db");

    assertThat(signIn(WRONG, "/", "same-origin").statusCode()).isEqualTo(401);
    HttpResponse<String> in = signIn(READ, "/api/v1/runs", "same-origin");
    assertThat(in.statusCode()).as(in.body()).isEqualTo(303);
    assertThat(in.headers().firstValue("Location")).hasValue("/api/v1/runs");
    String cookie = in.headers().firstValue("Set-Cookie").orElseThrow();
    assertThat(cookie).contains("HttpOnly", "SameSite=Strict").doesNotContain(READ);

    String session = cookie.substring(0, cookie.indexOf(';'));
    assertThat(withSession("GET", "/api/v1/runs", session, "same-origin")).isEqualTo(200);
    assertThat(withSession("DELETE", "/api/v1/runs/none", session, "same-origin")).isEqualTo(403);

    assertThat(withSession("POST", "/sign-out", session, "same-origin")).isEqualTo(303);
    assertThat(withSession("GET", "/api/v1/runs", session, "same-origin")).isEqualTo(401);
  }

  @Test
  void aPageOfAnotherSiteMayNotUseTheSession() {
    assertThat(signIn(ADMIN, "/", "cross-site").statusCode()).isEqualTo(403);
    String cookie =
        signIn(ADMIN, "/", "same-origin").headers().firstValue("Set-Cookie").orElseThrow();
    String session = cookie.substring(0, cookie.indexOf(';'));

    assertThat(withSession("DELETE", "/api/v1/runs/none", session, "cross-site")).isEqualTo(403);
    assertThat(withSession("DELETE", "/api/v1/runs/none", session, "same-site")).isEqualTo(403);
    assertThat(withSession("DELETE", "/api/v1/runs/none", session, "same-origin")).isEqualTo(404);
  }

  @ParameterizedTest
  @CsvSource({"//evil.example/", "https://evil.example/", "/\\evil.example"})
  void nobodyIsSentElsewhereAfterSigningIn(String next) {
    assertThat(signIn(READ, next, "same-origin").headers().firstValue("Location")).hasValue("/");
  }

  private HttpResponse<String> signIn(String token, String next, String site) {
    return send(
        HttpRequest.newBuilder(URI.create(rest + "/sign-in"))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .header("Sec-Fetch-Site", site)
            .POST(
                BodyPublishers.ofString(
                    "token="
                        + token
                        + "&next="
                        + java.net.URLEncoder.encode(
                            next, java.nio.charset.StandardCharsets.UTF_8))));
  }

  private int withSession(String method, String path, String session, String site) {
    return send(HttpRequest.newBuilder(URI.create(rest + path))
            .header("Cookie", session)
            .header("Sec-Fetch-Site", site)
            .method(method, BodyPublishers.noBody()))
        .statusCode();
  }

  private int status(String method, String path, String token) {
    return send(authorized(token.isEmpty() ? "" : "Bearer " + token, rest + path)
            .header("Content-Type", "application/json")
            .method(method, method.equals("GET") ? BodyPublishers.noBody() : json(path)))
        .statusCode();
  }

  private static HttpRequest.BodyPublisher json(String path) {
    return path.endsWith("client-records")
        ? BodyPublishers.ofString("")
        : BodyPublishers.ofString(path.endsWith("roles") ? "{}" : "[");
  }

  private String body(String path, String token) {
    HttpResponse<String> answer = send(authorized("Bearer " + token, rest + path).GET());
    assertThat(answer.statusCode()).isEqualTo(200);
    return answer.body();
  }

  private long refused(String reason) {
    return Service.JSON
        .readTree(body("/api/v1/ingest", READ))
        .path("refused_exports")
        .path(reason)
        .asLong(0);
  }

  private HttpResponse<String> export(String token) {
    return send(
        authorized(token.isEmpty() ? "" : "Bearer " + token, otlp)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString("{}")));
  }

  private ExportTraceServiceResponse grpcExport(String token) {
    return with(TraceServiceGrpc.newBlockingStub(channel), token)
        .export(ExportTraceServiceRequest.getDefaultInstance());
  }

  private String services(String token) throws Exception {
    CompletableFuture<String> answer = new CompletableFuture<>();
    StreamObserver<ServerReflectionRequest> asked =
        with(ServerReflectionGrpc.newStub(channel), token)
            .serverReflectionInfo(
                new StreamObserver<ServerReflectionResponse>() {
                  @Override
                  public void onNext(ServerReflectionResponse response) {
                    answer.complete(response.toString());
                  }

                  @Override
                  public void onError(Throwable failure) {
                    answer.completeExceptionally(failure);
                  }

                  @Override
                  public void onCompleted() {}
                });
    asked.onNext(ServerReflectionRequest.newBuilder().setListServices("").build());
    return answer.get(10, TimeUnit.SECONDS);
  }

  private static <S extends AbstractStub<S>> S with(S stub, String token) {
    if (token.isEmpty()) {
      return stub;
    }
    Metadata headers = new Metadata();
    headers.put(
        Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER), "Bearer " + token);
    return stub.withInterceptors(MetadataUtils.newAttachHeadersInterceptor(headers));
  }

  private static HttpRequest.Builder authorized(@Nullable String authorization, String uri) {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(uri));
    return authorization == null || authorization.isEmpty()
        ? request
        : request.header("Authorization", authorization);
  }

  private HttpResponse<String> send(HttpRequest.Builder request) {
    try {
      return http.send(request.timeout(Duration.ofSeconds(30)).build(), BodyHandlers.ofString());
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(stopped);
    }
  }

  private static void writeFile(String more) throws IOException {
    Files.writeString(
        FILE,
        """
        # name role token expires
        exporters ingest %s
        people read sha256:%s 2100-01-01T00:00:00Z
        former admin %s 2020-01-01T00:00:00Z
        """
                .formatted(INGEST, io.tracejoin.security.TokenHash.of(READ).hex(), EXPIRED)
            + more);
  }

  private static String jwt(KeyPair issuer, String role, long secondsLeft) throws Exception {
    Instant now = Instant.now();
    SignedJWT jwt =
        new SignedJWT(
            new JWSHeader(JWSAlgorithm.RS256),
            new JWTClaimsSet.Builder()
                .subject("u1")
                .claim("preferred_username", "Ada")
                .claim("roles", List.of(role, "other"))
                .expirationTime(Date.from(now.plusSeconds(secondsLeft)))
                .build());
    jwt.sign(new RSASSASigner(issuer.getPrivate()));
    return jwt.serialize();
  }

  private static KeyPair rsa() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
      generator.initialize(2048);
      return generator.generateKeyPair();
    } catch (java.security.GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Path temporary(String name) {
    try {
      Path file = Files.createTempFile("tracejoin", name);
      file.toFile().deleteOnExit();
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
