package io.tracejoin.web;

import java.io.IOException;
import java.net.URI;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessMode;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.graalvm.polyglot.io.FileSystem;

/** A directory as a k6 user has it, with stand-ins where k6 has its own modules. */
final class K6Directory implements FileSystem {

  private static final Path STAND_INS = Path.of("src/test/resources/k6");
  private static final Path MODULE = Path.of("src/main/resources/static/k6/tracejoin.js");
  private static final Path EXAMPLE = Path.of("docs/examples/chat-load.js");
  private static final Map<String, String> MODULES =
      Map.of(
          "k6", "index.js",
          "k6/http", "http.js",
          "k6/crypto", "crypto.js",
          "k6/execution", "execution.js");

  private final FileSystem disk = FileSystem.newDefaultFileSystem();
  private final Path root;

  /** Fills the directory. */
  K6Directory(Path root) throws IOException {
    this.root = root;
    Files.createDirectories(modules());
    for (Path file : List.of(MODULE, EXAMPLE, STAND_INS.resolve("cases.js"), runner())) {
      Files.copy(file, root.resolve(file.getFileName()));
    }
    for (String file : MODULES.values()) {
      Files.copy(STAND_INS.resolve("modules").resolve(file), modules().resolve(file));
    }
    Files.writeString(root.resolve("package.json"), "{\"type\": \"module\"}");
    Files.writeString(modules().resolve("package.json"), packageOfStandIns());
  }

  Path cases() {
    return root.resolve("cases.js");
  }

  private static Path runner() {
    return STAND_INS.resolve("run.js");
  }

  private Path modules() {
    return root.resolve("node_modules").resolve("k6");
  }

  private static String packageOfStandIns() {
    return """
        {"type": "module", "exports": {".": "./index.js", "./http": "./http.js",
         "./crypto": "./crypto.js", "./execution": "./execution.js"}}
        """;
  }

  /** Bare names are k6's own modules: any other one does not exist in k6. */
  @Override
  public Path parsePath(String path) {
    String file = MODULES.get(path);
    return file == null ? disk.parsePath(path) : modules().resolve(file);
  }

  @Override
  public Path parsePath(URI uri) {
    return disk.parsePath(uri);
  }

  @Override
  public void checkAccess(Path path, Set<? extends AccessMode> modes, LinkOption... options)
      throws IOException {
    disk.checkAccess(path, modes, options);
  }

  @Override
  public void createDirectory(Path directory, FileAttribute<?>... attributes) throws IOException {
    disk.createDirectory(directory, attributes);
  }

  @Override
  public void delete(Path path) throws IOException {
    disk.delete(path);
  }

  @Override
  public SeekableByteChannel newByteChannel(
      Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
      throws IOException {
    return disk.newByteChannel(path, options, attributes);
  }

  @Override
  public DirectoryStream<Path> newDirectoryStream(
      Path directory, DirectoryStream.Filter<? super Path> filter) throws IOException {
    return disk.newDirectoryStream(directory, filter);
  }

  @Override
  public Path toAbsolutePath(Path path) {
    return disk.toAbsolutePath(path);
  }

  @Override
  public Path toRealPath(Path path, LinkOption... options) throws IOException {
    return disk.toRealPath(path, options);
  }

  @Override
  public Map<String, Object> readAttributes(Path path, String attributes, LinkOption... options)
      throws IOException {
    return disk.readAttributes(path, attributes, options);
  }
}
