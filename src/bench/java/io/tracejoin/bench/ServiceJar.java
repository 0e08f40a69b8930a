package io.tracejoin.bench;

import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where the packaged service is. */
final class ServiceJar {

  private ServiceJar() {}

  /** {@code -Dtracejoin.jar}, else {@code tracejoin.jar} beside this jar. */
  static Path find() throws URISyntaxException {
    String named = System.getProperty("tracejoin.jar");
    Path jar = named == null ? beside() : Path.of(named);
    if (!Files.isRegularFile(jar)) {
      throw new IllegalStateException("no service at " + jar + "; name it by -Dtracejoin.jar=…");
    }
    return jar;
  }

  private static Path beside() throws URISyntaxException {
    Path own = Path.of(Bench.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    return own.resolveSibling("tracejoin.jar");
  }
}
