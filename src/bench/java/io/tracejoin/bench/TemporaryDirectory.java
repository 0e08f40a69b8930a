package io.tracejoin.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A directory that is gone with all its files when it is closed. */
record TemporaryDirectory(Path path) implements AutoCloseable {

  static TemporaryDirectory create() throws IOException {
    return new TemporaryDirectory(Files.createTempDirectory("tracejoin-bench-"));
  }

  @Override
  public void close() throws IOException {
    try (Stream<Path> files = Files.walk(path)) {
      files.sorted(Comparator.reverseOrder()).forEach(TemporaryDirectory::delete);
    }
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
