package io.tracejoin.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The server that a killed service left behind. The caller holds the directory's lock, so no living
 * service uses it.
 */
final class OrphanServer {

  private static final Logger LOG = LoggerFactory.getLogger(OrphanServer.class);
  private static final Duration FAST = Duration.ofSeconds(60);
  private static final Duration IMMEDIATE = Duration.ofSeconds(10);

  private OrphanServer() {}

  /**
   * Ends the server of this data directory, if one runs, and removes a pid file that names another
   * process. PostgreSQL itself overcomes a pid file whose process is gone.
   */
  static void stop(Path data) {
    Path pidFile = data.resolve("postmaster.pid");
    Optional<ProcessHandle> named = pid(pidFile).flatMap(ProcessHandle::of);
    if (named.isEmpty()) {
      return;
    }
    ProcessHandle process = named.get();
    if (isServerOf(data, process)) {
      LOG.warn("ending PostgreSQL process {}, which a killed service left behind", process.pid());
      end(process);
    } else {
      // After a restart of the machine or container the number may be anybody's, even ours.
      LOG.warn("removing a stale {}: process {} is no server of it", pidFile, process.pid());
      delete(pidFile);
    }
  }

  private static Optional<Long> pid(Path pidFile) {
    try {
      String first = Files.readAllLines(pidFile).stream().findFirst().orElse("").strip();
      return Optional.of(Long.parseLong(first));
    } catch (NoSuchFileException | NumberFormatException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isServerOf(Path data, ProcessHandle process) {
    ProcessHandle.Info info = process.info();
    boolean isPostgres = info.command().map(it -> it.endsWith("postgres")).orElse(false);
    List<String> arguments = Arrays.asList(info.arguments().orElse(new String[0]));
    int directory = arguments.indexOf("-D") + 1;
    return isPostgres
        && directory > 0
        && directory < arguments.size()
        && Path.of(arguments.get(directory)).equals(data);
  }

  /** Fast (roll back, checkpoint), else immediate (recover at the next start), else by force. */
  private static void end(ProcessHandle process) {
    signal("INT", process);
    if (hasEnded(process, FAST)) {
      return;
    }
    signal("QUIT", process);
    if (hasEnded(process, IMMEDIATE)) {
      return;
    }
    process.destroyForcibly();
    if (!hasEnded(process, IMMEDIATE)) {
      throw new IllegalStateException("PostgreSQL process " + process.pid() + " does not end");
    }
  }

  private static void signal(String name, ProcessHandle process) {
    try {
      Commands.run(List.of("kill", "-" + name, Long.toString(process.pid())), IMMEDIATE);
    } catch (IllegalStateException e) {
      if (process.isAlive()) {
        throw e;
      }
    }
  }

  private static boolean hasEnded(ProcessHandle process, Duration longest) {
    try {
      process.onExit().get(longest.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while PostgreSQL ends", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
