package io.tracejoin.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * PostgreSQL's own programs.
 *
 * @param home where they were unpacked
 */
record ServerCommands(Path home, ServerAccount account) {

  private static final Pattern VERSION = Pattern.compile("\\(PostgreSQL\\) (\\d+)");
  private static final Duration SOON = Duration.ofSeconds(30);
  private static final Duration MARGIN = Duration.ofSeconds(10);

  /** The major version, as in {@code PG_VERSION}. */
  String majorVersion() {
    String printed = Commands.run(List.of(program("postgres"), "--version"), SOON);
    Matcher version = VERSION.matcher(printed);
    if (!version.find()) {
      throw new IllegalStateException("not a PostgreSQL: " + printed);
    }
    return version.group(1);
  }

  /** Makes a cluster. Collation by code point: the same on every machine, and fast. */
  void initdb(Path data, String user, Path passwordFile) {
    run(
        Duration.ofMinutes(5),
        List.of(
            program("initdb"),
            "--pgdata=" + data,
            "--username=" + user,
            "--pwfile=" + passwordFile,
            "--auth=scram-sha-256",
            "--encoding=UTF8",
            "--locale=C",
            "--locale-provider=builtin",
            "--builtin-locale=C.UTF-8",
            "--no-instructions"));
  }

  /** Starts the server and waits until it takes connections. */
  void start(Path data, Path log, List<String> settings, Duration timeout) {
    try {
      Files.deleteIfExists(log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    run(
        timeout.plus(MARGIN),
        List.of(
            program("pg_ctl"),
            "start",
            "--pgdata=" + data,
            "--log=" + log,
            "--options=" + String.join(" ", settings),
            "--wait",
            "--timeout=" + timeout.toSeconds()));
  }

  /** Stops the server and waits for it; open transactions are rolled back. */
  void stop(Path data, Duration timeout) {
    run(
        timeout.plus(MARGIN),
        List.of(
            program("pg_ctl"),
            "stop",
            "--pgdata=" + data,
            "--mode=fast",
            "--wait",
            "--timeout=" + timeout.toSeconds()));
  }

  private void run(Duration longest, List<String> command) {
    Commands.run(account.command(command), longest);
  }

  private String program(String name) {
    return home.resolve("bin").resolve(name).toString();
  }
}
