package io.tracejoin.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.grpc.ManagedChannel;
import io.grpc.StatusRuntimeException;
import io.grpc.TlsChannelCredentials;
import io.grpc.netty.NettyChannelBuilder;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceResponse;
import io.opentelemetry.proto.collector.trace.v1.TraceServiceGrpc;
import io.tracejoin.ingest.otlp.OtlpHttpPort;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.core.env.Environment;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** TLS with certificates of both sides on all three ports, renewed while the service runs. */
@ServiceTest
class TlsIT {

  private static final String PASSWORD = "changeit";
  private static final Path DIRECTORY = directory();
  private static final Path SERVER = DIRECTORY.resolve("server.p12");
  private static final Path CLIENT = DIRECTORY.resolve("client.p12");
  private static final Path TRUST = DIRECTORY.resolve("trust.p12");

  private final int rest;
  private final int otlp;
  private final int grpc;

  TlsIT(
      @LocalServerPort int rest, @Autowired OtlpHttpPort otlp, @Autowired Environment environment) {
    this.rest = rest;
    this.otlp = otlp.port();
    this.grpc = environment.getRequiredProperty("local.grpc.server.port", Integer.class);
  }

  @DynamicPropertySource
  static void tls(DynamicPropertyRegistry properties) {
    makeServerKey();
    key(CLIENT, "client");
    certificateOf(CLIENT, "client");
    properties.add("spring.ssl.bundle.jks.ports.keystore.location", () -> "file:" + SERVER);
    properties.add("spring.ssl.bundle.jks.ports.keystore.password", () -> PASSWORD);
    properties.add("spring.ssl.bundle.jks.ports.keystore.type", () -> "PKCS12");
    properties.add("spring.ssl.bundle.jks.ports.truststore.location", () -> "file:" + TRUST);
    properties.add("spring.ssl.bundle.jks.ports.truststore.password", () -> PASSWORD);
    properties.add("spring.ssl.bundle.jks.ports.truststore.type", () -> "PKCS12");
    properties.add("spring.ssl.bundle.jks.ports.reload-on-update", () -> true);
    properties.add("spring.ssl.bundle.watch.file.quiet-period", () -> "200ms");
    properties.add("server.ssl.bundle", () -> "ports");
    properties.add("server.ssl.client-auth", () -> "need");
    properties.add("spring.grpc.server.ssl.bundle", () -> "ports");
    properties.add("spring.grpc.server.ssl.client-auth", () -> "require");
  }

  @Test
  void whoHasACertificateIsLetInOnEachPort() throws Exception {
    SSLContext both = context(true);

    assertThat(http(both, "https://localhost:" + rest + "/api/v1/runs", null)).isEqualTo(200);
    assertThat(http(both, "https://localhost:" + otlp + "/v1/traces", "{}")).isEqualTo(200);
    assertThat(export(true)).isEqualTo(ExportTraceServiceResponse.getDefaultInstance());
  }

  @Test
  void whoHasNoneIsNot() throws Exception {
    SSLContext one = context(false);

    assertThatThrownBy(() -> http(one, "https://localhost:" + rest + "/api/v1/runs", null))
        .isInstanceOf(IOException.class);
    assertThatThrownBy(() -> http(one, "https://localhost:" + otlp + "/v1/traces", "{}"))
        .isInstanceOf(IOException.class);
    assertThatThrownBy(() -> export(false)).isInstanceOf(StatusRuntimeException.class);
    assertThatThrownBy(
            () -> http(SSLContext.getDefault(), "http://localhost:" + otlp + "/v1/traces", "{}"))
        .satisfiesAnyOf(
            it -> assertThat(it).isInstanceOf(IOException.class),
            it -> assertThat(it).isInstanceOf(AssertionError.class));
  }

  @Test
  void aRenewedCertificateIsShownWithoutARestart() throws Exception {
    BigInteger before = shown(rest);
    assertThat(shown(otlp)).isEqualTo(before);
    assertThat(shown(grpc)).isEqualTo(before);

    makeServerKey();

    for (int port : List.of(rest, otlp, grpc)) {
      await()
          .atMost(Duration.ofSeconds(60))
          .ignoreExceptions()
          .until(() -> !shown(port).equals(before));
    }
    assertThat(shown(grpc)).isEqualTo(shown(rest)).isEqualTo(shown(otlp));
  }

  private static int http(
      SSLContext tls, String uri, @org.jspecify.annotations.Nullable String body)
      throws IOException, InterruptedException {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(uri));
    if (body != null) {
      request.header("Content-Type", "application/json").POST(BodyPublishers.ofString(body));
    }
    int status =
        HttpClient.newBuilder()
            .sslContext(tls)
            .build()
            .send(request.build(), BodyHandlers.ofString())
            .statusCode();
    assertThat(status).isNotEqualTo(400);
    return status;
  }

  private ExportTraceServiceResponse export(boolean withCertificate) throws Exception {
    TlsChannelCredentials.Builder credentials =
        TlsChannelCredentials.newBuilder().trustManager(trust().getTrustManagers());
    if (withCertificate) {
      credentials.keyManager(keys().getKeyManagers());
    }
    ManagedChannel channel =
        NettyChannelBuilder.forAddress("localhost", grpc, credentials.build()).build();
    try {
      return TraceServiceGrpc.newBlockingStub(channel)
          .withDeadlineAfter(20, TimeUnit.SECONDS)
          .export(ExportTraceServiceRequest.getDefaultInstance());
    } finally {
      channel.shutdownNow();
    }
  }

  /** The serial number of the certificate that a port shows. */
  private static BigInteger shown(int port) throws Exception {
    SSLContext tls = SSLContext.getInstance("TLS");
    tls.init(keys().getKeyManagers(), new javax.net.ssl.TrustManager[] {new AnyServer()}, null);
    try (SSLSocket socket = (SSLSocket) tls.getSocketFactory().createSocket("localhost", port)) {
      SSLParameters parameters = socket.getSSLParameters();
      parameters.setApplicationProtocols(new String[] {"h2", "http/1.1"});
      socket.setSSLParameters(parameters);
      socket.startHandshake();
      return ((X509Certificate) socket.getSession().getPeerCertificates()[0]).getSerialNumber();
    }
  }

  /** A test looks at what is shown, whoever signed it. */
  private static final class AnyServer extends javax.net.ssl.X509ExtendedTrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, java.net.Socket socket) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, java.net.Socket socket) {}

    @Override
    public void checkClientTrusted(
        X509Certificate[] chain, String type, javax.net.ssl.SSLEngine engine) {}

    @Override
    public void checkServerTrusted(
        X509Certificate[] chain, String type, javax.net.ssl.SSLEngine engine) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }

  private static SSLContext context(boolean withCertificate) throws Exception {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(
        withCertificate ? keys().getKeyManagers() : null, trust().getTrustManagers(), null);
    return context;
  }

  private static KeyManagerFactory keys() throws Exception {
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store(CLIENT), PASSWORD.toCharArray());
    return keys;
  }

  /** Trusts whatever key the server has now. */
  private static TrustManagerFactory trust() throws Exception {
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("server", store(SERVER).getCertificate("server"));
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    return trust;
  }

  private static KeyStore store(Path file) throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      store.load(in, PASSWORD.toCharArray());
    }
    return store;
  }

  private static void makeServerKey() {
    Path fresh = DIRECTORY.resolve("fresh.p12");
    try {
      Files.deleteIfExists(fresh);
      key(fresh, "server");
      Files.move(
          fresh, SERVER, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void key(Path store, String name) {
    keytool(
        "-genkeypair",
        "-alias",
        name,
        "-keyalg",
        "EC",
        "-dname",
        "CN=" + name,
        "-ext",
        "SAN=dns:localhost",
        "-validity",
        "2",
        "-storetype",
        "PKCS12",
        "-keystore",
        store.toString(),
        "-storepass",
        PASSWORD);
  }

  private static void certificateOf(Path store, String name) {
    Path certificate = DIRECTORY.resolve(name + ".crt");
    keytool(
        "-exportcert",
        "-alias",
        name,
        "-keystore",
        store.toString(),
        "-storepass",
        PASSWORD,
        "-file",
        certificate.toString());
    keytool(
        "-importcert",
        "-noprompt",
        "-alias",
        name,
        "-file",
        certificate.toString(),
        "-storetype",
        "PKCS12",
        "-keystore",
        TRUST.toString(),
        "-storepass",
        PASSWORD);
  }

  private static void keytool(String... arguments) {
    List<String> command = new java.util.ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of(arguments));
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      String printed = new String(process.getInputStream().readAllBytes());
      assertThat(process.waitFor()).as(printed).isZero();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static Path directory() {
    try {
      return Files.createTempDirectory("tracejoin-tls");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
