package io.tracejoin.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** What the fault tests saw, a line a fault, in {@code target/faults.md} and on the console. */
final class FaultTable {

  private static final Path FILE = Path.of("target", "faults.md");

  private FaultTable() {}

  /** Adds a line; fails where something was lost or is there twice. */
  static synchronized void add(
      String fault, String load, long lost, long duplicated, String recovery) {
    assertThat(lost).as("lost: " + fault).isZero();
    assertThat(duplicated).as("duplicated: " + fault).isZero();
    String line = "| %s | %s | %d | %d | %s |%n".formatted(fault, load, lost, duplicated, recovery);
    System.out.print(line);
    try {
      Files.createDirectories(FILE.getParent());
      if (!Files.exists(FILE)) {
        Files.writeString(
            FILE,
            "| fault | load | lost | duplicated | recovery |\n| --- | --- | --- | --- | --- |\n");
      }
      Files.writeString(FILE, line, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
