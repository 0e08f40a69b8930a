package io.tracejoin.bench;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** The least that any reader of JSON must do: every token of the file, and nothing with it. */
final class TokenScan {

  private static final JsonFactory JSON = new JsonFactory();

  private TokenScan() {}

  /** Reads the whole file; answers bytes a second. */
  static double bytesPerSecond(Path file) throws IOException {
    long begin = System.nanoTime();
    long tokens = 0;
    try (InputStream body = Files.newInputStream(file);
        JsonParser parser = JSON.createParser(ObjectReadContext.empty(), body)) {
      while (parser.nextToken() != null) {
        tokens++;
      }
    }
    if (tokens == 0) {
      throw new IllegalStateException("an empty file: " + file);
    }
    return Rate.perSecond(Files.size(file), begin);
  }
}
