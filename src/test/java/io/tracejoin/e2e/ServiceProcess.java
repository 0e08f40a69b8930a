package io.tracejoin.e2e;

import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The packaged jar in a JVM of its own, with its embedded PostgreSQL. */
final class ServiceProcess implements AutoCloseable {

  /** A busy machine starts it slowly; one that has ended is not waited for. */
  private static final Duration START_UP = Duration.ofMinutes(5);

  private final Process process;
  private final Service service;

  private ServiceProcess(Process process, Service service) {
    this.process = process;
    this.service = service;
  }

  /** Ports that stay the same over restarts, as an exporter's configuration does. */
  record Ports(int rest, int otlpHttp, int grpc) {
    static Ports free() {
      return new Ports(freePort(), freePort(), freePort());
    }

    private static int freePort() {
      try (ServerSocket socket = new ServerSocket(0)) {
        return socket.getLocalPort();
      } catch (IOException failure) {
        throw new UncheckedIOException(failure);
      }
    }
  }

  static ServiceProcess start(Ports ports, Path directory, String... arguments) {
    return start(ports, directory, Map.of(), arguments);
  }

  /** With an environment beside this process's. */
  static ServiceProcess start(
      Ports ports, Path directory, Map<String, String> environment, String... arguments) {
    return start(System.getProperty("tracejoin.jar"), ports, directory, environment, arguments);
  }

  /** Another version than the one that was built. */
  static ServiceProcess startJar(String jar, Ports ports, Path directory, String... arguments) {
    return start(jar, ports, directory, Map.of(), arguments);
  }

  private static ServiceProcess start(
      String jar,
      Ports ports,
      Path directory,
      Map<String, String> environment,
      String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx256m");
    command.add("-jar");
    command.add(jar);
    command.add("--server.port=" + ports.rest());
    command.add("--tracejoin.otlp.http.port=" + ports.otlpHttp());
    command.add("--spring.grpc.server.port=" + ports.grpc());
    command.add("--tracejoin.embedded-postgres.data-dir=" + directory.resolve("postgres"));
    command.addAll(List.of(arguments));
    File log = directory.resolve("service.log").toFile();
    try {
      ProcessBuilder builder =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.appendTo(log));
      builder.environment().putAll(environment);
      Process process = builder.start();
      ServiceProcess started =
          new ServiceProcess(process, new Service(ports.rest(), ports.otlpHttp()));
      try {
        started.awaitUp();
      } catch (RuntimeException notUp) {
        process.destroyForcibly();
        throw notUp;
      }
      return started;
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  Service service() {
    return service;
  }

  /** As {@code kill -9}: no shutdown hook runs. */
  void kill() {
    process.destroyForcibly();
    awaitEnd();
  }

  @Override
  public void close() {
    process.destroy();
    awaitEnd();
  }

  private void awaitUp() {
    await()
        .atMost(START_UP)
        .failFast("the service has ended", () -> !process.isAlive())
        .pollInterval(Duration.ofMillis(200))
        .ignoreExceptions()
        .until(() -> service.get("/actuator/health", "application/json").statusCode() == 200);
  }

  private void awaitEnd() {
    try {
      if (!process.waitFor(60, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new IllegalStateException("the service did not stop");
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(stopped);
    }
  }
}
