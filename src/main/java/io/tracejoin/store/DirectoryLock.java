package io.tracejoin.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Says that a living service uses a data directory. The operating system takes the lock away when
 * the process ends, however it ends.
 */
final class DirectoryLock implements AutoCloseable {

  /** A second channel on the file, when closed, would take the first one's lock along. */
  private static final Set<Path> HELD_HERE = ConcurrentHashMap.newKeySet();

  private final Path file;
  private final FileChannel channel;

  private DirectoryLock(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /**
   * @throws IllegalStateException if another service holds it
   */
  static DirectoryLock take(Path file) {
    if (!HELD_HERE.add(file)) {
      throw inUse(file);
    }
    try {
      FileChannel channel =
          FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (channel.tryLock() == null) {
        channel.close();
        throw inUse(file);
      }
      return new DirectoryLock(file, channel);
    } catch (IOException | IllegalStateException e) {
      HELD_HERE.remove(file);
      throw e instanceof IllegalStateException refused
          ? refused
          : new IllegalStateException("the data directory cannot be locked: " + file, e);
    }
  }

  private static IllegalStateException inUse(Path file) {
    return new IllegalStateException(
        "the data directory "
            + file.getParent()
            + " is in use by another running service; stop it, or set"
            + " tracejoin.embedded-postgres.data-dir or spring.datasource.url");
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      HELD_HERE.remove(file);
    }
  }
}
