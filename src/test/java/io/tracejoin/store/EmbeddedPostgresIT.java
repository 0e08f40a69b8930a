package io.tracejoin.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedPostgresIT {

  @TempDir Path directory;

  @Test
  void keepsItsDataAndListensOnLoopbackWithAPasswordAlone() throws SQLException {
    try (EmbeddedPostgres server = start(directory)) {
      execute(server, "CREATE TABLE kept AS SELECT 1 AS n");
      assertThat(ask(server, "SHOW listen_addresses")).isEqualTo("127.0.0.1");
      assertThat(ask(server, "SHOW synchronous_commit")).isEqualTo("on");
      assertThatThrownBy(() -> DriverManager.getConnection(server.jdbcUrl(), "tracejoin", "guess"))
          .isInstanceOf(SQLException.class);
    }
    assertThat(directory.resolve("pgdata/postmaster.pid")).doesNotExist();
    try (EmbeddedPostgres again = start(directory)) {
      assertThat(ask(again, "SELECT n FROM kept")).isEqualTo("1");
    }
  }

  @Test
  void refusesASecondServiceAndLeavesTheFirstAlone() throws SQLException {
    try (EmbeddedPostgres first = start(directory)) {
      assertThatThrownBy(() -> start(directory))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("in use by another running service");
      assertThat(ask(first, "SELECT 1")).isEqualTo("1");
    }
  }

  @Test
  void refusesASecondServiceInAnotherProcess() throws Exception {
    try (EmbeddedPostgres first = start(directory)) {
      Process second = service(List.of(), directory, null);
      assertThat(second.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(output(second)).contains("in use by another running service");
      assertThat(ask(first, "SELECT 1")).isEqualTo("1");
    }
  }

  @Test
  void endsTheServerThatAKilledServiceLeftBehind() throws Exception {
    Process service = service(List.of(), directory, null);
    awaitReady(service);
    long orphan = pid();
    service.destroyForcibly().waitFor();
    assertThat(ProcessHandle.of(orphan)).isPresent();

    try (EmbeddedPostgres server = start(directory)) {
      assertThat(ask(server, "SELECT n FROM kept")).isEqualTo("1");
      assertThat(pid()).isNotEqualTo(orphan);
      assertThat(ProcessHandle.of(orphan).filter(ProcessHandle::isAlive)).isEmpty();
    }
  }

  @Test
  void overcomesAPidFileThatNamesNobodyOrSomebodyElse() throws Exception {
    start(directory).close();
    for (long pid : new long[] {4_000_000L, ProcessHandle.current().pid()}) {
      Files.writeString(
          directory.resolve("pgdata/postmaster.pid"),
          pid + "\n" + directory.resolve("pgdata") + "\n0\n5432\n\n127.0.0.1\n0 0\nready   \n");
      start(directory).close();
    }
  }

  @Test
  void refusesDataOfAnotherVersion() throws IOException {
    start(directory).close();
    Files.writeString(directory.resolve("pgdata/PG_VERSION"), "15\n");

    assertThatThrownBy(() -> start(directory))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("made by PostgreSQL 15");
  }

  @Test
  void startsAgainWhereItWasInterruptedWhileItMadeItsFiles() throws Exception {
    Files.createDirectories(directory.resolve("pgdata.new"));
    Files.writeString(directory.resolve("pgdata.new/PG_VERSION"), "18\n");
    try (EmbeddedPostgres server = start(directory)) {
      assertThat(ask(server, "SELECT 1")).isEqualTo("1");
    }
  }

  @Test
  void startsAsAnOrdinaryUserToo() throws Exception {
    List<String> nobody = List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups");
    assumeTrue(isRoot() && succeeds(nobody), "needs root and setpriv to become an ordinary user");
    Path open = Files.createTempDirectory(Path.of("/tmp"), "ordinary-");
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
    List<String> classPath = readableClassPath(open);
    Process service =
        service(nobody, open.resolve("data"), String.join(File.pathSeparator, classPath));
    try {
      awaitReady(service);
      assertThat(Files.getAttribute(open.resolve("data/pgdata"), "unix:uid")).isEqualTo(65534);
    } finally {
      service.getOutputStream().close(); // asks it to stop
      assertThat(service.waitFor(60, TimeUnit.SECONDS)).isTrue();
      org.springframework.util.FileSystemUtils.deleteRecursively(open);
    }
  }

  /** The class path may lie in a home that an ordinary user cannot read. */
  private static List<String> readableClassPath(Path target) throws IOException {
    List<String> copies = new ArrayList<>();
    int number = 0;
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      Path source = Path.of(entry);
      if (Files.exists(source)) {
        Path copy = target.resolve(++number + "-" + source.getFileName());
        org.springframework.util.FileSystemUtils.copyRecursively(source, copy);
        copies.add(copy.toString());
      }
    }
    return copies;
  }

  private static EmbeddedPostgres start(Path directory) {
    return EmbeddedPostgres.start(properties(directory));
  }

  private static EmbeddedPostgresProperties properties(Path directory) {
    return new EmbeddedPostgresProperties(directory, 0, null, Duration.ofMinutes(1));
  }

  private static Process service(List<String> prefix, Path directory, @Nullable String classPath)
      throws IOException {
    List<String> command = new ArrayList<>(prefix);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx128m");
    command.add("-cp");
    command.add(classPath == null ? System.getProperty("java.class.path") : classPath);
    command.add(Service.class.getName());
    command.add(directory.toString());
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }

  private static void awaitReady(Process service) throws IOException {
    var lines = service.inputReader();
    StringBuilder printed = new StringBuilder();
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      printed.append(line).append('\n');
      if (line.equals("READY")) {
        return;
      }
    }
    throw new AssertionError("the service ended:\n" + printed);
  }

  private static String output(Process process) throws IOException {
    return new String(
        process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
  }

  private long pid() throws IOException {
    return Long.parseLong(
        Files.readAllLines(directory.resolve("pgdata/postmaster.pid")).get(0).strip());
  }

  private static boolean isRoot() {
    return Commands.run(List.of("id", "-u"), Duration.ofSeconds(5)).strip().equals("0");
  }

  private static boolean succeeds(List<String> prefix) {
    try {
      List<String> command = new ArrayList<>(prefix);
      command.add("true");
      Commands.run(command, Duration.ofSeconds(5));
      return true;
    } catch (IllegalStateException e) {
      return false;
    }
  }

  private static void execute(EmbeddedPostgres server, String sql) throws SQLException {
    try (Connection connection = connect(server);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static String ask(EmbeddedPostgres server, String sql) throws SQLException {
    try (Connection connection = connect(server);
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getString(1);
    }
  }

  private static Connection connect(EmbeddedPostgres server) throws SQLException {
    return DriverManager.getConnection(server.jdbcUrl(), EmbeddedPostgres.USER, server.password());
  }

  /** A service that stores one acknowledged row and lives until its input ends. */
  static final class Service {
    public static void main(String[] arguments) throws Exception {
      try (EmbeddedPostgres server = start(Path.of(arguments[0]))) {
        execute(server, "CREATE TABLE IF NOT EXISTS kept AS SELECT 1 AS n");
        System.out.println("READY");
        while (System.in.read() >= 0) {}
      }
    }
  }
}
