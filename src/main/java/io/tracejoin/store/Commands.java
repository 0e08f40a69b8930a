package io.tracejoin.store;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs other programs. */
final class Commands {

  private Commands() {}

  /**
   * Runs a program to its end.
   *
   * @return what it printed, errors included
   * @throws IllegalStateException if it cannot be started, fails, or takes longer
   */
  static String run(List<String> command, Duration longest) {
    try {
      // A file, not a pipe: a daemon that the program leaves behind might keep a pipe open.
      Path output = Files.createTempFile("tracejoin-", ".out");
      try {
        return run(command, longest, output);
      } finally {
        Files.deleteIfExists(output);
      }
    } catch (IOException e) {
      throw new IllegalStateException(command.get(0) + ": " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(command.get(0) + " was interrupted", e);
    }
  }

  private static String run(List<String> command, Duration longest, Path output)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    process.getOutputStream().close();
    boolean ended = process.waitFor(longest.toMillis(), TimeUnit.MILLISECONDS);
    String printed = new String(Files.readAllBytes(output), StandardCharsets.UTF_8);
    if (!ended) {
      process.destroyForcibly();
      throw new IllegalStateException(
          String.join(" ", command) + " has not ended after " + longest + "\n" + printed);
    }
    if (process.exitValue() != 0) {
      throw new IllegalStateException(
          String.join(" ", command) + " failed with " + process.exitValue() + "\n" + printed);
    }
    return printed;
  }
}
