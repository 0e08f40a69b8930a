package io.tracejoin.store;

import io.zonky.test.db.postgres.embedded.DefaultPostgresBinaryResolver;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Objects;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.util.FileSystemUtils;
import org.tukaani.xz.XZInputStream;

/** Unpacks the server's binaries from the class path. */
final class PostgresBinaries {

  private static final Logger LOG = LoggerFactory.getLogger(PostgresBinaries.class);
  private static final int DIGITS = 16;

  private PostgresBinaries() {}

  /**
   * Unpacks them once: the directory carries their digest, and gets its name when it is complete.
   *
   * @return the directory that holds {@code bin}, {@code lib} and {@code share}
   */
  static Path unpack(Path cache) {
    try {
      byte[] archive = archive();
      Path home = cache.resolve("postgres-" + digest(archive));
      if (!Files.isDirectory(home)) {
        LOG.info("unpacking PostgreSQL into {}", home);
        Files.createDirectories(cache);
        unpack(archive, home);
      }
      return home;
    } catch (IOException e) {
      throw new UncheckedIOException("PostgreSQL cannot be unpacked into " + cache, e);
    }
  }

  private static byte[] archive() throws IOException {
    String system =
        System.getProperty("os.name", "").toLowerCase(Locale.ROOT).contains("mac")
            ? "Darwin"
            : "Linux";
    String machine = System.getProperty("os.arch", "");
    try (InputStream stream =
        DefaultPostgresBinaryResolver.INSTANCE.getPgBinary(
            system, machine.equals("amd64") ? "x86_64" : machine)) {
      return stream.readAllBytes();
    }
  }

  private static void unpack(byte[] archive, Path home) throws IOException {
    Path unfinished = Files.createTempDirectory(home.getParent(), "unpacking-");
    try {
      Files.setPosixFilePermissions(unfinished, PosixFilePermissions.fromString("rwxr-xr-x"));
      extract(archive, unfinished);
      Files.move(unfinished, home, StandardCopyOption.ATOMIC_MOVE);
    } catch (FileSystemException e) {
      if (!Files.isDirectory(home)) { // else another process was faster
        throw e;
      }
    } finally {
      FileSystemUtils.deleteRecursively(unfinished);
    }
  }

  private static void extract(byte[] archive, Path target) throws IOException {
    try (TarArchiveInputStream tar =
        new TarArchiveInputStream(new XZInputStream(new ByteArrayInputStream(archive)))) {
      TarArchiveEntry entry;
      while ((entry = tar.getNextEntry()) != null) {
        extract(tar, entry, target.resolve(entry.getName()).normalize());
      }
    }
  }

  private static void extract(TarArchiveInputStream tar, TarArchiveEntry entry, Path file)
      throws IOException {
    Path parent = entry.isDirectory() ? file : Objects.requireNonNull(file.getParent());
    Files.createDirectories(parent);
    if (entry.isSymbolicLink()) {
      Files.createSymbolicLink(file, Path.of(entry.getLinkName()));
    } else if (entry.isFile()) {
      Files.copy(tar, file);
      boolean program = parent.endsWith("bin");
      Files.setPosixFilePermissions(
          file, PosixFilePermissions.fromString(program ? "rwxr-xr-x" : "rw-r--r--"));
    }
  }

  private static String digest(byte[] archive) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(archive);
      return HexFormat.of().formatHex(digest).substring(0, DIGITS);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
