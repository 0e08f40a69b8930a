package io.tracejoin.bench;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/** The packaged service in a JVM of its own, with its embedded PostgreSQL and free ports. */
final class ServiceProcess implements AutoCloseable {

  private static final Duration START_UP = Duration.ofMinutes(5);
  private static final long STOP_SECONDS = 30;
  private static final String PEAK_RSS = "VmHWM:";

  static {
    // So many connections stay open between two requests.
    System.setProperty("http.maxConnections", Integer.toString(Clients.CLIENTS));
  }

  private final Process process;
  private final Path directory;
  private final URI rest;
  private final Ports ports;
  private final HttpClient http = HttpClient.newHttpClient();

  private record Ports(int rest, int grpc, int otlpHttp) {}

  private ServiceProcess(Process process, Path directory, Ports ports) {
    this.process = process;
    this.directory = directory;
    this.ports = ports;
    this.rest = URI.create("http://localhost:" + ports.rest);
  }

  /**
   * Starts it with 256 MB of heap and its data below the directory; not up yet.
   *
   * @param settings further options of its command line
   */
  static ServiceProcess launch(Path directory, String... settings)
      throws IOException, URISyntaxException {
    Ports ports = new Ports(freePort(), freePort(), freePort());
    List<String> command = new ArrayList<>(command(directory, ports));
    command.addAll(List.of(settings));
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("service.log").toFile())
            .start();
    return new ServiceProcess(process, directory, ports);
  }

  /** Another process on the database of this one; not up yet. */
  ServiceProcess replica() throws IOException, URISyntaxException {
    Path other = Files.createDirectories(directory.resolve("replica"));
    return launch(
        other,
        "--spring.datasource.url=" + database().url(),
        "--spring.datasource.username=" + Database.USER,
        "--spring.datasource.password=" + database().password());
  }

  /** Where it takes OTLP/gRPC on this machine. */
  int grpcPort() {
    return ports.grpc;
  }

  /** Where it takes traces over OTLP/HTTP. */
  URI otlpTraces() {
    return URI.create("http://localhost:" + ports.otlpHttp + "/v1/traces");
  }

  /** Its PostgreSQL. */
  Database database() {
    return new Database(directory.resolve("postgres"));
  }

  /** Returns when it answers that it is healthy; fails with its log when it does not. */
  void awaitUp() throws IOException, InterruptedException {
    long begin = System.nanoTime();
    while (process.isAlive() && System.nanoTime() - begin < START_UP.toNanos()) {
      if (isUp()) {
        return;
      }
      Thread.sleep(100);
    }
    throw new IllegalStateException(
        "the service did not start:\n" + Files.readString(directory.resolve("service.log")));
  }

  /** Posts the file to the path and answers the body; anything but success is a failure. */
  String post(String path, Path file) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(rest.resolve(path))
            .header("Content-Type", "application/x-ndjson")
            .POST(HttpRequest.BodyPublishers.ofFile(file))
            .build();
    return ok(http.send(request, HttpResponse.BodyHandlers.ofString()));
  }

  /** Posts the body to the address; anything but success is a failure. */
  String post(URI address, String contentType, String body)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(address)
            .header("Content-Type", contentType)
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    return ok(http.send(request, HttpResponse.BodyHandlers.ofString()));
  }

  /** An address of its REST interface. */
  URI rest(String path) {
    return rest.resolve(path);
  }

  /** Gets the path's body; anything but success is a failure. */
  String get(String path) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(rest.resolve(path)).timeout(Duration.ofMinutes(5)).build();
    return ok(http.send(request, HttpResponse.BodyHandlers.ofString()));
  }

  /**
   * Gets the path's body over a connection that stays open, on the caller's thread; costs less than
   * {@link #get}, which would be seen in what is measured. Anything but success is a failure.
   */
  byte[] read(String path) throws IOException {
    HttpURLConnection connection = (HttpURLConnection) rest.resolve(path).toURL().openConnection();
    try (InputStream body = connection.getInputStream()) {
      return body.readAllBytes();
    }
  }

  /**
   * Has its JVM collect all garbage now.
   *
   * @throws IOException where there is no {@code jcmd}, which comes with a JDK, or it fails
   */
  void collectGarbage() throws IOException, InterruptedException {
    Process collecting =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                Long.toString(process.pid()),
                "GC.run")
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    if (collecting.waitFor() != 0) {
      throw new IOException("jcmd GC.run ended with " + collecting.exitValue());
    }
  }

  /** The most memory that the service's JVM ever held; empty where there is no /proc. */
  OptionalLong peakRssBytes() throws IOException {
    Path status = Path.of("/proc", Long.toString(process.pid()), "status");
    if (!Files.exists(status)) {
      return OptionalLong.empty();
    }
    return Files.readAllLines(status).stream()
        .filter(line -> line.startsWith(PEAK_RSS))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1024)
        .findFirst();
  }

  /** Asks it to stop, and sees to it that neither the service nor its PostgreSQL stays. */
  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly().onExit().join();
      }
    } catch (InterruptedException stopped) {
      process.destroyForcibly().onExit().join();
      Thread.currentThread().interrupt();
    }
    endOrphan(directory.resolve("postgres/pgdata/postmaster.pid"));
  }

  private static List<String> command(Path directory, Ports ports)
      throws IOException, URISyntaxException {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-Xmx256m",
        "-jar",
        ServiceJar.find().toString(),
        "--server.port=" + ports.rest,
        "--spring.grpc.server.port=" + ports.grpc,
        "--tracejoin.otlp.http.port=" + ports.otlpHttp,
        "--tracejoin.embedded-postgres.data-dir=" + directory.resolve("postgres"));
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  private boolean isUp() throws InterruptedException {
    try {
      get("/actuator/health");
      return true;
    } catch (IOException notYet) {
      return false;
    }
  }

  private static String ok(HttpResponse<String> response) throws IOException {
    if (response.statusCode() / 100 != 2) {
      throw new IOException(
          response.uri() + " answered " + response.statusCode() + ": " + response.body());
    }
    return response.body();
  }

  /** A service that ended while it started, or was killed, may leave its PostgreSQL running. */
  private static void endOrphan(Path pidFile) {
    try {
      long pid = Long.parseLong(Files.readAllLines(pidFile).get(0).strip());
      ProcessHandle.of(pid)
          .filter(ProcessHandle::destroyForcibly)
          .ifPresent(it -> it.onExit().join());
    } catch (IOException ended) {
      return; // a server that has ended leaves no file
    }
  }
}
