package io.tracejoin.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.util.FileSystemUtils;

/**
 * What lies in the data directory of an embedded server. PostgreSQL's own directory is below it, so
 * that it can be made aside and renamed when it is complete, also where the data directory is a
 * mount.
 */
record ServerFiles(Path directory) {

  private static final int LOG_LINES = 20;

  /** Makes the directory if it is new. */
  static ServerFiles in(Path directory) {
    Path absolute = directory.toAbsolutePath().normalize();
    try {
      Files.createDirectories(absolute);
      return new ServerFiles(absolute.toRealPath());
    } catch (IOException e) {
      throw new UncheckedIOException("the data directory cannot be made: " + absolute, e);
    }
  }

  Path data() {
    return directory.resolve("pgdata");
  }

  Path lock() {
    return directory.resolve("tracejoin.lock");
  }

  Path log() {
    return directory.resolve("startup.log");
  }

  Path passwordFile() {
    return directory.resolve("password");
  }

  boolean exists() {
    return Files.exists(data().resolve("PG_VERSION"));
  }

  /**
   * Where binaries are kept: shared between data directories where the server's account can read.
   */
  Path cache(@Nullable Path configured, ServerAccount account) {
    if (configured != null) {
      return configured.toAbsolutePath();
    }
    Path home = Path.of(System.getProperty("user.home", ""));
    boolean usable = !account.isOther() && home.isAbsolute() && Files.isWritable(home);
    return usable ? home.resolve(".cache/tracejoin") : directory.resolve("cache");
  }

  /** Refuses data that the binaries cannot read. */
  void requireVersion(String major) {
    if (Files.exists(directory.resolve("PG_VERSION"))) {
      throw new IllegalStateException(
          directory + " is the data directory of another PostgreSQL; choose an empty one");
    }
    if (exists() && !read(data().resolve("PG_VERSION")).equals(major)) {
      throw new IllegalStateException(
          "%s was made by PostgreSQL %s, this service brings PostgreSQL %s: upgrade it with"
                  .formatted(data(), read(data().resolve("PG_VERSION")), major)
              + " pg_upgrade or choose another tracejoin.embedded-postgres.data-dir");
    }
  }

  /** Makes PostgreSQL's directory aside, so that one that exists is complete. */
  void create(Consumer<Path> initdb) {
    Path unfinished = directory.resolve("pgdata.new");
    try {
      FileSystemUtils.deleteRecursively(unfinished);
      initdb.accept(unfinished);
      Files.move(unfinished, data(), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException("no PostgreSQL can be made in " + directory, e);
    }
  }

  /** The server's password, made with the directory; nobody else can read it. */
  String password() {
    if (!Files.exists(passwordFile())) {
      if (exists()) {
        throw new IllegalStateException(passwordFile() + " is missing: put it back");
      }
      byte[] random = new byte[24];
      new SecureRandom().nextBytes(random);
      write(Base64.getUrlEncoder().withoutPadding().encodeToString(random));
    }
    return read(passwordFile());
  }

  /** The end of what the server said while it started. */
  String logTail() {
    try {
      List<String> lines = Files.readAllLines(log());
      return String.join("\n", lines.subList(Math.max(0, lines.size() - LOG_LINES), lines.size()));
    } catch (IOException e) {
      return "";
    }
  }

  private void write(String password) {
    Path unfinished = directory.resolve("password.new");
    try {
      Files.deleteIfExists(unfinished);
      Files.createFile(
          unfinished,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      Files.writeString(unfinished, password);
      Files.move(unfinished, passwordFile(), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException("no password can be stored in " + directory, e);
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
