package io.tracejoin.e2e;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** A PostgreSQL server of a test's own, which may be killed, and started again on its data. */
final class OwnPostgres implements AutoCloseable {

  private final Path data;
  private final int port;
  private EmbeddedPostgres server;

  private OwnPostgres(Path data, EmbeddedPostgres server) {
    this.data = data;
    this.port = server.getPort();
    this.server = server;
  }

  static OwnPostgres start(Path data) {
    return new OwnPostgres(data, started(data, 0));
  }

  private static EmbeddedPostgres started(Path data, int port) {
    try {
      return EmbeddedPostgres.builder()
          .setDataDirectory(data)
          .setCleanDataDirectory(false)
          .setPort(port)
          // The library's own default is off: an acknowledged commit would not survive a kill.
          .setServerConfig("synchronous_commit", "on")
          .setServerConfig("fsync", "on")
          .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  int port() {
    return port;
  }

  String url() {
    return url(port);
  }

  /** The same server by another way. */
  static String url(int port) {
    return "jdbc:postgresql://localhost:" + port + "/postgres";
  }

  JdbcTemplate jdbc() {
    return new JdbcTemplate(new DriverManagerDataSource(url(), "postgres", ""));
  }

  /** As {@code kill -9} of the server and all that it started. */
  Instant kill() {
    ProcessHandle postmaster = ProcessHandle.of(pid()).orElseThrow();
    List<ProcessHandle> all = postmaster.descendants().toList();
    postmaster.destroyForcibly();
    all.forEach(ProcessHandle::destroyForcibly);
    all.forEach(it -> it.onExit().orTimeout(10, java.util.concurrent.TimeUnit.SECONDS).join());
    Instant killed = Instant.now();
    close(); // gives its lock on the directory back; there is nothing left to stop
    return killed;
  }

  private long pid() {
    try {
      return Long.parseLong(Files.readAllLines(data.resolve("postmaster.pid")).get(0).strip());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** On the same data and port; recovery is done when this returns. */
  void startAgain() {
    server = started(data, port);
  }

  /** For a service's command line. */
  static String[] arguments(int port, String... more) {
    List<String> arguments = new java.util.ArrayList<>();
    arguments.add("--spring.datasource.url=" + url(port));
    arguments.add("--spring.datasource.username=postgres");
    arguments.add("--tracejoin.join.settle=500ms");
    arguments.add("--tracejoin.join.settle-poll=100ms");
    arguments.addAll(List.of(more));
    return arguments.toArray(String[]::new);
  }

  static long millisSince(Instant start) {
    return Duration.between(start, Instant.now()).toMillis();
  }

  @Override
  public void close() {
    try {
      server.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
